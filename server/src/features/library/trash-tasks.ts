import { variantSides } from '@vitrine/contract/picture-limits'
import { copiesFolder } from '#features/gallery/rules'
import { originalKey, variantKey } from '#features/images/rules'
import { type Emptying, removeOneFile, removeSomeForGood, thirtyDaysAgo, trashed } from '#features/images/trash-queries'
import type { Database } from '#kit/database'
import { addJob } from '#kit/job-queries'
import type { Work } from '#kit/jobs'
import type { Store } from '#kit/store'

interface Ground {
  db: Database
  store: Store
}

/** What lies in this trash now is removed for good, in a moment. Answers how many images these are. */
export async function askToEmpty(db: Database, owner: number | null): Promise<number> {
  const { count, before } = await trashed(db, owner)
  if (count) await addJob(db, 'empty_trash', { owner, before })
  return count
}

/** Rows go first and files an hour later, so that an upload of the same bytes meanwhile keeps them. */
export const trashWork = ({ db, store }: Ground): Work => ({
  tasks: {
    async empty_trash(emptying: Emptying) {
      await empty(db, store, emptying)
    },
  },
  nightly: {
    async empty_old_trash() {
      await empty(db, store, { owner: null, before: await thirtyDaysAgo(db) })
    },
    async remove_files() {
      while (await removeOneFile(db, (sha256) => removeFiles(store, sha256)));
    },
  },
})

/** Images removed by one transaction. */
const batch = 100

async function empty(db: Database, store: Store, emptying: Emptying) {
  for (;;) {
    const gone = await removeSomeForGood(db, emptying, batch)
    if (gone.length === 0) return
    for (const cloudflare_id of gone) await store.remove(copiesFolder(cloudflare_id))
  }
}

async function removeFiles(store: Store, sha256: string) {
  for (const side of variantSides) await store.remove(variantKey(sha256, side))
  await store.remove(originalKey(sha256))
}
