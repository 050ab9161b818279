import { type DefaultOptions, QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query'
import type { CallInput, Endpoint } from '@vitrine/contract/endpoint'
import { type ApiError, apiClient, type Transport } from './api-client.ts'

/**
 * The cache of API responses. A response of the server's rendering, an error too, is shown without another request.
 * The caller sets `gcTime`: 60 s in the browser (requirements: #cache-time); unlimited on the server, where each
 * rendering has a cache of its own, which a timer would keep alive.
 */
export function createQueryClient(queries: DefaultOptions['queries']): QueryClient {
  return new QueryClient({
    defaultOptions: { queries: { staleTime: 60_000, retryOnMount: false, refetchOnWindowFocus: false, ...queries } },
  })
}

/** The query of what a call replies to this input, which is `{}` for a call without one. */
export function callQuery<E extends Endpoint>(send: Transport, queryKey: QueryKey, endpoint: E, input: CallInput<E>) {
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => apiClient(send, signal)(endpoint, ...([input] as never)),
  })
}

/** Whether a retry can help: no response, a server error or a rate limit. */
export function isRetryable(error: unknown): boolean {
  const { status } = error as ApiError
  return !status || status >= 500 || status === 429
}

/** Whether it was there and is gone for good (requirements: #take-down). */
export const isTakenDown = (error: unknown): boolean => (error as ApiError).code === 'taken_down'
