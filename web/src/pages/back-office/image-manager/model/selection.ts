import type { ManagedImage } from '@vitrine/contract/calls/back-office-lists'
import { limits } from '@vitrine/contract/vocabulary/limits'
import { useRef, useState } from 'react'
import { toast } from '#ui/toasts/toast.ts'
import { messages } from '../messages.ts'

export type Selection = ReturnType<typeof useSelection>

/** Images chosen for what is done to many at once, those of other pages too. `shown` are the images of this page. */
export function useSelection(shown: ManagedImage[]) {
  const [chosen, choose] = useState<ReadonlyMap<number, ManagedImage>>(new Map())
  /** Where a range begins. */
  const anchor = useRef<number>(undefined)

  const add = (images: ManagedImage[]) => {
    const next = new Map([...chosen, ...images.map((image) => [image.id, image] as const)])
    if (next.size > limits.bulkImages) toast('error', messages.atMost(limits.bulkImages))
    else choose(next)
  }

  const drop = (ids: number[]) => choose(new Map([...chosen].filter(([id]) => !ids.includes(id))))

  return {
    /** As they were seen last. */
    images: [...chosen.values()].map((one) => shown.find(({ id }) => id === one.id) ?? one),
    elsewhere: [...chosen.keys()].filter((id) => !shown.some((one) => one.id === id)).length,
    has: (id: number) => chosen.has(id),
    toggle(image: ManagedImage) {
      anchor.current = image.id
      if (chosen.has(image.id)) drop([image.id])
      else add([image])
    },
    extendTo(image: ManagedImage) {
      add(rangeBetween(shown, anchor.current ?? image.id, image.id))
      anchor.current = image.id
    },
    all: () => add(shown),
    none: () => choose(new Map()),
    drop,
    /** Somebody changed one of them: what is not in sight cannot have been looked at again. */
    keepOnly: (images: ManagedImage[]) =>
      choose(new Map(images.filter(({ id }) => chosen.has(id)).map((one) => [one.id, one]))),
  }
}

/** The images from the one to the other, both included, in whichever order they stand; only the latter where the former is not here. */
export function rangeBetween<T extends { id: number }>(images: T[], from: number, to: number): T[] {
  const at = (wanted: number) => images.findIndex(({ id }) => id === wanted)
  const [start, end] = [at(from) < 0 ? at(to) : at(from), at(to)].sort((a, b) => a - b)
  return images.slice(start, end! + 1)
}
