import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import {
  allLists,
  type ListQuery,
  type ManagedImage,
  type OwnFilter,
  ownLists,
} from '@vitrine/contract/calls/back-office/lists'
import { trash } from '@vitrine/contract/calls/back-office/trash'
import type { Reply } from '@vitrine/contract/endpoint'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import * as limits from '@vitrine/contract/vocabulary/limits'
import { apiClient } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { backOfficeKey, live, useUser } from '#api/back-office.ts'
import { createStore } from './external-store.ts'
import { type ListSearch, searchQuery } from './filters/list-filters.ts'

/** The lists of images by status, and the trash, which alone is neither searched nor filtered. */
export type ListName = OwnFilter | 'trash'

type TrashedImage = Reply<typeof trash.list>['images'][number]
export type DeletedFacts = Pick<TrashedImage, 'deleted_at' | 'deleted_by' | 'is_reported'>
/** An image of a list; in the trash it says when and by whom it was deleted. */
export type ListedImage = ManagedImage & Partial<DeletedFacts>

export type ImageListPage = Omit<Reply<typeof allLists.total>, 'images'> & { images: ListedImage[] }

/** One page of a list, for admins of all images, except that drafts are always one's own. */
export function useImageListQuery(
  name: ListName,
  { order, page, ...params }: ListSearch & Pick<ListQuery, 'order' | 'page'>,
) {
  const { send } = useAppContext()
  const user = useUser()
  const query = { ...searchQuery(params), order, page }
  const read = (call: ReturnType<typeof apiClient>): Promise<ImageListPage> => {
    if (name === 'trash') return call(trash.list, { query: { page } })
    return call(user.role === 'admin' && name !== 'draft' ? allLists[name] : ownLists[name], { query })
  }
  return queryOptions({
    queryKey: [...backOfficeKey(user), 'list', name, query],
    ...live,
    queryFn: ({ signal }) => read(apiClient(send, signal)),
    placeholderData: keepPreviousData,
  })
}

/** An image of a list by its number; null where it is not there. */
export function useListedImage(name: ListName, id: number | null, enabled: boolean) {
  const byId = { title: String(id), exact: true, filters: {}, order: 'newest', page: 1 } as const
  const { data, isPlaceholderData } = useQuery({ ...useImageListQuery(name, byId), enabled })
  if (!enabled || !data || isPlaceholderData) return undefined
  return data.images.find((image) => image.id === id) ?? null
}

/** Of the lists by status only two have check boxes (requirements: #selection); keys and Ctrl-clicks select on all. */
export const hasCheckboxes = (name: ListName) => name !== 'total' && name !== 'rejected'

/** Contributors restore only what they deleted themselves. */
export const maySelect = ({ deleted_at, deleted_by }: ListedImage, { role, username }: SignedInUser) =>
  deleted_at === undefined || role === 'admin' || deleted_by === username

export const isDeleted = <T extends Partial<DeletedFacts>>(image: T): image is T & DeletedFacts =>
  image.deleted_at !== undefined

const dayMs = 24 * 60 * 60 * 1000

/** How long an image of the trash stays: the days left, or until the reports about it are decided about. */
export function endText({ deleted_at, is_reported }: DeletedFacts, now = Date.now()): string {
  if (is_reported) return 'Reported: not decided yet'
  const days = Math.ceil((Date.parse(deleted_at) + limits.trashDays * dayMs - now) / dayMs)
  if (days < 1) return 'Gone for good within a day'
  return days === 1 ? '1 day left' : `${days} days left`
}

/** Who deleted it; an account may be closed since. */
export const deletedText = ({ deleted_by }: DeletedFacts, mayRestore: boolean) =>
  mayRestore ? `Deleted${deleted_by ? ` by ${deleted_by}` : ''}` : 'Deleted by an admin, who alone can restore it'

/** Images that leave the list by a change that is not stored yet. */
export const hiddenImages = createStore<ReadonlySet<number>>(new Set())

export const hideImages = (ids: Iterable<number>) => hiddenImages.set(new Set([...hiddenImages.getSnapshot(), ...ids]))

export function unhideImages(ids: ReadonlySet<number>) {
  hiddenImages.set(new Set([...hiddenImages.getSnapshot()].filter((id) => !ids.has(id))))
}
