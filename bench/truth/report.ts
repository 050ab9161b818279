import { type FindingKind, findingKinds } from '@vitrine/contract/measures/findings'
import type { Half } from '../search/questions/question.ts'
import type { Cost, KindResults, LibraryResults } from './measure.ts'

export interface TruthResults {
  half: Half
  fakes: KindResults[]
  lookAlikes: KindResults[]
  /** Empty where POV-Ray, which renders them, is missing. */
  photographs: KindResults[]
  library: LibraryResults
}

/** The tables of `npm run bench -- truth`. */
export function report({ half, fakes, lookAlikes, photographs, library }: TruthResults): string[] {
  return [
    '# Truth: what the measures say of fakes, of honest pictures and of the library',
    '',
    `Pictures of the ${half} half: from seeds of its own, and from the openclipart whose path has its hash.`,
    '"Named" is a fake in which an expected kind was found; "verified" one that the public page would call verified.',
    '',
    `## Fakes: ${sum(fakes, 'count')} in ${fakes.length} kinds`,
    '',
    '| kind | pictures | named | verified | 5 or more crossings: named | found |',
    '|---|---|---|---|---|---|',
    ...fakes.map(fakeRow),
    '',
    ...boardLines(fakes),
    ...untellableLines(fakes),
    '',
    `## Honest look-alikes: ${sum(lookAlikes, 'count')} in ${lookAlikes.length} kinds`,
    '',
    ...honestTable(lookAlikes),
    '',
    `## Photographs with soft alpha: ${sum(photographs, 'count')} in ${photographs.length} kinds`,
    '',
    ...photographLines,
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
    '| milliseconds, measuring in processor time | median | p95 |',
    '|---|---|---|',
    ...costRows('measuring', library.measuring),
    ...costRows('decoding', library.decoding),
    '',
  ]
}

const photographLines = [
  'Rendered with POV-Ray: hair, fur, smoke, glass, a glow, motion blur; as rendered, with the noise of a sensor, and',
  'taken before a wall, saved as JPEG and cut out. Not covered: real cameras with their lenses and sharpening, faces',
  "and animals, what cut-out programs do to an edge beyond taking its alpha, and HEIF's or WebP's artefacts.",
]

const honestTable = (kinds: KindResults[]) => [
  '| kind | pictures | with a fault | found |',
  '|---|---|---|---|',
  ...kinds.map(
    ({ name, count, unexpectedFaults, found }) => `| ${name} | ${count} | ${unexpectedFaults} | ${foundCells(found)} |`,
  ),
  '',
  `With a fault: ${sum(kinds, 'unexpectedFaults')} of ${sum(kinds, 'count')}.`,
]

const sum = (all: KindResults[], key: 'count' | 'named' | 'verified' | 'unexpectedFaults') =>
  all.reduce((total, one) => total + one[key], 0)

function fakeRow({ name, count, expected, named, verified, manyCrossings, found }: KindResults): string {
  const crossings = manyCrossings ? `${manyCrossings.named} of ${manyCrossings.count}` : ''
  const cells = [name, count, expected.length ? named : 'untellable', verified, crossings, foundCells(found)]
  return `| ${cells.join(' | ')} |`
}

const foundCells = (found: Partial<Record<FindingKind, number>>) =>
  (Object.keys(findingKinds) as FindingKind[])
    .filter((kind) => found[kind])
    .map((kind) => `${kind} ${found[kind]}`)
    .join(', ')

function boardLines(fakes: KindResults[]): string[] {
  const boards = fakes.filter(({ manyCrossings }) => manyCrossings)
  const all = sum(boards, 'count')
  const many = boards.reduce((total, one) => total + one.manyCrossings!.count, 0)
  const manyNamed = boards.reduce((total, one) => total + one.manyCrossings!.named, 0)
  return [
    `Checkerboards named: ${sum(boards, 'named')} of ${all} (${percent(sum(boards, 'named'), all)}), of those with`,
    `five or more crossings ${manyNamed} of ${many} (${percent(manyNamed, many)}).`,
    '',
  ]
}

const percent = (part: number, whole: number) => `${whole ? ((100 * part) / whole).toFixed(1) : 0} %`

function untellableLines(fakes: KindResults[]): string[] {
  const untold = fakes.flatMap(({ name, untellable }) =>
    Object.entries(untellable).map(([reason, pictures]) => ({ name, reason, ...pictures })),
  )
  const total = (key: 'count' | 'verified') => untold.reduce((all, one) => all + one[key], 0)
  const verified = sum(fakes, 'verified') - total('verified')
  return [
    `Called verified: ${verified} of ${sum(fakes, 'count') - total('count')} that can be told. Of the others:`,
    '',
    ...untold
      .filter((one) => one.verified)
      .map(({ name, reason, count, verified }) => `- ${name}, ${verified} of ${count}. ${reason}`),
  ]
}

function costRows(what: string, { perPicture, perMegapixel }: Cost): string[] {
  const row = (label: string, values: number[]) => {
    const sorted = values.toSorted((a, b) => a - b)
    const at = (share: number) => sorted[Math.floor(sorted.length * share)]?.toFixed(1) ?? ''
    return `| ${label} | ${at(0.5)} | ${at(0.95)} |`
  }
  return [row(`${what}, a picture`, perPicture), row(`${what}, a megapixel (smaller ones count as one)`, perMegapixel)]
}
