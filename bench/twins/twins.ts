import { type Benchmark, table } from '../harness/benchmark.ts'
import { formatNumber, median, percentile } from '../harness/figures.ts'
import { type CandidateSearch, measureCandidates } from './candidates.ts'
import { loadClipArt } from './clip-art.ts'
import { type KindOfPairs, measurePairs } from './pairs.ts'
import { measureRepetitions } from './repetitions.ts'

/** Whether changed copies of a picture are recognised, and other pictures are not. */
export const twins: Benchmark = {
  name: 'twins',
  description: 'Changed copies recognised, repetitions in a library, candidates at --images; --half tuned|held-out.',

  async run({ half, images = 1_000_000 }) {
    const library = await loadClipArt()
    const pictures = library.filter((one) => one.half === half)
    const costs = pictures.map(({ cost }) => cost)
    const kinds = await measurePairs(pictures, half === 'tuned' ? 1 : 2)
    const repetitions = measureRepetitions(library)
    const lines = [
      '# The same picture again',
      '',
      `${formatNumber(pictures.length)} pictures of openclipart, the ${half} half; changed copies of pictures of 100`,
      'pixels or more, of which scaling leaves 64. Perceptual row of the copy beside that of the original.',
      '',
      ...pairTable(kinds),
      '',
      `A row takes ${median(costs).toFixed(1)} ms (median) and ${percentile(costs, 0.95).toFixed(1)} ms (p95) from`,
      `decoded pixels, a comparison of two ${repetitions.comparison.toFixed(3)} ms.`,
      '',
      `Within ${formatNumber(library.length)} pictures of the whole library, generated stars apart, of`,
      `${formatNumber(repetitions.candidates)} candidates ${repetitions.samePicture} pairs are called the same picture`,
      `and ${formatNumber(repetitions.sameDrawing)} the same drawing;`,
      `${formatNumber(repetitions.withPartner)} pictures have a partner.`,
      '',
      `Among ${formatNumber(images)} generated rows in PostgreSQL, one search at a time, in all eight orientations:`,
      '',
      ...candidateTable(await measureCandidates(library, images)),
    ]
    return { lines, file: half === 'held-out' && 'twins.md' }
  },
}

function pairTable(kinds: KindOfPairs[]): string[] {
  const share = (part: number, all: number) => `${((100 * part) / all).toFixed(1)} %`
  const rows = kinds.map(({ name, expected, pairs, pictures, drawings, candidates }) => [
    `${name} (${pairs})`,
    ...[pictures, drawings, candidates].map((part) => share(part, pairs)),
    expected.replace('_', ' '),
  ])
  const among = 'within the distance of candidates'
  return table(['change (pairs)', 'the same picture', 'at least the same drawing', among, 'wanted'], rows)
}

const candidateTable = ({ candidates, decision, count }: CandidateSearch) =>
  table(
    ['', 'median', 'p95'],
    Object.entries({
      'candidates found, ms': candidates,
      'candidates found and compared, ms': decision,
      'candidates, count': count,
    }).map(([name, values]) => [name, median(values).toFixed(1), percentile(values, 0.95).toFixed(1)]),
  )
