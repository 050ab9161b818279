import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { getSystemErrorMessage } from 'node:util'
import { findCategory } from '@vitrine/contract/categories'
import { type ImageStatus, imageStatus as statusSchema } from '@vitrine/contract/images'
import { RejectedFile } from '#features/images/refusal'
import { changeStatus } from '#features/images/review-queries'
import { type IngestDeps, ingest, receiveFile, type UploadMetadata } from '#features/uploads/ingest'
import { firstAdmin, userByUsername } from '#features/users/queries'
import type { Database } from '#kit/database'
import { startProgress } from '#kit/progress'
import { sideBySide } from '#kit/side-by-side'
import { type Command, Wrong } from './command.ts'
import { readMetadataCsv, type SaidByFile } from './metadata-csv.ts'

export const importFolder: Command = {
  usage: 'import <folder>',
  about: 'Takes in every PNG below a folder. Run it again after an interruption, or with more files: nothing doubles.',
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
    if (!folder) throw new Wrong(`Say which folder: npm run vitrine -- ${importFolder.usage}`)
    const root = resolve(process.env.INIT_CWD ?? '.', folder)
    const owner = await ownerOf(ground.db, said.owner)
    const wanted = said.status === undefined ? undefined : readStatus(said.status)
    const csv = said.csv ? await readMetadataCsv(resolve(process.env.INIT_CWD ?? '.', String(said.csv))) : null
    const files = await pngsBelow(root)
    if (!files.length) throw new Wrong(`There is no .png file below ${root}.`)
    const plan = {
      root,
      owner: owner.id,
      wanted,
      csv,
      fromFolder: !!said['category-from-folder'],
      fromPath: !!said['keywords-from-path'],
    }
    const report = nothing()
    try {
      await importAll(ground, files, plan, report)
    } catch (error) {
      throw interruption(error)
    } finally {
      tell(report, wanted)
    }
    return report.added + report.known > 0
  },
}

export interface Plan {
  root: string
  owner: number
  wanted?: ImageStatus
  csv?: SaidByFile | null
  fromFolder?: boolean
  fromPath?: boolean
}

export interface Report {
  added: number
  known: number
  refused: { file: string; reason: string }[]
}

const nothing = (): Report => ({ added: 0, known: 0, refused: [] })

/**
 * Several files at once: while pictures are measured in their own processes, others are read, hashed and stored. A fault
 * that is not of a file ends it; `report` then tells how far it came, and all that was taken in has its status.
 */
export async function importAll(ground: IngestDeps, files: string[], plan: Plan, report = nothing()): Promise<Report> {
  const progress = startProgress('Importing', files.length)
  const due = dueReviews(ground.db, plan.wanted)
  try {
    await sideBySide(files, LANES, async (file) => {
      const taken = await importOne(ground, file, plan)
      if ('refused' in taken) report.refused.push({ file: relative(plan.root, file), reason: taken.refused })
      else {
        report[taken.added ? 'added' : 'known']++
        await due.add(taken)
      }
      progress.step()
    })
  } finally {
    progress.end()
    await due.settle()
  }
  return report
}

/** Below the 200 pictures that may wait for their turn, so that none is ever turned away. */
const LANES = Math.min(availableParallelism() * 2, 100)

/** Images that are to have another status get it in batches; those of a batch that failed are tried again with the next. */
function dueReviews(db: Database, wanted: ImageStatus | undefined) {
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

type Taken = { refused: string } | { id: number; status: ImageStatus; added: boolean }

async function importOne(ground: IngestDeps, file: string, plan: Plan): Promise<Taken> {
  const workspace = await ground.store.workspace()
  // A file that cannot be opened fails at once, which may be before anybody reads it and hears of it.
  const source = createReadStream(file).on('error', () => {})
  try {
    const received = await receiveFile(source, join(workspace.folder, 'original.png'))
    const owner = { id: plan.owner, file_name: basename(file) }
    const { image, added } = await ingest(ground, received, owner, saidOf(file, plan))
    return { id: image.id, status: image.status, added }
  } catch (error) {
    if (error instanceof RejectedFile) return { refused: error.message }
    if (error === source.errored) return { refused: `This file cannot be read: ${reasonOf(error as Error)}.` }
    throw error
  } finally {
    source.destroy()
    await workspace.clear()
  }
}

/** The system's words for it, without the code and the path that Node wraps around them. */
const reasonOf = ({ errno, message }: NodeJS.ErrnoException) =>
  errno === undefined ? message : getSystemErrorMessage(errno)

/** What the path and the CSV say of a file; where they are silent, the file's own metadata speaks. */
function saidOf(file: string, { root, csv, fromFolder, fromPath }: Plan): UploadMetadata {
  const folders = relative(root, dirname(file)).split(sep).filter(Boolean)
  const own = basename(file).replace(/\.png$/i, '')
  const category = fromFolder ? folders.toReversed().map(findCategory).find(Boolean) : null
  const keywords = fromPath
    ? [...folders, ...own.split(/[\s_.-]+/)].map(plainWord).filter((word) => word.length > 2)
    : []
  return { category_id: category?.id, keywords, ...csv?.get(own.toLowerCase()) }
}

const plainWord = (name: string) => name.replaceAll(/[_-]+/g, ' ').replaceAll(/\d+/g, '').trim().toLowerCase()

/** Sorted, so that two runs go the same way. Links to files count as files; links to folders are not followed. */
async function pngsBelow(root: string): Promise<string[]> {
  if (!(await stat(root).catch(() => null))?.isDirectory()) throw new Wrong(`${root} is not a folder.`)
  return (await pngsIn(root)).sort()
}

/** Folder by folder, since `recursive` follows links to folders, up to 40 times around a ring. */
async function pngsIn(folder: string): Promise<string[]> {
  const found = await readdir(folder, { withFileTypes: true }).catch(() => null)
  if (!found) return [folder] // cannot be read, and is named as such when its turn comes
  const lists = found.map((one) => {
    const path = join(folder, one.name)
    if (one.isDirectory()) return pngsIn(path)
    return /\.png$/i.test(one.name) && (one.isFile() || one.isSymbolicLink()) ? [path] : []
  })
  return (await Promise.all(lists)).flat()
}

async function ownerOf(db: Database, said: string | boolean | undefined) {
  if (said) {
    const user = await userByUsername(db, String(said))
    if (!user) throw new Wrong(`There is no user "${said}".`)
    return user
  }
  const admin = await firstAdmin(db)
  if (!admin) throw new Wrong('There is no admin yet. Make one first: npm run vitrine -- admin --email E --username U')
  return admin
}

function readStatus(said: string | boolean): ImageStatus {
  const read = statusSchema.safeParse(said)
  if (!read.success) throw new Wrong('--status is pending, approved or rejected.')
  return read.data
}

function interruption(error: unknown): Wrong {
  const reason = (error as Error).message.replace(/\.?$/, '.')
  return new Wrong(`Interrupted: ${reason} Run it again once that is mended: what is in stays in.`, { cause: error })
}

function tell({ added, known, refused }: Report, wanted: ImageStatus | undefined) {
  for (const { file, reason } of refused) console.log(`refused  ${file}: ${reason}`)
  const parts = [`${added.toLocaleString('en')} new`, `${known.toLocaleString('en')} known already (the same bytes)`]
  console.log(`${[...parts, `${refused.length.toLocaleString('en')} refused`].join(', ')}.`)
  if (added && !wanted) console.log('They wait for review. To publish them all, run this again with --status approved.')
}
