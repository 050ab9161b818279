import { backOffice } from '@vitrine/contract/calls/back-office/images'
import type { ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import { type ImageFieldName, mapImageFields } from '@vitrine/contract/image-fields'
import type { OwnStatus } from '@vitrine/contract/schemas/image'
import type { RejectionReason } from '@vitrine/contract/vocabulary/rejection-reasons'
import type { Role } from '@vitrine/contract/vocabulary/roles'
import * as z from 'zod/mini'
import { useUser } from '#api/back-office.ts'
import { createStore, useStoreValue } from './external-store.ts'
import { messages } from './messages.ts'

/** The values of the side panel's form. */
export interface ImageFields extends Pick<ManagedImage, ImageFieldName> {
  status: OwnStatus
  /** Of a rejection; '' until one is chosen. */
  reason: RejectionReason | ''
  note: string
}

export interface Draft extends ImageFields {
  /** Version of the image when editing began. */
  version: number
}

/** Contributors go on from their waiting edit, admins from what visitors see (requirements: #waiting-edits). */
export function fieldsOf(image: ManagedImage, role: Role): ImageFields {
  const { status, rejection, waiting_edit } = image
  const current = role === 'admin' ? image : { ...image, ...waiting_edit?.fields }
  const edited = mapImageFields((name) => current[name]) as Pick<ManagedImage, ImageFieldName>
  const reason = (rejection?.reason ?? '') as RejectionReason | ''
  return { ...edited, status, reason, note: rejection?.note ?? '' }
}

/** Those that differ from what they were before. */
export function changedFields<Fields extends object>(fields: Fields, before: Fields): Partial<Fields> {
  const names = Object.keys(before) as (keyof Fields)[]
  const changed = names.filter((name) => JSON.stringify(fields[name]) !== JSON.stringify(before[name]))
  return Object.fromEntries(changed.map((name) => [name, fields[name]])) as Partial<Fields>
}

/** Unsaved edits by user and image; they survive a change of image, list or page, and hold what was changed alone. */
const drafts = createStore<ReadonlyMap<string, Partial<ImageFields> & Pick<Draft, 'version'>>>(new Map())
let stopAsking = () => {}

/** Makes the browser ask before it unloads the page, until the result is called. */
function askBeforeUnload(): () => void {
  const ask = (event: Event) => event.preventDefault()
  addEventListener('beforeunload', ask)
  return () => removeEventListener('beforeunload', ask)
}

/** Makes the browser ask before it unloads the page, until this has settled. */
export const askUntil = <T>(settled: Promise<T>): Promise<T> => settled.finally(askBeforeUnload())

export function useDrafts() {
  const { username, role } = useUser()
  const all = useStoreValue(drafts)
  const keyOf = ({ id }: ManagedImage) => `${username} ${id}`

  const set = (next: ReturnType<typeof drafts.getSnapshot>) => {
    drafts.set(next)
    stopAsking()
    if (next.size) stopAsking = askBeforeUnload()
  }

  const discard = (image: ManagedImage) =>
    set(new Map([...drafts.getSnapshot()].filter(([key]) => key !== keyOf(image))))

  return {
    get(image: ManagedImage): Draft | null {
      const changed = all.get(keyOf(image))
      const draft = changed && { ...fieldsOf(image, role), ...changed }
      return draft && Object.keys(changedFields(draft, fieldsOf(image, role))).length ? draft : null
    },
    save(image: ManagedImage, draft: Draft) {
      const changed = changedFields(draft, fieldsOf(image, role))
      if (!Object.keys(changed).length) return discard(image)
      set(new Map([...drafts.getSnapshot(), [keyOf(image), { ...changed, version: draft.version }]]))
    },
    discard,
  }
}

export type FieldErrors = Partial<Record<string, string>>

/** The request body of an edit; only an admin's has a status, of what was submitted, about the image itself. */
export function editRequest(image: ManagedImage, { reason, note, status, ...texts }: ImageFields, role: Role) {
  const edit = { ...texts, version: image.version }
  if (role !== 'admin' || status === 'draft') return edit
  return {
    ...edit,
    status,
    decides: 'image' as const,
    ...(isNewRejection(image, { status, reason, note }) && { reason: reason || undefined, note }),
  }
}

/** Validation errors by field, with the contract's messages. */
export function validateFields(image: ManagedImage, fields: ImageFields, role: Role): FieldErrors {
  const parsed = z.safeParse(backOffice.update.body, editRequest(image, fields, role))
  const problems = (parsed.error?.issues ?? []).map(({ path, message }) => [String(path[0]), message])
  const isUnexplained = role === 'admin' && isNewRejection(image, fields) && !fields.reason
  return Object.fromEntries([...problems.reverse(), ...(isUnexplained ? [['reason', messages.reasonNeeded]] : [])])
}

/** Whether reason or note changed: repeating the same ones would record another decision and mail the contributor. */
function isNewRejection(
  { status, rejection }: ManagedImage,
  fields: Pick<ImageFields, 'status' | 'reason' | 'note'>,
): boolean {
  if (fields.status !== 'rejected') return false
  return status !== 'rejected' || fields.reason !== (rejection?.reason ?? '') || fields.note !== (rejection?.note ?? '')
}
