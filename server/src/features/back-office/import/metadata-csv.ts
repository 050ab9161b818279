import { readFile } from 'node:fs/promises'
import { type ImageFieldName, imageFields } from '@vitrine/contract/image-fields'
import { findLicence, licenceIds } from '@vitrine/contract/vocabulary/licences'
import { CommandError } from '#command'
import { truncate } from '#features/images/tokenizer'
import type { UploadMetadata } from '#features/uploads/ingest'
import { cellProblem, type ImageCells, parseCells } from '../csv/csv-cells.ts'
import { CsvError, parseCsvTable, type TableRow } from '../csv/csv-table.ts'
import { baseName } from '../image-names.ts'
import type { SourceFile } from './find-pngs.ts'

/** What a CSV says about the files of a folder. */
export interface FolderMetadata {
  /** By the name of the file. */
  byFile: Map<string, UploadMetadata>
  rowCount: number
  /** A sentence about each row that is not used, and about each cell that cannot be read. */
  problems: string[]
}

export async function readMetadataCsv(path: string, files: SourceFile[]): Promise<FolderMetadata> {
  const table = await readFile(path).catch(() => {
    throw new CommandError(`${path} cannot be read.`)
  })
  try {
    return matchRows(parseCsvTable(table), files)
  } catch (error) {
    throw error instanceof CsvError ? new CommandError(`${path}: ${error.message}`) : error
  }
}

/** Of several rows about one file the first counts, as it does in a CSV that is uploaded. */
function matchRows(rows: TableRow[], files: SourceFile[]): FolderMetadata {
  const findFile = fileFinder(files)
  const firstRows = new Map<string, number>()
  const metadata: FolderMetadata = { byFile: new Map(), rowCount: rows.length, problems: [] }
  for (const { row, filename, cells } of rows) {
    assertLicenceIsKnown(row, cells)
    const file = findFile(filename)
    const first = typeof file === 'string' ? undefined : firstRows.get(file.name)
    const usable = truncateCells(cells)
    const problem =
      typeof file === 'string' ? file : first ? `Row ${first} is about the same file.` : cellProblem(usable)
    if (problem) metadata.problems.push(`row ${row}: ${problem}`)
    if (typeof file === 'string' || first) continue
    firstRows.set(file.name, row)
    metadata.byFile.set(file.name, parseCells(usable))
  }
  return metadata
}

/** Finds the file that a row names by its path below the folder, or else by its name alone. */
function fileFinder(files: SourceFile[]) {
  const byPath = Map.groupBy(files, ({ name }) => pathKey(name))
  const byName = Map.groupBy(files, ({ name }) => pathKey(baseName(name)))
  return (filename = ''): SourceFile | string => {
    if (!filename) return 'The row names no file.'
    const [file, another] = byPath.get(pathKey(filename)) ?? byName.get(pathKey(baseName(filename))) ?? []
    if (another) return `Several files are named "${filename}". Name their folders too.`
    return file ?? `There is no file "${filename}" in the folder.`
  }
}

/**
 * Equal for what people see as the same path: the rule of `file_name_key`, which cannot be asked here, since the folder
 * that is uploaded to a site is beside no database. In capital letters first, which unite ß with SS and ς with Σ.
 */
const pathKey = (path: string) =>
  path
    .replaceAll('\\', '/')
    .replace(/^\.?\/+/, '')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .normalize()
    .toUpperCase()
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/ ?\.png$/, '')

/** Other cells that cannot be read are left out; without this one a picture would be given under another licence. */
function assertLicenceIsKnown(row: number, { licence }: ImageCells) {
  if (licence !== undefined && !findLicence(licence))
    throw new CsvError(`Row ${row} has no licence of these: ${licenceIds.join(', ')}.`)
}

/** A text that is too long is cut, so that one row does not stop an import of many files. */
const truncateCells = (cells: ImageCells): ImageCells =>
  Object.fromEntries(
    Object.entries(cells).map(([name, cell]) => {
      const { maxLength } = imageFields[name as ImageFieldName] as { maxLength?: number }
      return [name, maxLength ? truncate(cell, maxLength) : cell]
    }),
  )
