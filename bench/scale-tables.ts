import { median } from './median.ts'
import type { ScaleResults } from './scale.ts'
import type { Measured } from './scale-measures.ts'
import { tableOfMixes } from './scale-mix.ts'

const p95 = (times: number[]) => times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)]!
const ms = (value: number) => value.toFixed(value < 10 ? 1 : 0)
const processor = ({ web, database }: Measured) => `${web.toFixed(1)} + ${database?.toFixed(1) ?? '?'}`
const many = (value: number) => value.toLocaleString('en', { maximumFractionDigits: 0 })
const row = (...cells: string[]) => `| ${cells.join(' | ')} |`
const head = (...cells: string[]) => [row(...cells), `|${cells.map(() => '---').join('|')}|`]

/** Each listing with its exact count and its cards; milliseconds, medians. */
export function tableOf({ images, listings, mixed, approvals, site }: ScaleResults): string[] {
  const { whole, without, broughtIn, bulk, quiet, meanwhile } = approvals
  return [
    `# ${many(images)} published images`,
    '',
    'Milliseconds until a listing is there: its exact count and 100 cards. Processor time is that of the web process and of PostgreSQL.',
    '',
    ...head('listing', 'lists', 'p95', 'processor', 'eight at once', 'answers/s', 'plain SQL', 'processor', 'times faster'),
    ...listings.map(({ what, lists, eight, plain }) =>
      row(
        what,
        ...[ms(median(lists.times)), ms(p95(lists.times)), processor(lists)],
        ...[ms(median(eight.times)), many(eight.perSecond)],
        ...[ms(median(plain.times)), processor(plain), (median(plain.times) / median(lists.times)).toFixed(1)],
      ),
    ),
    '',
    ...head('questions of all kinds, caches off', 'lists, answers/s', 'processor', 'plain SQL, answers/s', 'times as many'),
    ...mixed.map(({ clients, lists, plain }) =>
      row(
        `${clients} at once`,
        ...[many(lists.perSecond), processor(lists), plain.perSecond.toFixed(1)],
        (lists.perSecond / plain.perSecond).toFixed(1),
      ),
    ),
    '',
    `An approval takes ${ms(median(whole))} ms (p95 ${ms(p95(whole))}), and ${ms(median(without))} ms without what visitors see;`,
    `bringing it into the lists, behind the pages, ${ms(broughtIn)} ms more. 1,000 at once take ${(bulk / 1000).toFixed(1)} s, in which a listing`,
    `takes ${ms(median(meanwhile))} ms (p95 ${ms(p95(meanwhile))}) where it took ${ms(median(quiet))} ms (p95 ${ms(p95(quiet))}).`,
    '',
    ...tableOfMixes(site),
  ] // biome-ignore format: rows
}

/** Each listing at each size that was measured on this machine. */
export function growthOf(sizes: ScaleResults[]): string[] {
  const sorted = sizes.toSorted((one, other) => one.images - other.images)
  const names = sorted.at(-1)!.listings.map(({ what }) => what)
  const timeIn = ({ listings }: ScaleResults, what: string) =>
    median(listings.find((one) => one.what === what)!.lists.times)
  return [
    '# How listings grow with the library',
    '',
    ...head('listing, median ms', ...sorted.map(({ images }) => many(images)), 'last step'),
    ...names.map((what) => {
      const times = sorted.map((size) => timeIn(size, what))
      return row(what, ...times.map(ms), times.length > 1 ? `× ${(times.at(-1)! / times.at(-2)!).toFixed(1)}` : '')
    }),
  ] // biome-ignore format: rows
}
