import { median } from '../harness/median.ts'
import { type MixComparison, mixTable } from './listing-mix.ts'
import type { Approvals, Measurement } from './measurement.ts'
import type { FillTimes } from './scale-process.ts'

export interface ScaleResults {
  images: number
  fillTimes: FillTimes
  /** `lists`: through the index, by one client; `eight`: by eight concurrent ones. `plain`: by plain SQL. */
  listings: { what: string; lists: Measurement; eight: Measurement; plain: Measurement }[]
  mixes: { clients: number; lists: Measurement; plain: Measurement }[]
  approvals: Approvals
  /** Over HTTP, with the site's caches. */
  http: MixComparison[]
}

const p95 = (times: number[]) => times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)]!
const formatMs = (value: number) => value.toFixed(value < 10 ? 1 : 0)
const formatCpuTime = ({ webCpu: web, databaseCpu: database }: Measurement) =>
  `${web.toFixed(1)} + ${database?.toFixed(1) ?? '?'}`
const formatCount = (value: number) => value.toLocaleString('en', { maximumFractionDigits: 0 })
const row = (...cells: string[]) => `| ${cells.join(' | ')} |`
const head = (...cells: string[]) => [row(...cells), `|${cells.map(() => '---').join('|')}|`]

/** Milliseconds, as medians, of each listing with its exact count and its cards. */
export function scaleReport({ images, listings, mixes, approvals, http }: ScaleResults): string[] {
  return [
    `# ${formatCount(images)} published images`,
    '',
    'Milliseconds of a listing: its exact count and 100 cards. Processor time: web process + PostgreSQL.',
    '',
    ...head('listing', 'index', 'p95', 'processor', 'eight at once', 'answers/s', 'plain SQL', 'processor', 'factor'),
    ...listings.map(listingRow),
    '',
    ...head('listings of all kinds, caches off', 'index, answers/s', 'processor', 'plain SQL, answers/s', 'factor'),
    ...mixes.map(({ clients, lists, plain }) =>
      row(
        `${clients} at once`,
        ...[formatCount(lists.perSecond), formatCpuTime(lists), plain.perSecond.toFixed(1)],
        (lists.perSecond / plain.perSecond).toFixed(1),
      ),
    ),
    '',
    ...approvalLines(approvals),
    '',
    ...mixTable(http),
  ]
}

function listingRow({ what, lists, eight, plain }: ScaleResults['listings'][number]): string {
  const factor = median(plain.times) / median(lists.times)
  return row(
    what,
    ...[formatMs(median(lists.times)), formatMs(p95(lists.times)), formatCpuTime(lists)],
    ...[formatMs(median(eight.times)), formatCount(eight.perSecond)],
    ...[formatMs(median(plain.times)), formatCpuTime(plain), factor.toFixed(1)],
  )
}

function approvalLines({ withReadModel, withoutReadModel, indexing, bulk, idle, duringBulk }: Approvals): string[] {
  const summary = (times: number[]) => `${formatMs(median(times))} ms (p95 ${formatMs(p95(times))})`
  return [
    `An approval takes ${summary(withReadModel)}, without the read model ${formatMs(median(withoutReadModel))} ms;`,
    `applying it to the posting lists, in the background, takes ${formatMs(indexing)} ms more.`,
    `1,000 approvals at once take ${(bulk / 1000).toFixed(1)} s, in which a listing takes ${summary(duringBulk)};`,
    `before it took ${summary(idle)}.`,
  ]
}

/** Each listing at each size that was measured on this machine. */
export function growthReport(sizes: ScaleResults[]): string[] {
  const sorted = sizes.toSorted((one, other) => one.images - other.images)
  const names = sorted.at(-1)!.listings.map(({ what }) => what)
  const timeIn = ({ listings }: ScaleResults, what: string) =>
    median(listings.find((one) => one.what === what)!.lists.times)
  return [
    '# How listings grow with the library',
    '',
    ...head('listing, median ms', ...sorted.map(({ images }) => formatCount(images)), 'last step'),
    ...names.map((what) => {
      const times = sorted.map((size) => timeIn(size, what))
      const growth = times.length > 1 ? `× ${(times.at(-1)! / times.at(-2)!).toFixed(1)}` : ''
      return row(what, ...times.map(formatMs), growth)
    }),
  ]
}
