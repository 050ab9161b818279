import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { searchLog, searchLogPeriods, synonyms } from '@vitrine/contract/calls/visitors/search'
import type { Reply } from '@vitrine/contract/endpoint'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { apiClient, type Transport } from '#api/api-client.ts'
import { backOfficeKey } from '#shells/back-office/image-counts.ts'

export type SearchLogReply = Reply<typeof searchLog.read>
export type Period = (typeof searchLogPeriods)[number]

const defaultPeriod: Period = 30

/** Reads the query parameter; an unknown period counts as the default. */
export const parsePeriod = (params: URLSearchParams): Period =>
  searchLogPeriods.find((days) => String(days) === params.get('days')) ?? defaultPeriod

/** The search log, fetched at every visit; the former period stays visible while the next one loads. */
export const searchLogQuery = (send: Transport, user: SignedInUser, days: Period) =>
  queryOptions({
    queryKey: [...backOfficeKey(user), 'search-log', days],
    queryFn: ({ signal }) => apiClient(send, signal)(searchLog.read, { query: { days } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** All synonyms, fetched at every visit. */
export const synonymsQuery = (send: Transport, user: SignedInUser) =>
  queryOptions({
    queryKey: [...backOfficeKey(user), 'synonyms'],
    queryFn: async ({ signal }) => (await apiClient(send, signal)(synonyms.list)).synonyms,
    staleTime: 0,
  })
