import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { type FindingKind, findingKinds } from '@vitrine/contract/measures/findings'
import { originalFile } from '@vitrine/contract/media-files'
import { pages } from '@vitrine/contract/pages'
import { type Command, type CommandContext, CommandError } from '#command'
import { siteUrl } from '#config'
import type { FeatureDeps } from '#feature'
import { saveFile } from '#features/images/files/file-facts.sql'
import { imagesOfFile, lockImages } from '#features/images/images.sql'
import { originalKey } from '#features/images/storage-keys'
import { galleryChanged, replacePublished } from '#features/publishing/read-model'
import { queueLength } from '#features/search/inverted-index/index-writer.sql'
import { RefusedFile } from '#imaging/refused-file'
import { forEachLimit } from '#kit/concurrency'
import { unlessLocked } from '#kit/database/advisory-locks'
import { notify } from '#kit/database/notifications'
import type { Database } from '#kit/database/statements'
import type { JobModule } from '#kit/jobs/job-worker'
import type { Logger } from '#kit/logger'
import { startProgress } from '#kit/progress'
import { measureFile } from '../ingest.ts'
import {
  emptyImages,
  findingCounts,
  type OutdatedFile,
  outdateAllFiles,
  outdatedFileCount,
  outdatedFiles,
  setUnmeasurable,
} from './outdated-files.sql.ts'

export type MeasuringDeps = Pick<CommandContext, 'backgroundDb' | 'store' | 'imagingPool' | 'licensor'>

/** Publishes its images again. A file that is missing or cannot be decoded stays unmeasured; the reason is returned. */
export async function measureAgain(
  { backgroundDb, store, imagingPool, licensor }: MeasuringDeps,
  { sha256, byte_size, width, height }: OutdatedFile,
  signal?: AbortSignal,
): Promise<string | null> {
  const key = originalKey(sha256)
  const save = (write: (transaction: Database) => Promise<unknown>) => saveAndPublish(backgroundDb, sha256, write)
  if ((await store.size(key)) === null) {
    await save((transaction) => setUnmeasurable(transaction, sha256))
    return `The file ${key} is missing from the store.`
  }
  await using workspace = await store.createWorkspace()
  try {
    const path = join(workspace.folder, originalFile)
    await pipeline(store.read(key), createWriteStream(path), { signal })
    const picture = { path, sha256, byte_size, pixels: width * height }
    const measured = await measureFile({ imagingPool, licensor }, picture, { owner: 'operator', signal })
    await measured.storePreviews(store)
    await save((transaction) => saveFile(transaction, measured.file, measured.perceptualRow))
    return null
  } catch (error) {
    if (!(error instanceof RefusedFile)) throw error
    await save((transaction) => setUnmeasurable(transaction, sha256))
    return `The file ${key} cannot be measured: ${error.message}`
  }
}

/** Writes what is known of a file together with what visitors' searches hold of its images. */
const saveAndPublish = (db: Database, sha256: string, write: (transaction: Database) => Promise<unknown>) =>
  db.transaction().execute(async (transaction) => {
    const images = await lockImages(transaction, await imagesOfFile(transaction, sha256))
    await write(transaction)
    const ids = images.map(({ id }) => id)
    await replacePublished(transaction, ids)
  })

/** Held while outdated files are measured: one process of the site, or the command line. */
const measuringLock = 'measuring'

/** Files that are looked up at a time. */
const batchSize = 50
/** With more queued images than these the job waits for the next minute, because searches evaluate each of them. */
const maxQueued = 1_000

/** Measures on one process for 50 seconds of each minute, with pauses as long as its work: half a worker at most. */
export const measuringJobs = (deps: FeatureDeps): JobModule => ({
  minutely: {
    measure_outdated_files: async (_, { abortSignal }) => {
      const signal = AbortSignal.any([AbortSignal.timeout(50_000), abortSignal])
      await unlessLocked(deps.backgroundDb, measuringLock, () => measureOutdated(deps, { log: deps.log, signal }))
    },
  },
})

export async function measureOutdated(
  deps: MeasuringDeps,
  { log, signal }: { log: Pick<Logger, 'info' | 'warn'>; signal: AbortSignal },
): Promise<void> {
  const { backgroundDb } = deps
  let measured = 0
  while (!signal.aborted) {
    if ((await queueLength(backgroundDb, maxQueued)) >= maxQueued) break
    const files = await outdatedFiles(backgroundDb, batchSize)
    if (!files.length) break
    for (const file of files) {
      const began = performance.now()
      if (signal.aborted) break
      const problem = await measureAgain(deps, file, signal).catch((error) => {
        if (!signal.aborted) throw error
        return null
      })
      if (problem) log.warn({ problem }, 'A file is left unmeasured')
      measured++
      await sleep(performance.now() - began, undefined, { signal }).catch(() => {})
    }
  }
  if (!measured) return
  await notify(backgroundDb, galleryChanged)
  log.info({ measured, left: await outdatedFileCount(backgroundDb) }, 'Files of an older version were measured again')
}

/** Measures, at full speed, what an older version measured; the site may run meanwhile. */
export const measure: Command = {
  usage: 'measure',
  description: 'Measures the files that an older version measured, makes their previews, and says what was found.',
  options: { all: { type: 'boolean', description: 'Measures every file again.' } },

  async run(context, { all }) {
    const { backgroundDb } = context
    if (all) await outdateAllFiles(backgroundDb)
    const unlocked = await unlessLocked(backgroundDb, measuringLock, () => measureAll(context))
    if (!unlocked) throw new CommandError('The site is measuring at the moment. Try again in a minute.')
    await report(context)
    return true
  },
}

async function measureAll(context: CommandContext): Promise<void> {
  const { backgroundDb, config } = context
  const progress = startProgress('Measuring', await outdatedFileCount(backgroundDb))
  const nextFiles = () => outdatedFiles(backgroundDb, batchSize)
  for (let files = await nextFiles(); files.length; files = await nextFiles())
    await forEachLimit(files, config.IMAGE_WORKERS, async (file) => {
      const problem = await measureAgain(context, file)
      if (problem) console.error(problem)
      progress.step()
    })
  progress.finish()
  await notify(backgroundDb, galleryChanged)
}

const maxListed = 50

async function report({ backgroundDb, config }: CommandContext): Promise<void> {
  const { files, unmeasured, kinds } = await findingCounts(backgroundDb)
  console.log(`${files.toLocaleString('en')} files, ${unmeasured.toLocaleString('en')} of them not measured.`)
  for (const kind of Object.keys(findingKinds) as FindingKind[])
    if (kinds.has(kind))
      console.log(`${kinds.get(kind)!.toLocaleString('en').padStart(9)} ${kind} (${findingKinds[kind]})`)
  const empty = await emptyImages(backgroundDb, maxListed)
  if (empty.length) console.log('Nothing can be seen in these images:')
  for (const { slug, status } of empty) console.log(`  ${siteUrl(config)}${pages.image.href({ slug })} (${status})`)
}
