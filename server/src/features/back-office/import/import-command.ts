import { createReadStream } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { originalFile } from '@vitrine/contract/media-files'
import { singleLine } from '@vitrine/contract/plain-text'
import { type ImageStatus, type OwnStatus, imageStatus as statusSchema } from '@vitrine/contract/schemas/image'
import { defaultLicence, type Licence } from '@vitrine/contract/vocabulary/licences'
import { rightsStatement } from '@vitrine/contract/vocabulary/provenance/rights-statement'
import { type Command, CommandError, fromCaller } from '#command'
import { firstAdmin, userByUsername } from '#features/accounts/users/users.sql'
import { refreshTrending } from '#features/publishing/popularity'
import { type IngestDeps, ingest } from '#features/uploads/ingest'
import { receiveFile } from '#features/uploads/receive-file'
import { notOfferedMessage } from '#features/uploads/submitted-metadata'
import { RefusedFile } from '#imaging/refused-file'
import { forEachLimit } from '#kit/concurrency'
import type { Database } from '#kit/database/statements'
import { startProgress } from '#kit/progress'
import { decideByCommand } from '../decisions/decide.ts'
import { baseName } from '../image-names.ts'
import {
  metadataFromPath,
  printRows,
  readSourceFolder,
  type SourceFile,
  type SourceFolder,
  sourceFolderOptions,
  unreadableText,
} from './folder-files.ts'

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
    ...sourceFolderOptions,
  },

  async run(context, options, [folder]) {
    if (!folder) throw new CommandError(`Name the folder: npm run vitrine -- ${importFolder.usage}`)
    const owner = await findOwner(context.db, options.owner)
    const targetStatus = options.status === undefined ? undefined : parseStatus(options.status)
    const source = await readSourceFolder(fromCaller(folder), options)
    console.log(`By importing you state: ${rightsStatement.text}`)
    assertOffered(source, context.config.LICENCES)
    const plan = { ...source, ownerId: owner.id, targetStatus, usualLicence: defaultLicence(context.config.LICENCES) }
    const report: ImportReport = { added: 0, alreadyKnown: 0, rejected: [] }
    try {
      await importAll(context, plan, report)
      await refreshTrending(context.backgroundDb) // until its hour, the home page would show the last folder alone
    } catch (error) {
      throw interruptedError(error)
    } finally {
      printReport(report, targetStatus)
      printRows(source)
    }
    return report.added + report.alreadyKnown > 0
  },
}

interface ImportPlan extends SourceFolder {
  ownerId: number
  targetStatus?: ImageStatus
  /** Of pictures for which none is named. */
  usualLicence: Licence
}

interface ImportReport {
  added: number
  alreadyKnown: number
  rejected: { file: string; reason: string }[]
}

/** An error that is not a file's own ends the import: `report` has the counts so far, and each image its status. */
async function importAll(deps: IngestDeps, plan: ImportPlan, report: ImportReport): Promise<void> {
  const progress = startProgress('Importing', plan.files.length)
  const statusBatch = createStatusBatch(deps.db, plan.targetStatus)
  try {
    await forEachLimit(plan.files, CONCURRENT_FILES, async (file) => {
      const result = await importOne(deps, file, plan)
      if ('rejection' in result) report.rejected.push({ file: file.name, reason: result.rejection })
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
  const add = async ({ id, status }: { id: number; status: OwnStatus }) => {
    if (targetStatus && status !== targetStatus) queue.push(id)
    if (queue.length >= 50) await flush()
  }
  return { add, flush }
}

type ImportResult = { rejection: string } | { id: number; status: OwnStatus; added: boolean }

async function importOne(deps: IngestDeps, file: SourceFile, plan: ImportPlan): Promise<ImportResult> {
  await using workspace = await deps.store.createWorkspace()
  // A file that cannot be opened may fail before anything reads the stream; without a listener that ends the process.
  const source = createReadStream(file.path).on('error', () => {})
  try {
    const received = await receiveFile(source, join(workspace.folder, originalFile))
    const statement = { rights_version: rightsStatement.version, rights_at: new Date() }
    const origin = { owner_id: plan.ownerId, file_name: singleLine(baseName(file.name)), ...statement }
    const metadata = { licence: plan.usualLicence, ...metadataFromPath(file, plan) }
    const { image, added } = await ingest(deps, received, origin, metadata)
    return { id: image.id, status: image.status, added }
  } catch (error) {
    if (error instanceof RefusedFile) return { rejection: error.message }
    if (error === source.errored) return { rejection: unreadableText(error as Error) }
    throw error
  } finally {
    source.destroy()
  }
}

/** Fails before the first file where the options or the CSV name a licence that the library does not take. */
function assertOffered({ licence, metadata }: SourceFolder, offered: readonly Licence[]) {
  const named = [licence, ...Array.from(metadata?.byFile.values() ?? [], (given) => given.licence)]
  const refused = named.find((one) => one !== undefined && !offered.includes(one))
  if (refused) throw new CommandError(notOfferedMessage(refused, offered))
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
