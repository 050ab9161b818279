import { useQuery } from '@tanstack/react-query'
import { listSelection, type ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import type { Reply } from '@vitrine/contract/endpoint'
import * as limits from '@vitrine/contract/vocabulary/limits'
import { useRef, useState } from 'react'
import { apiClient } from '#api/api-client.ts'
import { useApi, useAppContext } from '#api/app-context.ts'
import { backOfficeKey, live, useUser } from '#api/back-office.ts'
import { toastError } from '#ui/forms/form-errors.ts'
import { toast } from '#ui/toasts/toast.ts'
import { searchQuery } from './filters/list-filters.ts'
import type { ListName } from './image-list-query.ts'
import { messages } from './messages.ts'
import type { ListParamsState } from './use-list-params.ts'

/** An image as it was when it was selected, so that what others change meanwhile is a conflict. */
export type SelectedImage = Pick<ManagedImage, 'id' | 'version'>
export type Selection = ReturnType<typeof useSelection>

/** The images selected for bulk actions, across pages; `visible` are those of the current page that may be selected. */
export function useSelection(visible: ManagedImage[]) {
  const [selected, setSelected] = useState<ReadonlyMap<number, SelectedImage>>(new Map())
  /** Start of a range selection. */
  const anchor = useRef<number>(undefined)

  const add = (images: SelectedImage[]) => {
    const next = new Map([...selected, ...images.map((image) => [image.id, image] as const)])
    if (next.size > limits.selectedImages) toast('error', messages.atMost(limits.selectedImages))
    else setSelected(next)
  }

  const addRange = (from: number, to: number) => {
    const ids = visible.map(({ id }) => id)
    const range = rangeBetween(ids, from, to)
    add(visible.filter(({ id }) => range.includes(id)))
  }

  const remove = (ids: number[]) => setSelected(new Map([...selected].filter(([id]) => !ids.includes(id))))

  return {
    images: [...selected.values()],
    otherPagesCount: [...selected.keys()].filter((id) => !visible.some((image) => image.id === id)).length,
    isPageSelected: visible.length > 0 && visible.every(({ id }) => selected.has(id)),
    has: (id: number) => selected.has(id),
    /** Toggles one image, or extends the selection to it from the last one. */
    select(image: ManagedImage, isRange: boolean) {
      if (!visible.some(({ id }) => id === image.id)) return
      if (isRange) addRange(anchor.current ?? image.id, image.id)
      else if (selected.has(image.id)) remove([image.id])
      else add([image])
      if (!isRange || anchor.current === undefined) anchor.current = image.id
    },
    /** Selects from where the range began, which is `from` where none has. */
    extend(from: ManagedImage, to: ManagedImage) {
      if (anchor.current === undefined || !selected.size) anchor.current = from.id
      addRange(anchor.current, to.id)
    },
    selectAll: () => add(visible),
    clear: () => setSelected(new Map()),
    replace: (images: SelectedImage[]) => setSelected(new Map(images.map((image) => [image.id, image]))),
  }
}

/** Selects all images of the result, on whatever page, and returns them; in the trash those of a page are all. */
export function useResultSelection(list: ListName, params: ListParamsState, selection: Selection) {
  const call = useApi()
  if (list === 'trash') return undefined
  return async () => {
    try {
      const images = imagesOf(await call(listSelection.all, { query: { list, ...searchQuery(params) } }))
      selection.replace(images)
      return images
    } catch (error) {
      toastError(error, 'The images could not be selected.')
    }
  }
}

/** As a reply about many images names them. */
export const imagesOf = ({ ids, versions }: Reply<typeof listSelection.all>): SelectedImage[] =>
  ids.map((id, index) => ({ id, version: versions[index]! }))

/** The edits of words that came together with that of an image, by one CSV or bulk change. */
export function useEditsTogether(image: ManagedImage | undefined, enabled: boolean) {
  const { send } = useAppContext()
  const user = useUser()
  const minute = image?.waiting_edit?.at.slice(0, 'yyyy-mm-ddThh:mm'.length)
  const query = { list: 'pending', flag: 'words_edited', edited_with: image?.id } as const
  return useQuery({
    queryKey: [...backOfficeKey(user), 'together', image?.user.username, minute],
    ...live,
    enabled,
    queryFn: async ({ signal }) => imagesOf(await apiClient(send, signal)(listSelection.all, { query })),
  })
}

/** The items from one to another, inclusive, in either direction; only `to` where `from` is not among them. */
export function rangeBetween<T>(items: T[], from: T, to: T): T[] {
  const end = items.indexOf(to)
  const start = items.indexOf(from)
  const [first, last] = [start < 0 ? end : start, end].sort((a, b) => a - b)
  return items.slice(first, last! + 1)
}
