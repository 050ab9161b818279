import { type Category, categories, findCategory } from '@vitrine/contract/categories'
import { distinctKeywords } from '@vitrine/contract/images'
import { parse } from 'csv-parse/sync'

/** A table whose columns say something of images. */
export interface Table {
  rows: TableRow[]
}

export interface TableRow {
  /** Of the file, the header being 1. */
  row: number
  /** How the row names its image; at least one of them. */
  id?: string
  slug?: string
  filename?: string
  /** As texts of the file; empty cells are left out. */
  title?: string
  description?: string
  keywords?: string[]
  category?: string
}

/** Headers in any order and case: ours, Adobe Stock's and Shutterstock's, whose Description is the title. */
const aliases = {
  id: ['id', 'image id', 'image_id'],
  slug: ['slug'],
  filename: ['filename', 'file name', 'file'],
  title: ['title'],
  description: ['description'],
  keywords: ['keywords', 'tags'],
  category: ['category', 'categories'],
} satisfies Record<string, string[]>
type Column = keyof typeof aliases

/** Not a table that we can read; the message says what is wrong with it. */
export class NotCsv extends Error {}

/** Reads no further than the row after `most`, however long the file is. */
export function readTable(bytes: Buffer, most = Number.POSITIVE_INFINITY): Table {
  const [header, ...records] = recordsIn(textOf(bytes), most)
  if (records.length > most) throw new NotCsv(`The file has more than ${most} rows.`)
  if (!header) throw new NotCsv('The file is empty.')
  const at = columnsIn(header)
  if (at.id === undefined && at.slug === undefined && at.filename === undefined) {
    throw new NotCsv('The file has no column "Filename", "ID" or "Slug".')
  }
  return { rows: records.map((record, index) => ({ row: index + 2, ...saidIn(record, at) })) }
}

/** Characters of one line, and of one row's cells: 50 keywords, a title and a description fit ten times. */
const longest = 100_000
const usual = { bom: true, relax_column_count: true, skip_empty_lines: true, max_record_size: longest }

/** Spreadsheets that write something else than UTF-8 would leave question marks in every title. */
function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new NotCsv('The file is not in UTF-8. Save it as "CSV UTF-8".')
  }
}

/** The separator is the one that the header line holds most of. */
function recordsIn(text: string, most: number): string[][] {
  if (hasLongLine(text)) throw new NotCsv(`The file is not a CSV: a line has more than ${longest} characters.`)
  const [first = ''] = text.split('\n', 1)
  const [delimiter] = [',', ';', '\t'].toSorted((a, b) => first.split(b).length - first.split(a).length)
  try {
    return parse(text, { ...usual, delimiter, ...(Number.isFinite(most) && { to: most + 2 }) })
  } catch (error) {
    throw new NotCsv(`The file is not a CSV: ${(error as Error).message}.`)
  }
}

/** Cells without anything in them are counted by nobody else. */
function hasLongLine(text: string): boolean {
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at)
    if ((end < 0 ? text.length : end) - at > longest) return true
    if (end < 0) return false
    at = end + 1
  }
  return false
}

function columnsIn(header: string[]): Partial<Record<Column, number>> {
  const said = header.map((name) => name.trim().toLowerCase())
  const names = Object.keys(aliases) as Column[]
  const found = names.map((name) => [name, said.findIndex((one) => aliases[name].includes(one))] as const)
  return Object.fromEntries(found.filter(([, index]) => index >= 0))
}

function saidIn(record: string[], at: Partial<Record<Column, number>>): Omit<TableRow, 'row'> {
  const cell = (name: Column) => {
    const index = at[name]
    return (index === undefined ? undefined : unguarded(record[index] ?? '').trim()) || undefined
  }
  // A table without titles is Shutterstock's.
  const [title, description] =
    at.title === undefined ? [cell('description'), undefined] : [cell('title'), cell('description')]
  const keywords = cell('keywords')
  const all = {
    id: cell('id'),
    slug: cell('slug'),
    filename: cell('filename'),
    title,
    description,
    keywords: keywords === undefined ? undefined : distinctKeywords(keywords.split(/[,;]/)),
    category: cell('category'),
  }
  return Object.fromEntries(Object.entries(all).filter(([, said]) => said !== undefined))
}

/** Adobe Stock's numbers 1 to 20 are our categories in our order (its 21, Travel, is nearest to Transport). */
export function categoryIn(said: string): Category['id'] | undefined {
  if (/^\d+$/.test(said)) return said === '21' ? 20 : categories.find((one) => one.id === Number(said))?.id
  return [said, ...said.split(/[,/]/)].map(findCategory).find(Boolean)?.id
}

/** A line of RFC 4180. Every cell stands in quotes, so a spreadsheet takes none for a number or a date. */
export const lineOf = (cells: string[]) =>
  `${cells.map((cell) => `"${guarded(cell).replaceAll('"', '""')}"`).join(',')}\r\n`

/** Spreadsheets run what begins with these, so an apostrophe goes before it; reading takes it away again. */
const guarded = (cell: string) => (/^'*[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell)
const unguarded = (cell: string) => (/^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell)
