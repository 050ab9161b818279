import type { ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import { type ImageFieldName, mapImageFields } from '@vitrine/contract/image-fields'
import type { ImageStatus } from '@vitrine/contract/schemas/image'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import type { RejectionReason } from '@vitrine/contract/vocabulary/rejection-reasons'
import type { Role } from '@vitrine/contract/vocabulary/roles'
import { createStore, useStoreValue } from './external-store.ts'

/** The values of the side panel's form. */
export interface ImageFields extends Pick<ManagedImage, ImageFieldName> {
  status: ImageStatus
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

export function isChanged(fields: ImageFields, image: ManagedImage, role: Role): boolean {
  const before = fieldsOf(image, role)
  return (Object.keys(before) as (keyof ImageFields)[]).some(
    (name) => JSON.stringify(fields[name]) !== JSON.stringify(before[name]),
  )
}

/** Unsaved edits by user and image; they survive a change of image, list or page. */
const drafts = createStore<ReadonlyMap<string, Draft>>(new Map())

export function useDrafts({ username, role }: SignedInUser) {
  const all = useStoreValue(drafts)
  const keyOf = ({ id }: ManagedImage) => `${username} ${id}`

  const set = (next: ReadonlyMap<string, Draft>) => {
    drafts.set(next)
    if (next.size) addEventListener('beforeunload', warnBeforeUnload)
    else removeEventListener('beforeunload', warnBeforeUnload)
  }

  const discard = (image: ManagedImage) =>
    set(new Map([...drafts.getSnapshot()].filter(([key]) => key !== keyOf(image))))

  return {
    get(image: ManagedImage): Draft | null {
      const draft = all.get(keyOf(image))
      return draft && isChanged(draft, image, role) ? draft : null
    },
    save(image: ManagedImage, draft: Draft) {
      if (isChanged(draft, image, role)) set(new Map([...drafts.getSnapshot(), [keyOf(image), draft]]))
      else discard(image)
    },
    discard,
  }
}

/** Makes the browser ask before it unloads a page with unsaved edits. */
const warnBeforeUnload = (event: Event) => event.preventDefault()
