import type { Transport } from './api-client.ts'
import { fetchOnce } from './fetch-once.ts'
import { isExpired, type Session, session } from './session.ts'

/**
 * Sends requests over the network, with the access token of the session if there is one (requirements:
 * #session-handling): an expired token is refreshed first, a 401 refreshes it and repeats the request once, and a
 * session that cannot be refreshed is ended.
 */
export const fetchTransport: Transport = async (request) => {
  const stored = session.read()
  const before = stored && isExpired(stored) ? await refresh(stored) : stored
  const response = await fetchOnce({ ...request, token: before?.tokens.access_token })
  if (response.status !== 401 || !before) return response
  const token = (await refresh(before))?.tokens.access_token
  return token && token !== before.tokens.access_token ? fetchOnce({ ...request, token }) : response
}

/** A chunk of its own, which visitors never need. A request with a valid token does not wait for it. */
const refresh = async (from: Session) => (await import('./session-refresh.ts')).refreshOnce(from)
