import type { Caller } from '@vitrine/contract/caller'
import type { ImageEdit, RejectionFields } from '@vitrine/contract/calls/back-office/images'
import { imageFieldNames } from '@vitrine/contract/image-fields'
import { liveImages, lockImages, setKeywords, setStatus, updateImages } from '#features/images/images.sql'
import { moveToTrash } from '#features/images/trash.sql'
import { syncReadModel } from '#features/publishing/read-model'
import { rewriteImageWords } from '#features/search/words/image-words'
import type { Database } from '#kit/database/pool'
import { decisionReason, newlyDecidedIds } from './decisions/decision-rules.ts'
import { lastRejections, recordDecisions } from './decisions/decisions.sql.ts'
import { assertMayChange, assertUnchanged, statusAfterEdit, toImageColumns } from './edit-rules.ts'

/** The images of a call; `versions[i]` is the version of `ids[i]` that the caller saw, where they sent it. */
interface ImageSelection {
  ids: number[]
  versions?: number[] | undefined
}

/** The outcome of a change to images. */
export interface ImagesChange {
  count: number
  /** Whether visitors see it: what happens to pending and rejected images, they do not. */
  isVisible: boolean
}

interface ImagesEdit extends ImagesChange {
  /** The images' versions after the edit, in the order of their ids. */
  versions: number[]
}

/** Applies one edit to all of these images in one transaction with the read model. */
export function editImages(
  db: Database,
  caller: Caller,
  selection: ImageSelection,
  changes: ImageEdit & RejectionFields,
): Promise<ImagesEdit> {
  return db.transaction().execute(async (transaction) => {
    const images = await lockEditable(transaction, caller, selection)
    const ids = images.map(({ id }) => id)
    await updateImages(transaction, ids, toImageColumns(changes))
    const status = statusAfterEdit(caller, changes.status)
    // Lock order: the image counts before the keywords, as an upload takes them, so that the two cannot deadlock.
    if (status) await setStatus(transaction, ids, status)
    if (changes.keywords) await setKeywords(transaction, ids, changes.keywords)
    if (hasTexts(changes)) await rewriteImageWords(transaction, ids)
    if (status && caller.role === 'admin') {
      const decision = { by: caller.id, status, ...decisionReason(status, changes) }
      const decidedIds = newlyDecidedIds(images, decision, await lastRejections(transaction, ids))
      await recordDecisions(transaction, decidedIds, decision)
    }
    const isVisible = await syncReadModel(transaction, ids)
    const after = await liveImages(transaction, ids).execute()
    return { count: ids.length, isVisible, versions: after.map(({ version }) => version) }
  })
}

/** Whether an edit changes what an image is found by: every field is searched. */
const hasTexts = (edit: ImageEdit) => imageFieldNames.some((name) => edit[name] !== undefined)

/** Soft-deletes all of these images, or none. */
export function trashImages(db: Database, caller: Caller, imageIds: number[]): Promise<ImagesChange> {
  return db.transaction().execute(async (transaction) => {
    const ids = (await lockEditable(transaction, caller, { ids: imageIds })).map(({ id }) => id)
    await moveToTrash(transaction, ids, caller.id)
    return { count: ids.length, isVisible: await syncReadModel(transaction, ids) }
  })
}

async function lockEditable(db: Database, caller: Caller, { ids, versions }: ImageSelection) {
  const images = await lockImages(db, ids)
  assertMayChange(caller, ids, images)
  if (versions) assertUnchanged(ids, versions, images)
  return images
}
