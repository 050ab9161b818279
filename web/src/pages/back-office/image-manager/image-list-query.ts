import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { allLists, type ListQuery, ownLists, type StatusFilter } from '@vitrine/contract/calls/back-office/lists'
import type { Reply } from '@vitrine/contract/endpoint'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { apiClient, type Transport } from '#api/api-client.ts'
import { backOfficeKey } from '#shells/back-office/image-counts.ts'
import { createStore } from './external-store.ts'
import { type ListSearch, searchQuery } from './filters/list-filters.ts'

export type ImageListPage = Reply<typeof allLists.total>

/** One page of a list, for admins of all images; the previous page stays visible while the next one loads. */
export function imageListQuery(
  send: Transport,
  user: SignedInUser,
  name: StatusFilter,
  { order, page, ...params }: ListSearch & Pick<ListQuery, 'order' | 'page'>,
) {
  const query = { ...searchQuery(params), order, page }
  const lists = user.role === 'admin' ? allLists : ownLists
  return queryOptions({
    queryKey: [...backOfficeKey(user), 'list', name, query],
    meta: { isLive: true },
    queryFn: ({ signal }) => apiClient(send, signal)(lists[name], { query }),
    placeholderData: keepPreviousData,
  })
}

/** Check boxes exist on these two lists only (requirements: #selection); keys and Ctrl-clicks select on all. */
export const hasCheckboxes = (name: StatusFilter) => name === 'approved' || name === 'pending'

/** Images that leave the list by a change that is not stored yet. */
export const hiddenImages = createStore<ReadonlySet<number>>(new Set())

export const hideImages = (ids: Iterable<number>) => hiddenImages.set(new Set([...hiddenImages.getSnapshot(), ...ids]))

export function unhideImages(ids: ReadonlySet<number>) {
  hiddenImages.set(new Set([...hiddenImages.getSnapshot()].filter((id) => !ids.has(id))))
}
