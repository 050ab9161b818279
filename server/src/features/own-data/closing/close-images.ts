import type { CommandContext } from '#command'
import { dropWaitingEdits } from '#features/back-office/waiting-edits/waiting-edits'
import { removeDerivatives } from '#features/gallery/retention-jobs'
import { purgeBatch } from '#features/images/trash.sql'
import { moveToTrash } from '#features/images/visibility/states.sql'
import { syncReadModel } from '#features/publishing/read-model'
import { rewriteImageWords } from '#features/search/words/image-words'
import type { Database } from '#kit/database/pool'
import { addJob } from '#kit/jobs/job-queue.sql'
import type { JobModule } from '#kit/jobs/job-worker'
import {
  databaseTime,
  deleteLateTraces,
  lockLeaving,
  lockStaying,
  removeNames,
  unfinishedAccounts,
} from './close-account.sql.ts'

export interface ImagesToClose {
  /** Of a closed account. */
  owner: number
  leaves: boolean
  /** What the credits of images that stay must not have. */
  names: string[]
}

type CloseImagesDeps = Pick<CommandContext, 'backgroundDb' | 'store'>

/** Images of one transaction. */
const batchSize = 100

/** The jobs that do with the images of closed accounts what their owners chose. Each may run again. */
export const closeImageJobs = ({ backgroundDb, store }: CloseImagesDeps): JobModule => ({
  handlers: {
    async close_images({ owner, leaves, names }: ImagesToClose) {
      while ((await trashLeaving(backgroundDb, owner, leaves)) === batchSize);
      const trash = { owner, before: await databaseTime(backgroundDb) }
      while ((await purgeBatch(backgroundDb, trash, batchSize)) > 0);
      let afterId: number | undefined = 0
      while (afterId !== undefined) afterId = await cleanStaying({ backgroundDb, store }, owner, afterId, names)
    },
  },
  nightly: {
    async finish_closed_accounts() {
      await deleteLateTraces(backgroundDb)
      for (const account of await unfinishedAccounts(backgroundDb))
        await addJob(backgroundDb, 'close_images', { ...account, names: [] } satisfies ImagesToClose)
    },
  },
})

/** Images that leave are gone from every list at once, and purged after that. */
const trashLeaving = (db: Database, owner: number, leaves: boolean) =>
  db.transaction().execute(async (transaction) => {
    const ids = await lockLeaving(transaction, owner, leaves, batchSize)
    if (!ids.length) return 0
    await moveToTrash(transaction, ids, owner)
    await syncReadModel(transaction, ids)
    return ids.length
  })

/** Takes out credits, file names, waiting edits and derivatives, which name the contributor; returns the last id. */
async function cleanStaying(deps: CloseImagesDeps, owner: number, afterId: number, names: string[]) {
  const images = await deps.backgroundDb.transaction().execute(async (transaction) => {
    const staying = await lockStaying(transaction, owner, afterId, batchSize)
    const ids = staying.map(({ id }) => id)
    if (!ids.length) return []
    await dropWaitingEdits(transaction, staying)
    await removeNames(transaction, ids, names)
    await rewriteImageWords(transaction, ids)
    await syncReadModel(transaction, ids)
    return staying
  })
  for (const { cloudflare_id } of images) await removeDerivatives(deps, cloudflare_id)
  return images.length === batchSize ? images.at(-1)!.id : undefined
}
