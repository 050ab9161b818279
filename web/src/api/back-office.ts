import { keepPreviousData, type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { CallInput, Endpoint, Reply } from '@vitrine/contract/endpoint'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { createContext, use } from 'react'
import { useAppContext } from './app-context.ts'
import { callQuery } from './query-client.ts'

export const UserContext = createContext<SignedInUser | null>(null)

/** The person whose back office is shown. */
export function useUser(): SignedInUser {
  return use(UserContext)!
}

/** The prefix of the query keys of a person's back office; changes of images invalidate all of them. */
export const backOfficeKey = (user: Pick<SignedInUser, 'username'>) => ['back-office', user.username] as const

/** Queries of what a call answers to the person. */
export function useReadQuery() {
  const { send } = useAppContext()
  const user = useUser()
  return <E extends Endpoint>(endpoint: E, input: CallInput<E>) =>
    callQuery(send, [...backOfficeKey(user), endpoint.path, input], endpoint, input)
}

type ReadOptions<Data> = Pick<
  UseQueryOptions<Data>,
  'staleTime' | 'gcTime' | 'placeholderData' | 'enabled' | 'refetchInterval' | 'refetchOnWindowFocus' | 'meta'
>

/** Reads by a call for the person whose back office is shown. */
export function useRead<E extends Endpoint>(endpoint: E, input: CallInput<E>, options?: ReadOptions<Reply<E>>) {
  const readQuery = useReadQuery()
  return useQuery({ ...readQuery(endpoint, input), ...options } as UseQueryOptions<Reply<E>>)
}

/** Of what is fetched at every visit. */
export const eachVisit = { staleTime: 0 }
/** Of a page of a list: the one before stays visible while it loads. */
export const pageOfList = { ...eachVisit, placeholderData: keepPreviousData }

/** Of what is read again when images change (live-images.ts). */
export const live = { meta: { isLive: true } }

/** Reads again what the back office shows; with `none` only when it is shown next. */
export function useRefresh() {
  const cache = useQueryClient()
  const queryKey = backOfficeKey(useUser())
  return async (refetchType?: 'none') => {
    // A first answer that is on its way may be of before, and invalidating a query without data does not repeat it.
    if (!refetchType) await cache.cancelQueries({ queryKey, predicate: ({ state }) => state.data === undefined })
    await cache.invalidateQueries({ queryKey, refetchType })
  }
}
