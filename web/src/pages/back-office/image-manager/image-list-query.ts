import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { allLists, type ListQuery, type OwnFilter, ownLists } from '@vitrine/contract/calls/back-office/lists'
import type { Reply } from '@vitrine/contract/endpoint'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { apiClient, type Transport } from '#api/api-client.ts'
import { backOfficeKey } from '#shells/back-office/image-counts.ts'
import { createStore } from './external-store.ts'
import { type ListSearch, searchQuery } from './filters/list-filters.ts'

export type ImageListPage = Reply<typeof allLists.total>

/**
 * One page of a list, for admins of all images, except that drafts are always one's own; the previous page stays
 * visible while the next one loads.
 */
export function imageListQuery(
  send: Transport,
  user: SignedInUser,
  name: OwnFilter,
  { order, page, ...params }: ListSearch & Pick<ListQuery, 'order' | 'page'>,
) {
  const query = { ...searchQuery(params), order, page }
  const list = user.role === 'admin' && name !== 'draft' ? allLists[name] : ownLists[name]
  return queryOptions({
    queryKey: [...backOfficeKey(user), 'list', name, query],
    meta: { isLive: true },
    queryFn: ({ signal }) => apiClient(send, signal)(list, { query }),
    placeholderData: keepPreviousData,
  })
}

/** Check boxes exist on these lists only (requirements: #selection); keys and Ctrl-clicks select on all. */
export const hasCheckboxes = (name: OwnFilter) => name === 'approved' || name === 'pending' || name === 'draft'

/** Images that leave the list by a change that is not stored yet. */
export const hiddenImages = createStore<ReadonlySet<number>>(new Set())

export const hideImages = (ids: Iterable<number>) => hiddenImages.set(new Set([...hiddenImages.getSnapshot(), ...ids]))

export function unhideImages(ids: ReadonlySet<number>) {
  hiddenImages.set(new Set([...hiddenImages.getSnapshot()].filter((id) => !ids.has(id))))
}
