import { getSystemErrorMessage } from 'node:util'
import { findCategory } from '@vitrine/contract/vocabulary/find-category'
import { findLicence, type Licence, licenceIds } from '@vitrine/contract/vocabulary/licences'
import { limits } from '@vitrine/contract/vocabulary/limits'
import {
  type AiStatement,
  aiStatementIds,
  findAiStatement,
} from '@vitrine/contract/vocabulary/provenance/ai-statements'
import { CommandError, type CommandOptions, fromCaller } from '#command'
import type { UploadMetadata } from '#features/uploads/ingest'
import { baseName } from '../image-names.ts'
import { findPngs, type SourceFile } from './find-pngs.ts'
import { type FolderMetadata, readMetadataCsv } from './metadata-csv.ts'

/** A folder of PNGs, and where the metadata of its files comes from. */
export interface SourceFolder {
  files: SourceFile[]
  metadata?: FolderMetadata | undefined
  hasCategoryFromFolder?: boolean
  hasKeywordsFromPath?: boolean
  /** Of pictures whose row names none. */
  licence?: Licence | undefined
  credit?: string | undefined
  ai_made?: AiStatement | undefined
}

/** Options of the commands that read a folder. */
export const sourceFolderOptions = {
  'category-from-folder': {
    type: 'boolean',
    description: 'Takes the category from the nearest folder with the name of one',
  },
  'keywords-from-path': { type: 'boolean', description: 'Takes keywords from the names of folders and files' },
  csv: {
    type: 'string',
    description:
      'CSV with Filename, Title, Description, Keywords, Category, Licence, Credit, Made with AI (those of ' +
      'Adobe Stock and Shutterstock too)',
  },
  licence: { type: 'string', description: `Licence of what the CSV names none for: ${licenceIds.join(', ')}` },
  credit: { type: 'string', description: 'Whom to name as the maker of what the CSV names none for' },
  'made-with-ai': { type: 'string', description: `Where the CSV does not say it: ${aiStatementIds.join(', ')}` },
} as const

export async function readSourceFolder(root: string, options: CommandOptions): Promise<SourceFolder> {
  const files = await findPngs(root)
  return {
    files,
    metadata: options.csv ? await readMetadataCsv(fromCaller(String(options.csv)), files) : undefined,
    hasCategoryFromFolder: !!options['category-from-folder'],
    hasKeywordsFromPath: !!options['keywords-from-path'],
    licence: choice(options, 'licence', findLicence, licenceIds),
    credit: options.credit === undefined ? undefined : String(options.credit).slice(0, limits.credit),
    ai_made: choice(options, 'made-with-ai', findAiStatement, aiStatementIds),
  }
}

function choice<Value>(options: CommandOptions, name: string, find: (text: string) => Value, ids: readonly string[]) {
  if (options[name] === undefined) return undefined
  const found = find(String(options[name]))
  if (!found) throw new CommandError(`--${name} takes one of ${ids.join(', ')}.`)
  return found
}

/** Metadata from the CSV or else the path; what is missing is filled from the file's embedded metadata. */
export function metadataFromPath(
  file: SourceFile,
  { metadata, hasCategoryFromFolder, hasKeywordsFromPath, licence, credit, ai_made }: SourceFolder,
): UploadMetadata {
  const folders = file.name.split('/').slice(0, -1)
  const name = baseName(file.name).replace(/\.png$/i, '')
  const category = hasCategoryFromFolder ? folders.toReversed().map(findCategory).find(Boolean) : null
  const keywords = hasKeywordsFromPath
    ? [...folders, ...name.split(/[\s_.-]+/)].map(toKeyword).filter((word) => word.length > 2)
    : []
  const given = { ...(licence && { licence }), ...(credit && { credit }), ...(ai_made && { ai_made }) }
  const words = keywords.length ? { keywords } : {}
  return { category: category?.id, ...words, file_title: file.title, ...given, ...metadata?.byFile.get(file.name) }
}

const toKeyword = (name: string) => name.replaceAll(/[_-]+/g, ' ').replaceAll(/\d+/g, '').trim().toLowerCase()

/** Names the rows that are not used, so that with the others they are all of them. */
export function printRows({ metadata }: SourceFolder) {
  if (!metadata) return
  for (const problem of metadata.problems) console.log(`csv  ${problem}`)
  console.log(`${metadata.byFile.size} of ${metadata.rowCount} rows of the CSV used.`)
}

/** Why a file was not taken although nothing is known of its content. */
export const unreadableText = (error: Error) => `This file cannot be read: ${errnoText(error)}.`

/** The operating system's message, without the code and the path that Node adds. */
const errnoText = ({ errno, message }: NodeJS.ErrnoException) =>
  errno === undefined ? message : getSystemErrorMessage(errno)
