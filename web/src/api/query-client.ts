import { type DefaultOptions, QueryClient } from '@tanstack/react-query'
import type { ApiError } from './api-client.ts'

/**
 * The answers that pages have had. An answer from the server's rendering, an error too, is shown as it is, not asked for
 * again. How long unused answers are kept is the caller's: 60 s in the browser
 * (requirements: #cache-time), not at all on the
 * server, where it would hold each request's answers on a timer.
 */
export function createQueryClient(queries: DefaultOptions['queries']): QueryClient {
  return new QueryClient({
    defaultOptions: { queries: { staleTime: 60_000, retryOnMount: false, refetchOnWindowFocus: false, ...queries } },
  })
}

/** Worth asking again: nobody answered, or the server was in trouble. */
export function isRetryable(error: unknown): boolean {
  const { status } = error as ApiError
  return !status || status >= 500 || status === 429
}
