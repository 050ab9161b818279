import { type FindingKind, findingKinds } from '@vitrine/contract/measures/findings'
import { type Half, table } from '../harness/benchmark.ts'
import { percentile, sum } from '../harness/figures.ts'
import type { Found, KindResults, LibraryResults } from './measure.ts'

export interface TruthResults {
  half: Half
  fakes: KindResults[]
  lookAlikes: KindResults[]
  /** Empty where POV-Ray, which renders them, is missing. */
  photographs: KindResults[]
  library: LibraryResults
}

export const report = ({ half, fakes, lookAlikes, photographs, library }: TruthResults): string[] => [
  '# Truth: what the measures say of fakes, of honest pictures and of the library',
  '',
  `Pictures of the ${half} half: from seeds of its own, and from the openclipart whose path has its hash.`,
  '"Named" is a fake in which an expected kind was found; "verified" one that the public page would call verified.',
  '',
  `## Fakes: ${total(fakes, 'count')} in ${fakes.length} kinds`,
  '',
  ...table(['kind', 'pictures', 'named', 'verified', '5 or more crossings: named', 'found'], fakes.map(fakeRow)),
  '',
  ...boardLines(fakes.filter(({ manyCrossings }) => manyCrossings)),
  '',
  ...untellableLines(fakes),
  '',
  `## Honest look-alikes: ${total(lookAlikes, 'count')} in ${lookAlikes.length} kinds`,
  '',
  ...honestTable(lookAlikes),
  '',
  `## Photographs with soft alpha: ${total(photographs, 'count')} in ${photographs.length} kinds`,
  '',
  'Rendered with POV-Ray: hair, fur, smoke, glass, a glow, motion blur; as rendered, with the noise of a sensor, and',
  'taken before a wall, saved as JPEG and cut out. Not covered: real cameras with their lenses and sharpening, faces',
  "and animals, what cut-out programs do to an edge beyond taking its alpha, and HEIF's or WebP's artefacts.",
  '',
  ...(photographs.length ? honestTable(photographs) : ['Skipped: povray is not installed.']),
  '',
  `## openclipart: ${library.count} real pictures`,
  '',
  foundCells(library.found) || 'Nothing was found.',
  '',
  `Faults that a look confirmed: ${library.confirmed.length}. Others: ${library.unconfirmed.length}.`,
  '',
  ...library.confirmed.map(({ kind, file }) => `- ${kind}: ${file}`),
  ...library.unconfirmed.map(({ kind, file }) => `- not confirmed, ${kind}: ${file}`),
  '',
  `Measuring a megapixel (smaller pictures count as one) takes ${cost(library, 0.5)} ms of processor time (median) and`,
  `${cost(library, 0.95)} ms (p95).`,
]

const total = (all: KindResults[], key: 'count' | 'named' | 'verified' | 'unexpectedFaults') =>
  sum(all.map((one) => one[key]))
const cost = ({ perMegapixel }: LibraryResults, share: number) => percentile(perMegapixel, share).toFixed(1)
const percent = (part: number, whole: number) => `${whole ? ((100 * part) / whole).toFixed(1) : 0} %`

const honestTable = (kinds: KindResults[]) => [
  ...table(
    ['kind', 'pictures', 'with a fault', 'found'],
    kinds.map(({ name, count, unexpectedFaults, found }) => [name, count, unexpectedFaults, foundCells(found)]),
  ),
  '',
  `With a fault: ${total(kinds, 'unexpectedFaults')} of ${total(kinds, 'count')}.`,
]

function fakeRow({ name, count, expected, named, verified, manyCrossings, found }: KindResults) {
  const crossings = manyCrossings ? `${manyCrossings.named} of ${manyCrossings.count}` : ''
  return [name, count, expected.length ? named : 'untellable', verified, crossings, foundCells(found)]
}

const foundCells = (found: Found) =>
  (Object.keys(findingKinds) as FindingKind[])
    .filter((kind) => found[kind])
    .map((kind) => `${kind} ${found[kind]}`)
    .join(', ')

function boardLines(boards: KindResults[]): string[] {
  const [all, named] = [total(boards, 'count'), total(boards, 'named')]
  const many = sum(boards.map((one) => one.manyCrossings!.count))
  const manyNamed = sum(boards.map((one) => one.manyCrossings!.named))
  return [
    `Checkerboards named: ${named} of ${all} (${percent(named, all)}), of those with`,
    `five or more crossings ${manyNamed} of ${many} (${percent(manyNamed, many)}).`,
  ]
}

function untellableLines(fakes: KindResults[]): string[] {
  const untold = fakes.flatMap(({ name, untellable }) =>
    Object.entries(untellable).map(([reason, pictures]) => ({ name, reason, ...pictures })),
  )
  const verified = total(fakes, 'verified') - sum(untold.map((one) => one.verified))
  const tellable = total(fakes, 'count') - sum(untold.map((one) => one.count))
  return [
    `Called verified: ${verified} of ${tellable} that can be told. Of the others:`,
    '',
    ...untold
      .filter((one) => one.verified)
      .map((one) => `- ${one.name}, ${one.verified} of ${one.count}. ${one.reason}`),
  ]
}
