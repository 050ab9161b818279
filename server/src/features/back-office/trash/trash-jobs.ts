import {
  purgeBatch,
  releaseFilesOfEndedProcesses,
  removeNextFile,
  retryFileLater,
  type TrashScope,
  trashExpiry,
  trashSummary,
} from '#features/images/trash.sql'
import type { Database } from '#kit/database/pool'
import { addJob } from '#kit/jobs/job-queue.sql'
import type { JobModule } from '#kit/jobs/job-worker'
import type { Store } from '#kit/storage/store'

export interface TrashJobDeps {
  db: Database
  backgroundDb: Database
  store: Store
}

/** Enqueues the permanent removal of all images now in the trash; `owner` null is all owners. Returns their number. */
export async function enqueueEmptyTrash(db: Database, owner: number | null): Promise<number> {
  const { count, before } = await trashSummary(db, owner)
  if (count) await addJob(db, 'empty_trash', { owner, before })
  return count
}

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

/** A file that cannot be removed does not stop the others; it is retried an hour later. */
async function removeUnusedFiles(db: Database, store: Store, stop: AbortSignal) {
  await releaseFilesOfEndedProcesses(db)
  for (let hasMore = true; hasMore && !stop.aborted; ) {
    let attemptedKey = ''
    const remove = (key: string) => {
      attemptedKey = key
      return store.remove(key)
    }
    try {
      hasMore = (await removeNextFile(db, remove)) !== null
    } catch (error) {
      if (!attemptedKey) throw error
      await retryFileLater(db, attemptedKey)
    }
  }
}
