import type { FeatureDeps } from '#feature'
import { derivativesFolder, derivativesPrefix } from '#features/images/storage-keys'
import { deleteOldDownloadDays } from '#features/publishing/downloads.sql'
import { forEachLimit, inBatches } from '#kit/concurrency'
import type { Database } from '#kit/database/statements'
import type { JobModule } from '#kit/jobs/job-worker'
import type { Store } from '#kit/storage/store'
import {
  addFoundDerivatives,
  deleteDerivativesIn,
  deleteUnusedDerivatives,
  unusedDerivatives,
} from './derivatives.sql.ts'

type RetentionDeps = Pick<FeatureDeps, 'backgroundDb' | 'store'>

/** What is kept for a number of days and then removed (requirements: #derivative-retention, #download-counts). */
export const retentionJobs = ({ backgroundDb, store }: RetentionDeps): JobModule => ({
  nightly: {
    remove_unused_derivatives: async () => {
      await findDerivatives(backgroundDb, store)
      await removeUnusedDerivatives(backgroundDb, store)
    },
    remove_old_download_days: () => deleteOldDownloadDays(backgroundDb),
  },
})

const batchSize = 1_000
/** Files that are removed at a time, since a bucket takes some 20 ms for each. */
const concurrentRemovals = 8

/** Finds derivatives without a row: a killed process loses its last second. */
async function findDerivatives(db: Database, store: Store) {
  for await (const keys of inBatches(store.list(derivativesPrefix), batchSize)) await addFoundDerivatives(db, keys)
}

/** Files before rows, so that what cannot be removed is tried again; what is requested now is made again. */
async function removeUnusedDerivatives(db: Database, store: Store) {
  const errors: unknown[] = []
  for (let keys = await unusedDerivatives(db, '', batchSize); keys.length; ) {
    const removed: string[] = []
    await forEachLimit(keys, concurrentRemovals, async (key) => {
      await store.remove(key).then(
        () => removed.push(key),
        (error) => errors.push(error),
      )
    })
    await deleteUnusedDerivatives(db, removed)
    keys = await unusedDerivatives(db, keys.at(-1)!, batchSize)
  }
  if (errors.length) throw new AggregateError(errors, `${errors.length} derivatives could not be removed`)
}

export async function removeDerivatives({ backgroundDb, store }: RetentionDeps, cloudflare_id: string): Promise<void> {
  const folder = derivativesFolder(cloudflare_id)
  await store.remove(folder)
  await deleteDerivativesIn(backgroundDb, folder)
}
