import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { allLists, type ListQuery, ownLists, type StatusFilter } from '@vitrine/contract/calls/back-office/lists'
import type { Reply } from '@vitrine/contract/endpoint'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { apiClient, type Transport } from '#api/api-client.ts'
import { backOfficeKey } from '#shells/back-office/image-counts.ts'

export type ImageListPage = Reply<typeof allLists.total>

/** One page of a list, for admins of all images; the previous page stays visible while the next one loads. */
export function imageListQuery(
  send: Transport,
  user: SignedInUser,
  name: StatusFilter,
  { title, exact, finding, page }: Pick<ListQuery, 'title' | 'finding' | 'page'> & { exact: boolean },
) {
  const lists = user.role === 'admin' ? allLists : ownLists
  return queryOptions({
    queryKey: [...backOfficeKey(user), 'list', name, title, exact, finding ?? '', page],
    meta: { isLive: true },
    queryFn: ({ signal }) =>
      apiClient(send, signal)(lists[name], { query: { title, exact: exact ? '1' : undefined, finding, page } }),
    placeholderData: keepPreviousData,
  })
}

/** Images are selected on these two lists only (requirements: #selection). */
export const isSelectable = (name: StatusFilter) => name === 'approved' || name === 'pending'
