import type {
  ImageEdit,
  KeywordChange,
  RejectionFields,
  StatusSubject,
} from '@vitrine/contract/calls/back-office/images'
import type { Licence } from '@vitrine/contract/vocabulary/licences'
import * as limits from '@vitrine/contract/vocabulary/limits'
import { assertAccountOpen } from '#features/accounts/users/users.sql'
import { liveImages, lockImages, lockImagesWithOwners } from '#features/images/images.sql'
import { moveToTrash, setStatus } from '#features/images/visibility/states.sql'
import { syncReadModel } from '#features/publishing/read-model'
import { fail } from '#kit/api-error'
import type { Database } from '#kit/database/statements'
import { decideImages, isAboutEdit } from './decisions/decide.ts'
import { disagree, idsWithFaults } from './decisions/decisions.sql.ts'
import { assertMayChange, assertMayLicense, assertUnchanged, idsOf, type LockedImage } from './edit-rules.ts'
import { type FieldEdit, fieldsOf, isEmpty } from './field-values.ts'
import { type Actor, decisionEvents, recordImageEvent } from './image-audit.ts'
import {
  dropWaitingEdits,
  type EditableImage,
  hasWaitingEdit,
  isChangedBy,
  proposeEdits,
  readEditable,
  writeFieldsOfEach,
} from './waiting-edits/waiting-edits.ts'

/** The images of a call; `versions[i]` is the version of `ids[i]` that the caller saw, where they sent it. */
interface EditedSelection {
  ids: number[]
  versions?: number[] | undefined
  /** Those that the library offers. */
  licences: readonly Licence[]
}

interface ImagesChange {
  count: number
  /** Whether visitors see it: what happens to pending and rejected images, they do not. */
  isVisible: boolean
  /** Approved images beside which the edit waits for review since this change. */
  waiting?: number | undefined
  /** By which a decision that was all of it can be undone. */
  act?: number | undefined
  /** Those that an approval without faults left out. */
  faulty?: number[] | undefined
}

type Changes = ImageEdit &
  KeywordChange &
  RejectionFields & {
    decides?: StatusSubject
    without_faults?: boolean | undefined
    disagreement?: string | undefined
  }
type Editable = LockedImage & EditableImage

/** Applies one edit to all of these images in one transaction; returns the versions that they have then. */
export const editImages = (
  db: Database,
  caller: Actor,
  selection: EditedSelection,
  changes: Changes,
): Promise<ImagesChange & { versions: number[] }> =>
  db.transaction().execute(async (transaction) => {
    const change = await applyEdit(transaction, caller, selection, changes)
    const after = await liveImages(transaction, selection.ids, caller.id).execute()
    const versionOf = new Map(after.map(({ id, version }) => [id, version]))
    return { ...change, versions: selection.ids.map((id) => versionOf.get(id)!) }
  })

/** Admins' edits are live at once, contributors' wait for review (decision 0050); what changes nothing is left out. */
export async function applyEdit(db: Database, caller: Actor, selection: EditedSelection, changes: Changes) {
  const isApproval = caller.role === 'admin' && changes.status === 'approved'
  const lock = isApproval ? lockImagesWithOwners : lockImages
  const locked = await readEditable(db, await lockChangeable(db, caller, selection, lock))
  if (changes.status && locked.some(({ status }) => status === 'draft')) throw fail('not_submitted')
  const faulty = isApproval && changes.without_faults ? await idsWithFaults(db, idsOf(locked)) : []
  const images = locked.filter(({ id }) => !faulty.includes(id))
  assertMayLicense(caller.role, images, changes.licence, selection.licences)
  const outcome =
    caller.role === 'admin'
      ? await changeAtOnce(db, caller, images, changes)
      : { isVisible: false, waiting: (await changeForReview(db, images, changes)) || undefined }
  return { count: images.length, ...outcome, faulty: faulty.length ? faulty : undefined }
}

/** Returns beside how many images the edit waits; the others are changed and are pending again. */
async function changeForReview(db: Database, images: Editable[], changes: Changes): Promise<number> {
  const editFor = ({ waiting, fields }: Editable) =>
    editOfKeywords(fieldsOf(changes), changes, waiting.keywords ?? fields.keywords ?? [])
  const approved = images.filter(({ status }) => status === 'approved')
  if (changes.disagreement) await storeDisagreement(db, images, changes.disagreement)
  const changed = images
    .filter((image) => !approved.includes(image))
    .filter((image) => changes.disagreement || isChangedBy(editFor(image))(image))
  // Lock order: the image counts before the keywords, as an upload takes them, so that the two cannot deadlock.
  const rejected = changed.filter(({ status }) => status === 'rejected')
  if (rejected.length) await setStatus(db, idsOf(rejected), 'pending')
  await writeEdits(db, changed, editFor)
  return proposeEdits(db, approved, (image) => ({ ...image.waiting, ...editFor(image) }))
}

async function storeDisagreement(db: Database, images: Editable[], text: string) {
  for (const { id, status } of images)
    if (status !== 'rejected' || !(await disagree(db, id, text))) throw fail('no_disagreement')
}

/** Decides first, so that the fields of the same call win over those of an edit that it approves. */
async function changeAtOnce(db: Database, caller: Actor, images: Editable[], changes: Changes) {
  if (changes.disagreement) throw fail('no_disagreement')
  const { ids: decided, act } = await decide(db, caller, images, changes)
  if (isEmpty(fieldsOf(changes)) && !changesKeywords(changes))
    return { isVisible: decided.length > 0 && (await syncReadModel(db, decided)), act }
  const editFor = ({ fields }: Editable) => editOfKeywords(fieldsOf(changes), changes, fields.keywords ?? [])
  const current = decided.length ? await readEditable(db, images) : images
  const changed = current.filter((image) => isChangedBy(editFor(image))(image))
  await writeEdits(db, changed, editFor)
  const waiting = changed.filter(hasWaitingEdit)
  if (waiting.length) await proposeEdits(db, await readEditable(db, waiting), (image) => image.waiting)
  const ids = [...new Set([...decided, ...idsOf(changed)])]
  return { isVisible: ids.length > 0 && (await syncReadModel(db, ids)), act: changed.length ? undefined : act }
}

const changesKeywords = ({ add_keywords, remove_keywords }: KeywordChange) =>
  Boolean(add_keywords?.length || remove_keywords?.length)

/** The edit of one image whose keywords are `current`, with the keywords that an addition and a removal leave. */
function editOfKeywords(edit: FieldEdit, change: KeywordChange, current: string[]): FieldEdit {
  if (!changesKeywords(change)) return edit
  const removed = new Set(change.remove_keywords?.map(keyOf))
  const names = [...(edit.keywords ?? current), ...(change.add_keywords ?? [])]
  const byKey = new Map(names.filter((name) => !removed.has(keyOf(name))).map((name) => [keyOf(name), name]))
  if (byKey.size > limits.keywordsPerImage)
    throw fail('invalid', { message: `An image can have at most ${limits.keywordsPerImage} keywords.` })
  return { ...edit, keywords: [...byKey.values()] }
}

const keyOf = (name: string) => name.toLowerCase()

const writeEdits = (db: Database, images: Editable[], editFor: (image: Editable) => FieldEdit) =>
  writeFieldsOfEach(
    db,
    images.map((image) => ({ id: image.id, edit: editFor(image) })),
  )

async function decide(db: Database, caller: Actor, images: Editable[], changes: Changes) {
  const { status, decides, without_faults, ...why } = changes
  if (!status) return { ids: [] }
  const decided = images.filter((image) => status !== (isAboutEdit(image, decides) ? 'pending' : image.status))
  const faulty = status === 'approved' && !without_faults ? await idsWithFaults(db, idsOf(decided)) : []
  const isFaulty = ({ id }: Editable) => faulty.includes(id)
  await recordImageEvent(db, 'images with faults approved', caller, decided.filter(isFaulty))
  await recordImageEvent(
    db,
    decisionEvents[status],
    caller,
    decided.filter((image) => !isFaulty(image)),
  )
  return decideImages(db, images, { by: caller.id, status, decides, ...why })
}

export const discardEdits = (db: Database, caller: Actor, imageIds: number[]): Promise<number> =>
  db.transaction().execute(async (transaction) => {
    const locked = await lockChangeable(transaction, caller, { ids: imageIds })
    const waiting = (await readEditable(transaction, locked)).filter(hasWaitingEdit)
    await dropWaitingEdits(transaction, waiting)
    return waiting.length
  })

export const trashImages = (db: Database, caller: Actor, imageIds: number[]): Promise<ImagesChange> =>
  db.transaction().execute(async (transaction) => {
    const images = await lockChangeable(transaction, caller, { ids: imageIds })
    const ids = idsOf(images)
    await moveToTrash(transaction, ids, caller.id)
    await recordImageEvent(transaction, 'images deleted', caller, images)
    return { count: ids.length, isVisible: await syncReadModel(transaction, ids) }
  })

async function lockChangeable(
  db: Database,
  caller: Actor,
  { ids, versions }: Omit<EditedSelection, 'licences'>,
  lock = lockImages,
) {
  if (caller.role !== 'admin') await assertAccountOpen(db, caller.id)
  const images = await lock(db, ids, caller.id)
  assertMayChange(caller, ids, images)
  if (versions) assertUnchanged(ids, versions, images)
  return images
}
