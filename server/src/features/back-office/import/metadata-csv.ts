import { readFile } from 'node:fs/promises'
import { type ImageFieldName, imageFields } from '@vitrine/contract/image-fields'
import { findLicence, licenceIds } from '@vitrine/contract/vocabulary/licences'
import { CommandError } from '#command'
import type { UploadMetadata } from '#features/uploads/ingest'
import { parseCell } from '../csv/csv-cells.ts'
import { CsvError, parseCsvTable, type TableRow } from '../csv/csv-table.ts'

/** Metadata by file name, in lower case and without the extension. */
export type MetadataByFile = Map<string, UploadMetadata>

export async function readMetadataCsv(path: string): Promise<MetadataByFile> {
  const table = await readFile(path).catch(() => {
    throw new CommandError(`${path} cannot be read.`)
  })
  try {
    const { rows } = parseCsvTable(table)
    rows.forEach(assertLicenceIsKnown)
    return new Map(rows.map(metadataOfRow))
  } catch (error) {
    throw error instanceof CsvError ? new CommandError(`${path}: ${error.message}`) : error
  }
}

/** Other cells that cannot be read are left out; without this one a picture would be given under another licence. */
function assertLicenceIsKnown({ row, cells: { licence } }: TableRow) {
  if (licence !== undefined && !findLicence(licence))
    throw new CsvError(`Row ${row} has no licence of these: ${licenceIds.join(', ')}.`)
}

function metadataOfRow({ filename = '', cells }: TableRow): [string, UploadMetadata] {
  const values = (Object.entries(cells) as [ImageFieldName, string][]).map(([name, cell]) => [
    name,
    parseCell(name, truncateCell(name, cell)),
  ])
  return [filename.replace(/\.png$/i, '').toLowerCase(), Object.fromEntries(values)]
}

/** A text that is too long is cut, so that one row does not stop an import of many files. */
function truncateCell(name: ImageFieldName, cell: string): string {
  const { maxLength } = imageFields[name] as { maxLength?: number }
  return cell.slice(0, maxLength)
}
