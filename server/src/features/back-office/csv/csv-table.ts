import { type ImageFieldName, mapImageFields } from '@vitrine/contract/image-fields'
import { singleLine } from '@vitrine/contract/plain-text'
import { parse } from 'csv-parse/sync'
import { utf16Label } from '#kit/decode-text'
import type { ImageCells } from './csv-cells.ts'

export interface TableRow {
  /** Number of the row as a spreadsheet shows it. */
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
const columnsByHeader = new Map(
  Object.entries(headerAliases).flatMap(([column, names]) => names.map((name) => [name, column as CsvColumn] as const)),
)

/** The file is not a CSV that can be read; the message tells the user what is wrong with it. */
export class CsvError extends Error {}

/** Parses a file of at most `most` rows; those without any cell, as spreadsheets leave them, do not count. */
export function parseCsvTable(bytes: Uint8Array, most = Number.POSITIVE_INFINITY): TableRow[] {
  const { text, separators } = takeSeparatorLine(decodeTable(bytes))
  refuseLargeTable(text, most)
  const records = parseRecords(text, findDelimiter(text, separators))
  if (!records.some(hasCell)) throw new CsvError('The file is empty.')
  const headerIndex = records.slice(0, headerRows).findIndex(isHeader)
  if (headerIndex < 0) throw new CsvError('The file has no column "Filename", "ID" or "Slug".')
  const at = columnIndexes(records[headerIndex]!)
  const rows = records.flatMap((record, index) =>
    index > headerIndex && hasCell(record) ? { row: index + 1, ...parseRecord(record, at) } : [],
  )
  if (rows.length > most) throw new CsvError(`The file has more than ${most} rows.`)
  return rows
}

const hasCell = (record: string[]) => record.some((cell) => cell.trim() !== '' && singleLine(cell) !== '')

/** Rows among which the header is: spreadsheets may put a heading above it. */
const headerRows = 10

function isHeader(record: string[]): boolean {
  const { id, slug, filename } = columnIndexes(record)
  return Boolean(id ?? slug ?? filename)
}

/** Bytes in which the Latin letters of the headers show whether the file is in UTF-16. */
const headerBytes = 64

/** Refuses other encodings, which would put replacement characters into every title. */
function decodeTable(bytes: Uint8Array): string {
  const encoding = utf16Label(bytes.subarray(0, headerBytes)) ?? 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw new CsvError('The file is not in UTF-8. Save it as "CSV UTF-8".')
  }
}

/** A first line `sep=;` tells spreadsheets the separator, and is none of the rows that they show. */
function takeSeparatorLine(text: string): { text: string; separators: string[] } {
  const [line = '', separator] = /^"?sep=(.)"?\1*(?:\r\n?|\n)/i.exec(text) ?? []
  const separators = [',', ';', '\t', '|']
  return { text: text.slice(line.length), separators: separator ? [separator, ...separators] : separators }
}

/** Characters of one line and of one row: ten times what 50 keywords, a title and a description need. */
const maxLineLength = 100_000

/**
 * Refuses what takes long to parse: lines beyond `most` rows with a header and three blank lines each, where line ends
 * inside quotes do not count, and lines of separators alone, which the parser's max_record_size does not count.
 */
function refuseLargeTable(text: string, most: number): void {
  const mostLines = 4 * (most + 1)
  let [lines, start, isQuoted] = [0, 0, false]
  for (let at = 0; at <= text.length; at++) {
    const sign = text[at]
    if (sign === '"') isQuoted = !isQuoted
    if (sign !== '\n' && sign !== '\r' && sign !== undefined) continue
    if (at - start > maxLineLength)
      throw new CsvError(`The file is not a CSV: a line has more than ${maxLineLength} characters.`)
    const isCounted = !isQuoted && sign !== undefined && !(sign === '\n' && text[at - 1] === '\r')
    if (isCounted && ++lines > mostLines)
      throw new CsvError(`The file has more than ${mostLines} lines. At most ${most} rows are taken.`)
    start = at + 1
  }
}

/** The separator under which a record has most of our headers. */
function findDelimiter(text: string, separators: string[]): string {
  const headersUnder = (delimiter: string) => {
    let most = 0
    const on_record = (record: string[]): undefined => {
      most = Math.max(most, Object.keys(columnIndexes(record)).length)
    }
    try {
      parse(text, { ...parserOptions, delimiter, to: headerRows, on_record })
    } catch {
      // What is wrong below the header is told where the whole is parsed.
    }
    return most
  }
  const [best] = separators.toSorted((one, other) => headersUnder(other) - headersUnder(one))
  return best!
}

/** Any line end ends a record: a header of a spreadsheet may stand above lines of a script. */
const parserOptions = {
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  max_record_size: maxLineLength,
}

function parseRecords(text: string, delimiter: string): string[][] {
  try {
    return parse(text, { ...parserOptions, delimiter })
  } catch (error) {
    throw new CsvError(`The file is not a CSV: ${(error as Error).message}.`)
  }
}

/** The columns of each kind, of which a table may have several. */
type ColumnIndexes = Partial<Record<CsvColumn, number[]>>

function columnIndexes(header: string[]): ColumnIndexes {
  const at: ColumnIndexes = {}
  for (const [index, name] of header.entries()) {
    const column = name.trim() && columnsByHeader.get(singleLine(name).toLowerCase())
    if (column) (at[column] ??= []).push(index)
  }
  return at
}

function parseRecord(record: string[], at: ColumnIndexes): Omit<TableRow, 'row'> {
  const cell = (name: CsvColumn) => {
    const filled = (at[name] ?? []).map((index) => unescapeFormula(record[index] ?? '').trim()).filter(Boolean)
    return name === 'keywords' ? filled.join(', ') || undefined : filled[0]
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
