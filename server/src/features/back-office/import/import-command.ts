import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { getSystemErrorMessage } from 'node:util'
import { type ImageStatus, imageStatus as statusSchema } from '@vitrine/contract/schemas/image'
import { originalFile } from '@vitrine/contract/variants'
import { findCategory } from '@vitrine/contract/vocabulary/find-category'
import { type Command, CommandError } from '#command'
import { type IngestDeps, ingest, receiveFile, type UploadMetadata } from '#features/uploads/ingest'
import { firstAdmin, userByUsername } from '#features/users/users.sql'
import { RefusedFile } from '#imaging/refused-file'
import { forEachLimit } from '#kit/concurrency'
import type { Database } from '#kit/database/pool'
import { startProgress } from '#kit/progress'
import { decideByCommand } from '../decisions/decide-by-command.ts'
import { type MetadataByFile, readMetadataCsv } from './metadata-csv.ts'

export const importFolder: Command = {
  usage: 'import <folder>',
  description:
    'Imports every PNG below a folder. Repeating it, after an interruption or with more files, adds no duplicates.',
  options: {
    owner: {
      type: 'string',
      description: 'Username of the contributor who owns the images; the first admin otherwise',
    },
    status: {
      type: 'string',
      description: 'pending (default), approved or rejected; also set on images that were imported before',
    },
    'category-from-folder': {
      type: 'boolean',
      description: 'Takes the category from the nearest folder with the name of one',
    },
    'keywords-from-path': { type: 'boolean', description: 'Takes keywords from the names of folders and files' },
    csv: {
      type: 'string',
      description: 'CSV with Filename, Title, Description, Keywords, Category (Adobe Stock and Shutterstock too)',
    },
  },

  async run(context, options, [folder]) {
    if (!folder) throw new CommandError(`Name the folder: npm run vitrine -- ${importFolder.usage}`)
    const root = resolve(process.env.INIT_CWD ?? '.', folder)
    const owner = await findOwner(context.db, options.owner)
    const targetStatus = options.status === undefined ? undefined : parseStatus(options.status)
    const metadataByFile = options.csv
      ? await readMetadataCsv(resolve(process.env.INIT_CWD ?? '.', String(options.csv)))
      : null
    const files = await findPngs(root)
    if (!files.length) throw new CommandError(`There is no .png file below ${root}.`)
    const plan = {
      root,
      ownerId: owner.id,
      targetStatus,
      metadataByFile,
      hasCategoryFromFolder: !!options['category-from-folder'],
      hasKeywordsFromPath: !!options['keywords-from-path'],
    }
    const report = emptyReport()
    try {
      await importAll(context, files, plan, report)
    } catch (error) {
      throw interruptedError(error)
    } finally {
      printReport(report, targetStatus)
    }
    return report.added + report.alreadyKnown > 0
  },
}

export interface ImportPlan {
  root: string
  ownerId: number
  targetStatus?: ImageStatus
  metadataByFile?: MetadataByFile | null
  hasCategoryFromFolder?: boolean
  hasKeywordsFromPath?: boolean
}

export interface ImportReport {
  added: number
  alreadyKnown: number
  rejected: { file: string; reason: string }[]
}

const emptyReport = (): ImportReport => ({ added: 0, alreadyKnown: 0, rejected: [] })

/**
 * Imports several files at once: while worker processes decode some, others are read, hashed and stored. An error that
 * is not a file's own ends the import; `report` then holds the counts so far, and every imported image has its status.
 */
export async function importAll(
  deps: IngestDeps,
  files: string[],
  plan: ImportPlan,
  report = emptyReport(),
): Promise<ImportReport> {
  const progress = startProgress('Importing', files.length)
  const statusBatch = createStatusBatch(deps.db, plan.targetStatus)
  try {
    await forEachLimit(files, CONCURRENT_FILES, async (file) => {
      const result = await importOne(deps, file, plan)
      if ('rejection' in result) report.rejected.push({ file: relative(plan.root, file), reason: result.rejection })
      else {
        report[result.added ? 'added' : 'alreadyKnown']++
        await statusBatch.add(result)
      }
      progress.step()
    })
  } finally {
    progress.finish()
    await statusBatch.flush()
  }
  return report
}

/** Enough to keep every worker process busy while other files are read, hashed and stored. */
const CONCURRENT_FILES = availableParallelism() * 2

/** Sets the status of images in batches of 50; a failed batch is retried with the next. */
function createStatusBatch(db: Database, targetStatus: ImageStatus | undefined) {
  const queue: number[] = []
  const flush = async () => {
    const ids = queue.splice(0)
    if (!ids.length) return
    await decideByCommand(db, ids, targetStatus!).catch((error) => {
      queue.push(...ids)
      throw error
    })
  }
  const add = async ({ id, status }: { id: number; status: ImageStatus }) => {
    if (targetStatus && status !== targetStatus) queue.push(id)
    if (queue.length >= 50) await flush()
  }
  return { add, flush }
}

type ImportResult = { rejection: string } | { id: number; status: ImageStatus; added: boolean }

async function importOne(deps: IngestDeps, file: string, plan: ImportPlan): Promise<ImportResult> {
  const workspace = await deps.store.createWorkspace()
  // A file that cannot be opened may fail before anything reads the stream; without a listener that ends the process.
  const source = createReadStream(file).on('error', () => {})
  try {
    const received = await receiveFile(source, join(workspace.folder, originalFile))
    const owner = { id: plan.ownerId, file_name: basename(file) }
    const { image, added } = await ingest(deps, received, owner, metadataFromPath(file, plan))
    return { id: image.id, status: image.status, added }
  } catch (error) {
    if (error instanceof RefusedFile) return { rejection: error.message }
    if (error === source.errored) return { rejection: `This file cannot be read: ${errnoText(error as Error)}.` }
    throw error
  } finally {
    source.destroy()
    await workspace.remove()
  }
}

/** The operating system's message, without the code and the path that Node adds. */
const errnoText = ({ errno, message }: NodeJS.ErrnoException) =>
  errno === undefined ? message : getSystemErrorMessage(errno)

/** Metadata from the CSV or else the path; `ingest` fills what is missing from the file's embedded metadata. */
function metadataFromPath(
  file: string,
  { root, metadataByFile, hasCategoryFromFolder, hasKeywordsFromPath }: ImportPlan,
): UploadMetadata {
  const folders = relative(root, dirname(file)).split(sep).filter(Boolean)
  const name = basename(file).replace(/\.png$/i, '')
  const category = hasCategoryFromFolder ? folders.toReversed().map(findCategory).find(Boolean) : null
  const keywords = hasKeywordsFromPath
    ? [...folders, ...name.split(/[\s_.-]+/)].map(toKeyword).filter((word) => word.length > 2)
    : []
  return { category: category?.id, keywords, ...metadataByFile?.get(name.toLowerCase()) }
}

const toKeyword = (name: string) => name.replaceAll(/[_-]+/g, ' ').replaceAll(/\d+/g, '').trim().toLowerCase()

/** Sorted, so that every run takes the same order. Links to files count as files; links to folders are not followed. */
async function findPngs(root: string): Promise<string[]> {
  if (!(await stat(root).catch(() => null))?.isDirectory()) throw new CommandError(`${root} is not a folder.`)
  return (await findPngsIn(root)).sort()
}

/** Recurses itself, because readdir's `recursive` follows links to folders, up to 40 times around a cycle. */
async function findPngsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => null)
  if (!entries) return [folder] // an unreadable folder is reported like an unreadable file
  const lists = entries.map((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return findPngsIn(path)
    return /\.png$/i.test(entry.name) && (entry.isFile() || entry.isSymbolicLink()) ? [path] : []
  })
  return (await Promise.all(lists)).flat()
}

async function findOwner(db: Database, username: string | boolean | undefined) {
  if (username) {
    const user = await userByUsername(db, String(username))
    if (!user) throw new CommandError(`There is no user "${username}".`)
    return user
  }
  const admin = await firstAdmin(db)
  if (!admin)
    throw new CommandError('There is no admin yet. Create one first: npm run vitrine -- admin --email E --username U')
  return admin
}

function parseStatus(input: string | boolean): ImageStatus {
  const parsed = statusSchema.safeParse(input)
  if (!parsed.success) throw new CommandError('--status takes pending, approved or rejected.')
  return parsed.data
}

function interruptedError(error: unknown): CommandError {
  const reason = (error as Error).message.replace(/\.?$/, '.')
  return new CommandError(`Interrupted: ${reason} Run it again once that is fixed: imported images stay.`, {
    cause: error,
  })
}

function printReport({ added, alreadyKnown, rejected }: ImportReport, targetStatus: ImageStatus | undefined) {
  for (const { file, reason } of rejected) console.log(`rejected  ${file}: ${reason}`)
  const count = (n: number) => n.toLocaleString('en')
  console.log(`${count(added)} new, ${count(alreadyKnown)} already in the library, ${count(rejected.length)} rejected.`)
  if (added && !targetStatus)
    console.log('They wait for review. To publish them all, run this again with --status approved.')
}
