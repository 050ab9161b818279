import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { getSystemErrorMessage } from 'node:util'
import { type ImageStatus, imageStatus as statusSchema } from '@vitrine/contract/schemas/image'
import { findCategory } from '@vitrine/contract/vocabulary/categories'
import { changeStatus } from '#features/publishing/change-status'
import { type IngestDeps, ingest, receiveFile, type UploadMetadata } from '#features/uploads/ingest'
import { firstAdmin, userByUsername } from '#features/users/users.sql'
import { RejectedFile } from '#imaging/rejected-file'
import { forEachLimit } from '#kit/concurrency'
import type { Database } from '#kit/database/pool'
import { startProgress } from '#kit/progress'
import { type Command, CommandError } from './command.ts'
import { type MetadataByFile, readMetadataCsv } from './metadata-csv.ts'

export const importFolder: Command = {
  usage: 'import <folder>',
  description:
    'Takes in every PNG below a folder. Run it again after an interruption, or with more files: nothing doubles.',
  options: {
    owner: { type: 'string', about: 'Username of the contributor who owns the images; the first admin otherwise' },
    status: { type: 'string', about: 'pending (usual), approved or rejected; sets known images of the folder too' },
    'category-from-folder': {
      type: 'boolean',
      about: 'Takes the category from the nearest folder that is named like one',
    },
    'keywords-from-path': { type: 'boolean', about: 'Makes keywords of the names of folders and files' },
    csv: {
      type: 'string',
      about: 'CSV with Filename, Title, Description, Keywords, Category (Adobe Stock and Shutterstock too)',
    },
  },

  async run(ground, said, [folder]) {
    if (!folder) throw new CommandError(`Say which folder: npm run vitrine -- ${importFolder.usage}`)
    const root = resolve(process.env.INIT_CWD ?? '.', folder)
    const owner = await findOwner(ground.db, said.owner)
    const targetStatus = said.status === undefined ? undefined : parseStatus(said.status)
    const metadataByFile = said.csv
      ? await readMetadataCsv(resolve(process.env.INIT_CWD ?? '.', String(said.csv)))
      : null
    const files = await findPngs(root)
    if (!files.length) throw new CommandError(`There is no .png file below ${root}.`)
    const plan = {
      root,
      ownerId: owner.id,
      targetStatus,
      metadataByFile,
      hasCategoryFromFolder: !!said['category-from-folder'],
      hasKeywordsFromPath: !!said['keywords-from-path'],
    }
    const report = emptyReport()
    try {
      await importAll(ground, files, plan, report)
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
 * Several files at once: while pictures are measured in their own processes, others are read, hashed and stored. A fault
 * that is not of a file ends it; `report` then tells how far it came, and all that was taken in has its status.
 */
export async function importAll(
  ground: IngestDeps,
  files: string[],
  plan: ImportPlan,
  report = emptyReport(),
): Promise<ImportReport> {
  const progress = startProgress('Importing', files.length)
  const due = createReviewBatch(ground.db, plan.targetStatus)
  try {
    await forEachLimit(files, CONCURRENT_FILES, async (file) => {
      const taken = await importOne(ground, file, plan)
      if ('refused' in taken) report.rejected.push({ file: relative(plan.root, file), reason: taken.refused })
      else {
        report[taken.added ? 'added' : 'alreadyKnown']++
        await due.add(taken)
      }
      progress.step()
    })
  } finally {
    progress.finish()
    await due.settle()
  }
  return report
}

/** Below the 200 pictures that may wait for their turn, so that none is ever turned away. */
const CONCURRENT_FILES = Math.min(availableParallelism() * 2, 100)

/** Images that are to have another status get it in batches; those of a batch that failed are tried again with the next. */
function createReviewBatch(db: Database, wanted: ImageStatus | undefined) {
  const due: number[] = []
  const settle = async () => {
    const ids = due.splice(0)
    if (!ids.length) return
    await changeStatus(db, ids, wanted!).catch((error) => {
      due.push(...ids)
      throw error
    })
  }
  const add = async ({ id, status }: { id: number; status: ImageStatus }) => {
    if (wanted && status !== wanted) due.push(id)
    if (due.length >= 50) await settle()
  }
  return { add, settle }
}

type ImportResult = { refused: string } | { id: number; status: ImageStatus; added: boolean }

async function importOne(ground: IngestDeps, file: string, plan: ImportPlan): Promise<ImportResult> {
  const workspace = await ground.store.createWorkspace()
  // A file that cannot be opened fails at once, which may be before anybody reads it and hears of it.
  const source = createReadStream(file).on('error', () => {})
  try {
    const received = await receiveFile(source, join(workspace.folder, 'original.png'))
    const owner = { id: plan.ownerId, file_name: basename(file) }
    const { image, added } = await ingest(ground, received, owner, metadataFromPath(file, plan))
    return { id: image.id, status: image.status, added }
  } catch (error) {
    if (error instanceof RejectedFile) return { refused: error.message }
    if (error === source.errored) return { refused: `This file cannot be read: ${errnoText(error as Error)}.` }
    throw error
  } finally {
    source.destroy()
    await workspace.remove()
  }
}

/** The system's words for it, without the code and the path that Node wraps around them. */
const errnoText = ({ errno, message }: NodeJS.ErrnoException) =>
  errno === undefined ? message : getSystemErrorMessage(errno)

/** What the path and the CSV say of a file; where they are silent, the file's own metadata speaks. */
function metadataFromPath(
  file: string,
  { root, metadataByFile: csv, hasCategoryFromFolder: fromFolder, hasKeywordsFromPath: fromPath }: ImportPlan,
): UploadMetadata {
  const folders = relative(root, dirname(file)).split(sep).filter(Boolean)
  const own = basename(file).replace(/\.png$/i, '')
  const category = fromFolder ? folders.toReversed().map(findCategory).find(Boolean) : null
  const keywords = fromPath
    ? [...folders, ...own.split(/[\s_.-]+/)].map(keywordFrom).filter((word) => word.length > 2)
    : []
  return { category: category?.id, keywords, ...csv?.get(own.toLowerCase()) }
}

const keywordFrom = (name: string) => name.replaceAll(/[_-]+/g, ' ').replaceAll(/\d+/g, '').trim().toLowerCase()

/** Sorted, so that two runs go the same way. Links to files count as files; links to folders are not followed. */
async function findPngs(root: string): Promise<string[]> {
  if (!(await stat(root).catch(() => null))?.isDirectory()) throw new CommandError(`${root} is not a folder.`)
  return (await findPngsIn(root)).sort()
}

/** Folder by folder, since `recursive` follows links to folders, up to 40 times around a ring. */
async function findPngsIn(folder: string): Promise<string[]> {
  const found = await readdir(folder, { withFileTypes: true }).catch(() => null)
  if (!found) return [folder] // cannot be read, and is named as such when its turn comes
  const lists = found.map((one) => {
    const path = join(folder, one.name)
    if (one.isDirectory()) return findPngsIn(path)
    return /\.png$/i.test(one.name) && (one.isFile() || one.isSymbolicLink()) ? [path] : []
  })
  return (await Promise.all(lists)).flat()
}

async function findOwner(db: Database, said: string | boolean | undefined) {
  if (said) {
    const user = await userByUsername(db, String(said))
    if (!user) throw new CommandError(`There is no user "${said}".`)
    return user
  }
  const admin = await firstAdmin(db)
  if (!admin)
    throw new CommandError('There is no admin yet. Make one first: npm run vitrine -- admin --email E --username U')
  return admin
}

function parseStatus(said: string | boolean): ImageStatus {
  const read = statusSchema.safeParse(said)
  if (!read.success) throw new CommandError('--status is pending, approved or rejected.')
  return read.data
}

function interruptedError(error: unknown): CommandError {
  const reason = (error as Error).message.replace(/\.?$/, '.')
  return new CommandError(`Interrupted: ${reason} Run it again once that is mended: what is in stays in.`, {
    cause: error,
  })
}

function printReport({ added, alreadyKnown: known, rejected: refused }: ImportReport, wanted: ImageStatus | undefined) {
  for (const { file, reason } of refused) console.log(`refused  ${file}: ${reason}`)
  const parts = [`${added.toLocaleString('en')} new`, `${known.toLocaleString('en')} known already (the same bytes)`]
  console.log(`${[...parts, `${refused.length.toLocaleString('en')} refused`].join(', ')}.`)
  if (added && !wanted) console.log('They wait for review. To publish them all, run this again with --status approved.')
}
