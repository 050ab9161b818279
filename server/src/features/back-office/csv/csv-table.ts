import { type ImageFieldName, mapImageFields } from '@vitrine/contract/image-fields'
import { parse } from 'csv-parse/sync'
import type { ImageCells } from './csv-cells.ts'

/** A parsed CSV with at least one column that identifies images. */
export interface CsvTable {
  rows: TableRow[]
}

export interface TableRow {
  /** Line number in the file; the header is 1. */
  row: number
  /** What identifies the image; a row needs one of the three. */
  id?: string
  slug?: string
  filename?: string
  cells: ImageCells
}

type CsvColumn = 'id' | 'slug' | 'filename' | ImageFieldName

/** Headers in any order and case: those of our export, Adobe Stock's and Shutterstock's. */
const headerAliases: Record<CsvColumn, readonly string[]> = {
  id: ['id', 'image id', 'image_id'],
  slug: ['slug'],
  filename: ['filename', 'file name', 'file'],
  ...mapImageFields((_, { csvHeaders }) => csvHeaders),
}

/** The file is not a CSV that can be read; the message tells the user what is wrong with it. */
export class CsvError extends Error {}

/**
 * Counts the lines of a file while it arrives, and refuses one with more than `rows` rows and their header can have.
 * Line ends inside quotes do not count, and three blank lines may follow each row.
 */
export function createLineCounter(rows: number): (chunk: Uint8Array) => void {
  const most = 4 * (rows + 1)
  let [lines, isQuoted] = [0, false]
  return (chunk) => {
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at]
      if (byte === QUOTE) isQuoted = !isQuoted
      else if (byte === LINE_FEED && !isQuoted && ++lines > most)
        throw new CsvError(`The file has more than ${most} lines. At most ${rows} rows are taken.`)
    }
  }
}

const [QUOTE, LINE_FEED] = [0x22, 0x0a]

/** Parses at most one row beyond `most`, however long the file is. */
export function parseCsvTable(bytes: Uint8Array, most = Number.POSITIVE_INFINITY): CsvTable {
  const [header, ...records] = parseRecords(decodeUtf8(bytes), most)
  if (records.length > most) throw new CsvError(`The file has more than ${most} rows.`)
  if (!header) throw new CsvError('The file is empty.')
  const at = columnIndexes(header)
  if (at.id === undefined && at.slug === undefined && at.filename === undefined) {
    throw new CsvError('The file has no column "Filename", "ID" or "Slug".')
  }
  return { rows: records.map((record, index) => ({ row: index + 2, ...parseRecord(record, at) })) }
}

/** Characters of one line and of one row: ten times what 50 keywords, a title and a description need. */
const maxLineLength = 100_000
const parserOptions = { bom: true, relax_column_count: true, skip_empty_lines: true, max_record_size: maxLineLength }

/** Refuses other encodings, which would put replacement characters into every title. */
function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new CsvError('The file is not in UTF-8. Save it as "CSV UTF-8".')
  }
}

/** The separator is the candidate that occurs most often in the header. */
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

/** The parser's max_record_size does not count empty cells, so a line of separators alone is caught here. */
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
  const names = header.map((name) => name.trim().toLowerCase())
  const columns = Object.entries(headerAliases).map(
    ([column, aliases]) => [column, names.findIndex((name) => aliases.includes(name))] as const,
  )
  return Object.fromEntries(columns.filter(([, index]) => index >= 0))
}

function parseRecord(record: string[], at: Partial<Record<CsvColumn, number>>): Omit<TableRow, 'row'> {
  const cell = (name: CsvColumn) => {
    const index = at[name]
    return (index === undefined ? undefined : unescapeFormula(record[index] ?? '').trim()) || undefined
  }
  const cells = mapImageFields(cell)
  // A table without a title column is Shutterstock's, whose Description is the title.
  const shutterstock = at.title === undefined && { title: cells.description, description: undefined }
  const names = { id: cell('id'), slug: cell('slug'), filename: cell('filename') }
  return { ...withoutUndefined(names), cells: withoutUndefined({ ...cells, ...shutterstock }) }
}

const withoutUndefined = <T extends object>(object: T) =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as Partial<T>

/** A line of RFC 4180. Every cell is quoted, so that spreadsheets do not read it as a number or a date. */
export const csvLine = (cells: string[]) =>
  `${cells.map((cell) => `"${escapeFormula(cell).replaceAll('"', '""')}"`).join(',')}\r\n`

/** Against CSV injection: a cell that a spreadsheet would execute gets an apostrophe, which the import removes. */
const escapeFormula = (cell: string) => (/^'*[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell)
const unescapeFormula = (cell: string) => (/^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell)
