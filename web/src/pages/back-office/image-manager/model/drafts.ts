import type { ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import { type ImageFieldName, mapImageFields } from '@vitrine/contract/image-fields'
import type { ImageStatus } from '@vitrine/contract/schemas/image'
import type { RejectionReason } from '@vitrine/contract/vocabulary/rejection-reasons'
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

export function fieldsOf(image: ManagedImage): ImageFields {
  const { status, rejection } = image
  const edited = mapImageFields((name) => image[name]) as Pick<ManagedImage, ImageFieldName>
  const reason = (rejection?.reason ?? '') as RejectionReason | ''
  return { ...edited, status, reason, note: rejection?.note ?? '' }
}

export function isChanged(fields: ImageFields, image: ManagedImage): boolean {
  const before = fieldsOf(image)
  return (Object.keys(before) as (keyof ImageFields)[]).some(
    (name) => JSON.stringify(fields[name]) !== JSON.stringify(before[name]),
  )
}

/** Unsaved edits by user and image; they survive a change of image, list or page. */
const drafts = createStore<ReadonlyMap<string, Draft>>(new Map())

export function useDrafts(username: string) {
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
      return draft && isChanged(draft, image) ? draft : null
    },
    save(image: ManagedImage, draft: Draft) {
      if (isChanged(draft, image)) set(new Map([...drafts.getSnapshot(), [keyOf(image), draft]]))
      else discard(image)
    },
    discard,
  }
}

/** Makes the browser ask before it unloads a page with unsaved edits. */
const warnBeforeUnload = (event: Event) => event.preventDefault()
