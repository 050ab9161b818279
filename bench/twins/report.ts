import type { Half } from '../search/questions/question.ts'
import type { CandidateSearch } from './candidates.ts'
import type { KindOfPairs } from './pairs.ts'
import type { Repetitions } from './repetitions.ts'

export interface TwinsResults {
  half: Half
  pictures: number
  /** Milliseconds of measuring a row from decoded pixels. */
  cost: { median: number; p95: number }
  kinds: KindOfPairs[]
  repetitions: Repetitions
  candidates: CandidateSearch
}

export function report({ half, pictures, cost, kinds, repetitions, candidates }: TwinsResults): string[] {
  return [
    '# The same picture again',
    '',
    `${count(pictures)} pictures of openclipart, the ${half} half; changed copies of pictures of 100 pixels or more,`,
    'of which scaling leaves 64. Perceptual row of the copy beside that of the original.',
    '',
    '| change (pairs) | the same picture | at least the same drawing | within the distance of candidates | wanted |',
    '|---|---|---|---|---|',
    ...kinds.map(
      ({ name, pairs, pictures: same, drawings, candidates: near, expected }) =>
        `| ${name} (${pairs}) | ${share(same, pairs)} | ${share(drawings, pairs)} | ${share(near, pairs)} ` +
        `| ${expected.replace('_', ' ')} |`,
    ),
    '',
    `A row takes ${ms(cost.median)} ms (median) and ${ms(cost.p95)} ms (p95) from decoded pixels, a comparison of two`,
    `${repetitions.comparison.toFixed(3)} ms.`,
    '',
    `Within ${count(repetitions.pictures)} pictures of the whole library, generated stars apart, of`,
    `${count(repetitions.candidates)} candidates ${repetitions.samePicture} pairs are called the same picture and`,
    `${count(repetitions.sameDrawing)} the same drawing; ${count(repetitions.withPartner)} pictures have a partner.`,
    '',
    `Among ${count(candidates.rows)} generated rows in PostgreSQL, one search at a time, in all eight orientations:`,
    '',
    '| | median | p95 |',
    '|---|---|---|',
    ...Object.entries({
      'candidates found, ms': candidates.candidates,
      'candidates found and compared, ms': candidates.decision,
      'candidates, count': candidates.count,
    }).map(([name, spread]) => `| ${name} | ${ms(spread.median)} | ${ms(spread.p95)} |`),
  ]
}

const count = (value: number) => value.toLocaleString('en')
const share = (part: number, all: number) => `${((100 * part) / all).toFixed(1)} %`
const ms = (value: number) => value.toFixed(1)
