import type { Transport } from './api-client.ts'
import { fetchOnce } from './fetch-once.ts'
import { session } from './session.ts'

/**
 * Sends requests over the network, with the access token of the session if there is one (requirements:
 * #session-handling): an expired token is refreshed first, a 401 refreshes it and repeats the request once, and a
 * session that cannot be refreshed is ended. Visitors without a session do not load what refreshes one.
 */
export const fetchTransport: Transport = async (request) => {
  if (!session.read()) return fetchOnce(request)
  const { refreshOnce, validSession } = await import('./session-refresh.ts')
  const before = await validSession()
  const response = await fetchOnce({ ...request, token: before?.tokens.access_token })
  if (response.status !== 401 || !before) return response
  const after = await refreshOnce(before)
  const token = after?.tokens.access_token
  return token && token !== before.tokens.access_token ? fetchOnce({ ...request, token }) : response
}
