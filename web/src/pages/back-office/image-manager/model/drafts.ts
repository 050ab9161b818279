import type { ManagedImage } from '@vitrine/contract/calls/back-office-lists'
import type { ImageStatus, Keyword } from '@vitrine/contract/schemas/image'
import type { RejectionReason } from '@vitrine/contract/vocabulary/rejection-reasons'
import { createStore, useStoreValue } from './external-store.ts'

/** What the side panel edits. */
export interface ImageFields {
  title: string
  description: string
  keywords: Keyword[]
  category: string | null
  status: ImageStatus
  /** With a rejection; '' until one is chosen. */
  reason: RejectionReason | ''
  note: string
}

export interface Draft extends ImageFields {
  /** Of the image when the first letter was typed. */
  version: number
}

export function fieldsOf({ title, description, keywords, category, status, rejection }: ManagedImage): ImageFields {
  const reason = (rejection?.reason ?? '') as RejectionReason | ''
  return { title, description, keywords, category, status, reason, note: rejection?.note ?? '' }
}

export function isChanged(fields: ImageFields, image: ManagedImage): boolean {
  const before = fieldsOf(image)
  return (Object.keys(before) as (keyof ImageFields)[]).some(
    (name) => JSON.stringify(fields[name]) !== JSON.stringify(before[name]),
  )
}

/** What was typed and not saved, by image: looking at another image, list or page costs nobody his words. */
const drafts = createStore<ReadonlyMap<string, Draft>>(new Map())

export function useDrafts(username: string) {
  const all = useStoreValue(drafts)
  const keyOf = ({ id }: ManagedImage) => `${username} ${id}`

  const set = (next: ReadonlyMap<string, Draft>) => {
    drafts.set(next)
    if (next.size) addEventListener('beforeunload', warnBeforeUnload)
    else removeEventListener('beforeunload', warnBeforeUnload)
  }

  const drop = (image: ManagedImage) => set(new Map([...drafts.read()].filter(([key]) => key !== keyOf(image))))

  return {
    of(image: ManagedImage): Draft | null {
      const draft = all.get(keyOf(image))
      return draft && isChanged(draft, image) ? draft : null
    },
    keep(image: ManagedImage, draft: Draft) {
      if (isChanged(draft, image)) set(new Map([...drafts.read(), [keyOf(image), draft]]))
      else drop(image)
    },
    drop,
  }
}

/** The browser asks before it forgets them. */
const warnBeforeUnload = (event: Event) => event.preventDefault()
