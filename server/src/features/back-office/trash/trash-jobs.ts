import type { CommandContext } from '#command'
import type { FeatureDeps } from '#feature'
import { deleteDerivativesIn } from '#features/gallery/derivatives.sql'
import { giveUpFiles, removeNextFile, retryFileLater, storingProcesses } from '#features/images/files/unowned-files.sql'
import { derivativesPrefix } from '#features/images/storage-keys'
import { purgeBatch, type TrashScope, trashExpiry } from '#features/images/trash.sql'
import { type BackgroundTask, repeatTask } from '#kit/background-task'
import { LOOK_INTERVAL_MS, watchProcesses } from '#kit/database/ended-processes'
import type { Database } from '#kit/database/statements'
import type { JobModule } from '#kit/jobs/job-worker'
import type { Store } from '#kit/storage/store'

export type TrashJobDeps = Pick<CommandContext, 'db' | 'backgroundDb' | 'store'>

/** Rows are removed first and files at least an hour later, so that a new upload of the same bytes can keep them. */
export const trashJobs = ({ db, backgroundDb, store }: TrashJobDeps): JobModule => ({
  handlers: {
    empty_trash: (scope: TrashScope) => emptyTrash(db, scope),
  },
  nightly: {
    empty_old_trash: async () => emptyTrash(db, { owner: null, before: await trashExpiry(db) }),
  },
  minutely: {
    remove_files: (_, { abortSignal }) =>
      removeUnusedFiles(backgroundDb, store, AbortSignal.any([AbortSignal.timeout(MAX_RUN_MS), abortSignal])),
  },
})

/** Milliseconds after which a run leaves the rest to the next minute's. */
const MAX_RUN_MS = 50_000

/** Images removed per transaction. */
const batchSize = 100

async function emptyTrash(db: Database, scope: TrashScope) {
  while ((await purgeBatch(db, scope, batchSize)) > 0);
}

/** Milliseconds after which the files of ended processes leave the rest to the next look, or to the job. */
const MAX_CLEANING_MS = 10_000

/** Removes what ended processes had stored without a row, as long as this one runs. */
export function cleanStore({ backgroundDb, store, notifications }: FeatureDeps): BackgroundTask {
  const endedProcesses = watchProcesses(backgroundDb, notifications.processName)
  return repeatTask(LOOK_INTERVAL_MS, async () => {
    const ended = await endedProcesses(await storingProcesses(backgroundDb))
    if (!ended.length) return
    await giveUpFiles(backgroundDb, ended)
    await removeUnusedFiles(backgroundDb, store, AbortSignal.timeout(MAX_CLEANING_MS))
  })
}

/** A file that cannot be removed does not stop the others; it is retried an hour later. */
async function removeUnusedFiles(db: Database, store: Store, stop: AbortSignal) {
  for (let hasMore = true; hasMore && !stop.aborted; ) {
    let attemptedKey = ''
    const remove = (key: string) => {
      attemptedKey = key
      return store.remove(key)
    }
    try {
      const key = await removeNextFile(db, remove)
      if (key?.startsWith(derivativesPrefix)) await deleteDerivativesIn(db, key)
      hasMore = key !== null
    } catch (error) {
      if (!attemptedKey) throw error
      await retryFileLater(db, attemptedKey)
    }
  }
}
