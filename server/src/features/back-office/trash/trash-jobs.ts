import { variantSides } from '@vitrine/contract/variants'
import { derivativesFolder, originalKey, variantKey } from '#features/images/storage-keys'
import {
  type PurgedImage,
  purgeBatch,
  removeNextFile,
  retryFileLater,
  type StoredFile,
  type TrashScope,
  trashExpiry,
  trashSummary,
} from '#features/images/trash.sql'
import type { Database } from '#kit/database/pool'
import { addJob } from '#kit/jobs/job-queue.sql'
import type { JobModule } from '#kit/jobs/job-worker'
import type { Store } from '#kit/storage/store'

interface TrashJobDeps {
  db: Database
  store: Store
}

/** What lies in this trash now is removed for good, in a moment. Answers how many images these are. */
export async function enqueueEmptyTrash(db: Database, owner: number | null): Promise<number> {
  const { count, before } = await trashSummary(db, owner)
  if (count) await addJob(db, 'empty_trash', { owner, before })
  return count
}

/** Rows go first and files an hour later at the earliest, so that an upload of the same bytes meanwhile keeps them. */
export const trashJobs = ({ db, store }: TrashJobDeps): JobModule => ({
  handlers: {
    empty_trash: (emptying: TrashScope) => emptyTrash(db, emptying),
  },
  nightly: {
    empty_old_trash: async () => emptyTrash(db, { owner: null, before: await trashExpiry(db) }),
    remove_files: () => removeUnusedFiles(db, store),
  },
})

/** Images removed by one transaction. */
const batchSize = 100

async function emptyTrash(db: Database, emptying: TrashScope) {
  while ((await purgeBatch(db, emptying, batchSize, filesOfImage)) > 0);
}

const filesOfImage = ({ cloudflare_id, sha256 }: PurgedImage): StoredFile[] => [
  { key: derivativesFolder(cloudflare_id), isShared: false },
  ...variantSides.map((side) => ({ key: variantKey(sha256, side), isShared: true })),
  { key: originalKey(sha256), isShared: true },
]

/** One that cannot be removed keeps none of the others; it is tried again the next night. */
async function removeUnusedFiles(db: Database, store: Store) {
  for (let left = true; left; ) {
    let tried = ''
    const remove = (key: string) => {
      tried = key
      return store.remove(key)
    }
    try {
      left = (await removeNextFile(db, remove)) !== null
    } catch (error) {
      if (!tried) throw error
      await retryFileLater(db, tried)
    }
  }
}
