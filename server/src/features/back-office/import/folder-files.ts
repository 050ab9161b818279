import { readdir, readFile, stat } from 'node:fs/promises'
import { getSystemErrorMessage } from 'node:util'
import { type ImageFieldName, imageFields } from '@vitrine/contract/image-fields'
import { findCategory } from '@vitrine/contract/vocabulary/find-category'
import { findLicence, type Licence, licenceIds } from '@vitrine/contract/vocabulary/licences'
import * as limits from '@vitrine/contract/vocabulary/limits'
import {
  type AiStatement,
  aiStatementIds,
  findAiStatement,
} from '@vitrine/contract/vocabulary/provenance/ai-statements'
import { CommandError, type CommandOptions, fromCaller } from '#command'
import { truncate } from '#features/images/tokenizer'
import type { UploadMetadata } from '#features/uploads/ingest'
import { titlesFromFileNames } from '#imaging/png/file-title'
import { decodeText } from '#kit/decode-text'
import { cellProblem, type ImageCells, parseCells } from '../csv/csv-cells.ts'
import { CsvError, parseCsvTable, type TableRow } from '../csv/csv-table.ts'
import { baseName } from '../image-names.ts'

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

export interface SourceFile {
  /** In bytes, since names on a disk need not be UTF-8. */
  path: Buffer
  /** The path below the folder, as text. */
  name: string
  /** What its name suggests. */
  title: string
}

/** Sorted, so that every run takes the same order. Links to files count as files; links to folders are not followed. */
export async function findPngs(root: string): Promise<SourceFile[]> {
  if (!(await stat(root).catch(() => null))?.isDirectory()) throw new CommandError(`${root} is not a folder.`)
  const folder = Buffer.from(root)
  const paths = (await findPngsIn(folder)).sort(Buffer.compare)
  if (!paths.length) throw new CommandError(`There is no .png file below ${root}.`)
  const names = paths.map((path) => textOf(path.subarray(folder.length)))
  const titles = titlesFromFileNames(names.map(baseName))
  return paths.map((path, index) => ({ path, name: names[index]!, title: titles[index]! }))
}

/** Each part of a path may be in an encoding of its own, and macOS stores letters decomposed. */
const textOf = (path: Buffer) =>
  path
    .toString('latin1')
    .split('/')
    .slice(1)
    .map((part) => decodeText(Buffer.from(part, 'latin1')).normalize())
    .join('/')

/** Recurses itself, because readdir's `recursive` follows links to folders, up to 40 times around a cycle. */
async function findPngsIn(folder: Buffer): Promise<Buffer[]> {
  const entries = await readdir(folder, { withFileTypes: true, encoding: 'buffer' }).catch(() => null)
  if (!entries) return [folder] // an unreadable folder is reported like an unreadable file
  const lists = entries.map((entry) => {
    const path = Buffer.concat([folder, Buffer.from('/'), entry.name])
    if (entry.isDirectory()) return findPngsIn(path)
    return isPng(entry.name.toString()) && (entry.isFile() || entry.isSymbolicLink()) ? [path] : []
  })
  return (await Promise.all(lists)).flat()
}

/** Not the attributes that macOS stores beside a file on other systems (AppleDouble). */
const isPng = (name: string) => /\.png$/i.test(name) && !name.startsWith('._')

interface FolderMetadata {
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

/** The rule of `file_name_key`, for use without a database; upper case comes first, to unite ß with SS and ς with Σ. */
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
