import { readFile } from 'node:fs/promises'
import { limits } from '@vitrine/contract/vocabulary/limits'
import { CsvError, parseCategory, parseCsvTable, type TableRow } from '#features/back-office/csv/csv-table'
import type { UploadMetadata } from '#features/uploads/ingest'
import { CommandError } from './command.ts'

/** What a CSV says of each file, by its name in lower case and without the extension. */
export type MetadataByFile = Map<string, UploadMetadata>

export async function readMetadataCsv(path: string): Promise<MetadataByFile> {
  const table = await readFile(path).catch(() => {
    throw new CommandError(`${path} cannot be read.`)
  })
  try {
    return new Map(parseCsvTable(table).rows.map(metadataOfRow))
  } catch (error) {
    throw error instanceof CsvError ? new CommandError(`${path}: ${error.message}`) : error
  }
}

function metadataOfRow({ filename = '', title, description, keywords, category }: TableRow): [string, UploadMetadata] {
  return [
    filename.replace(/\.png$/i, '').toLowerCase(),
    {
      ...(title && { title: title.slice(0, limits.title) }),
      ...(description && { description: description.slice(0, limits.description) }),
      ...(keywords && { keywords }),
      ...(category && { category_id: parseCategory(category) }),
    },
  ]
}
