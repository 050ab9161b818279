import { median } from '../harness/median.ts'
import { mixTable } from './listing-mix.ts'
import type { Measurement } from './measurement.ts'
import type { ScaleResults } from './scale.ts'

const p95 = (times: number[]) => times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)]!
const formatMs = (value: number) => value.toFixed(value < 10 ? 1 : 0)
const formatCpuTime = ({ webCpu: web, databaseCpu: database }: Measurement) =>
  `${web.toFixed(1)} + ${database?.toFixed(1) ?? '?'}`
const formatCount = (value: number) => value.toLocaleString('en', { maximumFractionDigits: 0 })
const row = (...cells: string[]) => `| ${cells.join(' | ')} |`
const head = (...cells: string[]) => [row(...cells), `|${cells.map(() => '---').join('|')}|`]

/** Each listing with its exact count and its cards; milliseconds, medians. */
export function scaleReport({ images, listings, mixes: mixed, approvals, http: site }: ScaleResults): string[] {
  const {
    withReadModel: whole,
    withoutReadModel: without,
    indexing: broughtIn,
    bulk,
    idle: quiet,
    duringBulk: meanwhile,
  } = approvals
  return [
    `# ${formatCount(images)} published images`,
    '',
    'Milliseconds until a listing is there: its exact count and 100 cards. Processor time is that of the web process and of PostgreSQL.',
    '',
    ...head('listing', 'lists', 'p95', 'processor', 'eight at once', 'answers/s', 'plain SQL', 'processor', 'times faster'),
    ...listings.map(({ what, lists, eight, plain }) =>
      row(
        what,
        ...[formatMs(median(lists.times)), formatMs(p95(lists.times)), formatCpuTime(lists)],
        ...[formatMs(median(eight.times)), formatCount(eight.perSecond)],
        ...[formatMs(median(plain.times)), formatCpuTime(plain), (median(plain.times) / median(lists.times)).toFixed(1)],
      ),
    ),
    '',
    ...head('questions of all kinds, caches off', 'lists, answers/s', 'processor', 'plain SQL, answers/s', 'times as many'),
    ...mixed.map(({ clients, lists, plain }) =>
      row(
        `${clients} at once`,
        ...[formatCount(lists.perSecond), formatCpuTime(lists), plain.perSecond.toFixed(1)],
        (lists.perSecond / plain.perSecond).toFixed(1),
      ),
    ),
    '',
    `An approval takes ${formatMs(median(whole))} ms (p95 ${formatMs(p95(whole))}), and ${formatMs(median(without))} ms without what visitors see;`,
    `bringing it into the lists, behind the pages, ${formatMs(broughtIn)} ms more. 1,000 at once take ${(bulk / 1000).toFixed(1)} s, in which a listing`,
    `takes ${formatMs(median(meanwhile))} ms (p95 ${formatMs(p95(meanwhile))}) where it took ${formatMs(median(quiet))} ms (p95 ${formatMs(p95(quiet))}).`,
    '',
    ...mixTable(site),
  ] // biome-ignore format: rows
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
      return row(what, ...times.map(formatMs), times.length > 1 ? `× ${(times.at(-1)! / times.at(-2)!).toFixed(1)}` : '')
    }),
  ] // biome-ignore format: rows
}
