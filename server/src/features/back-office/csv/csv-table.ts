import { normalizeKeywords } from '@vitrine/contract/keywords'
import { type Category, categories, findCategory } from '@vitrine/contract/vocabulary/categories'
import { parse } from 'csv-parse/sync'

/** A table whose columns say something of images. */
export interface CsvTable {
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
const headerAliases = {
  id: ['id', 'image id', 'image_id'],
  slug: ['slug'],
  filename: ['filename', 'file name', 'file'],
  title: ['title'],
  description: ['description'],
  keywords: ['keywords', 'tags'],
  category: ['category', 'categories'],
} satisfies Record<string, string[]>
type CsvColumn = keyof typeof headerAliases

/** Not a table that we can read; the message says what is wrong with it. */
export class CsvError extends Error {}

/** Reads no further than the row after `most`, however long the file is. */
export function parseCsvTable(bytes: Buffer, most = Number.POSITIVE_INFINITY): CsvTable {
  const [header, ...records] = parseRecords(decodeUtf8(bytes), most)
  if (records.length > most) throw new CsvError(`The file has more than ${most} rows.`)
  if (!header) throw new CsvError('The file is empty.')
  const at = columnIndexes(header)
  if (at.id === undefined && at.slug === undefined && at.filename === undefined) {
    throw new CsvError('The file has no column "Filename", "ID" or "Slug".')
  }
  return { rows: records.map((record, index) => ({ row: index + 2, ...parseRecord(record, at) })) }
}

/** Characters of one line, and of one row's cells: 50 keywords, a title and a description fit ten times. */
const maxLineLength = 100_000
const parserOptions = { bom: true, relax_column_count: true, skip_empty_lines: true, max_record_size: maxLineLength }

/** Spreadsheets that write something else than UTF-8 would leave question marks in every title. */
function decodeUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new CsvError('The file is not in UTF-8. Save it as "CSV UTF-8".')
  }
}

/** The separator is the one that the header line holds most of. */
function parseRecords(text: string, most: number): string[][] {
  if (hasLongLine(text)) throw new CsvError(`The file is not a CSV: a line has more than ${maxLineLength} characters.`)
  const [first = ''] = text.split('\n', 1)
  const [delimiter] = [',', ';', '\t'].toSorted((a, b) => first.split(b).length - first.split(a).length)
  try {
    return parse(text, { ...parserOptions, delimiter, ...(Number.isFinite(most) && { to: most + 2 }) })
  } catch (error) {
    throw new CsvError(`The file is not a CSV: ${(error as Error).message}.`)
  }
}

/** Cells without anything in them are counted by nobody else. */
function hasLongLine(text: string): boolean {
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at)
    if ((end < 0 ? text.length : end) - at > maxLineLength) return true
    if (end < 0) return false
    at = end + 1
  }
  return false
}

function columnIndexes(header: string[]): Partial<Record<CsvColumn, number>> {
  const said = header.map((name) => name.trim().toLowerCase())
  const names = Object.keys(headerAliases) as CsvColumn[]
  const found = names.map((name) => [name, said.findIndex((one) => headerAliases[name].includes(one))] as const)
  return Object.fromEntries(found.filter(([, index]) => index >= 0))
}

function parseRecord(record: string[], at: Partial<Record<CsvColumn, number>>): Omit<TableRow, 'row'> {
  const cell = (name: CsvColumn) => {
    const index = at[name]
    return (index === undefined ? undefined : unescapeFormula(record[index] ?? '').trim()) || undefined
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
    keywords: keywords === undefined ? undefined : normalizeKeywords(keywords.split(/[,;]/)),
    category: cell('category'),
  }
  return Object.fromEntries(Object.entries(all).filter(([, said]) => said !== undefined))
}

/** Adobe Stock's numbers 1 to 20 are our categories in our order (its 21, Travel, is nearest to Transport). */
export function parseCategory(said: string): Category['id'] | undefined {
  if (/^\d+$/.test(said)) return said === '21' ? 20 : categories.find((one) => one.id === Number(said))?.id
  return [said, ...said.split(/[,/]/)].map(findCategory).find(Boolean)?.id
}

/** A line of RFC 4180. Every cell stands in quotes, so a spreadsheet takes none for a number or a date. */
export const csvLine = (cells: string[]) =>
  `${cells.map((cell) => `"${escapeFormula(cell).replaceAll('"', '""')}"`).join(',')}\r\n`

/** Spreadsheets run what begins with these, so an apostrophe goes before it; reading takes it away again. */
const escapeFormula = (cell: string) => (/^'*[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell)
const unescapeFormula = (cell: string) => (/^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell)
