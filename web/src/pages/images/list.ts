import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { allLists, type ListName, ownLists } from '@vitrine/contract/lists'
import type { SignedInUser } from '@vitrine/contract/users'
import { caller, type Send } from '../../call.ts'
import { officeKey } from '../../parts/lengths.ts'

/** One page of a list: an admin's is of everybody's images. The page before stays in sight until the next one is there. */
export function listOf(send: Send, user: SignedInUser, name: ListName, query: { title: string; page: number }) {
  const lists = user.role === 'admin' ? allLists : ownLists
  return queryOptions({
    queryKey: [...officeKey(user), 'list', name, query.title, query.page],
    queryFn: ({ signal }) => caller(send, signal)(lists[name], { query: { title: query.title, page: query.page } }),
    placeholderData: keepPreviousData,
  })
}

/** Images are selected on these two lists only (requirements: #selection). */
export const isSelectable = (name: ListName) => name === 'approved' || name === 'pending'
