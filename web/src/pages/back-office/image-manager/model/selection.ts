import type { ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import { limits } from '@vitrine/contract/vocabulary/limits'
import { useRef, useState } from 'react'
import { toast } from '#ui/toasts/toast.ts'
import { messages } from '../messages.ts'

export type Selection = ReturnType<typeof useSelection>

/** The images selected for bulk actions, across pages; `visible` are the images of the current page. */
export function useSelection(visible: ManagedImage[]) {
  const [selected, setSelected] = useState<ReadonlyMap<number, ManagedImage>>(new Map())
  /** Start of a range selection. */
  const anchor = useRef<number>(undefined)

  const add = (images: ManagedImage[]) => {
    const next = new Map([...selected, ...images.map((image) => [image.id, image] as const)])
    if (next.size > limits.bulkImages) toast('error', messages.atMost(limits.bulkImages))
    else setSelected(next)
  }

  const remove = (ids: number[]) => setSelected(new Map([...selected].filter(([id]) => !ids.includes(id))))

  return {
    /** As they were when they were selected, so that what others change meanwhile is a conflict. */
    images: [...selected.values()],
    otherPagesCount: [...selected.keys()].filter((id) => !visible.some((image) => image.id === id)).length,
    has: (id: number) => selected.has(id),
    /** Toggles one image, or extends the selection to it from the last one. */
    select(image: ManagedImage, isRange: boolean) {
      if (isRange) add(rangeBetween(visible, anchor.current ?? image.id, image.id))
      else if (selected.has(image.id)) remove([image.id])
      else add([image])
      anchor.current = image.id
    },
    selectAll: () => add(visible),
    clear: () => setSelected(new Map()),
    /** Deselects all but these images. */
    keepOnly: (images: ManagedImage[]) =>
      setSelected(new Map(images.filter(({ id }) => selected.has(id)).map((image) => [image.id, image]))),
  }
}

/** The images between two ids, inclusive, in either direction; only `to` when `from` is on another page. */
export function rangeBetween<T extends { id: number }>(images: T[], from: number, to: number): T[] {
  const indexOf = (imageId: number) => images.findIndex(({ id }) => id === imageId)
  const [start, end] = [indexOf(from) < 0 ? indexOf(to) : indexOf(from), indexOf(to)].sort((a, b) => a - b)
  return images.slice(start, end! + 1)
}
