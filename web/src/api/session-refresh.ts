import type { auth } from '@vitrine/contract/calls/accounts/auth'
import { ApiError, apiClient, publicEndpoint } from './api-client.ts'
import { fetchOnce } from './fetch-once.ts'
import { endSession, isExpired, type Session, session } from './session.ts'

const tokenRefresh = publicEndpoint<typeof auth.refresh>('POST', '/token/refresh/')

/** The session with an access token that has not expired, refreshed where necessary. */
export async function validSession(): Promise<Session | null> {
  const stored = session.read()
  return stored && isExpired(stored) ? refreshOnce(stored) : stored
}

const pendingRefreshes = new Map<string, Promise<Session | null>>()

/** Refreshes a session once, however many requests wait for it. Null when the session has ended. */
export async function refreshOnce(from: Session): Promise<Session | null> {
  const now = currentSession(from)
  // Already refreshed, for another request or in another tab.
  if (now?.tokens.access_token !== from.tokens.access_token) return now
  const key = from.tokens.refresh_token
  const running = pendingRefreshes.get(key) ?? refreshSession(from).finally(() => pendingRefreshes.delete(key))
  pendingRefreshes.set(key, running)
  return running
}

async function refreshSession(from: Session): Promise<Session | null> {
  try {
    const { access } = await apiClient(fetchOnce)(tokenRefresh, { body: { refresh: from.tokens.refresh_token } })
    const now = currentSession(from)
    if (now) session.store({ ...now, tokens: { ...now.tokens, access_token: access } })
  } catch (error) {
    // A busy or unreachable server does not end the session.
    const isRejected =
      error instanceof ApiError && (error.status === 400 || error.status === 401 || error.status === 403)
    if (!isRejected || !currentSession(from)) return currentSession(from)
    endSession(error.code === 'blocked' ? 'blocked' : 'over')
  }
  return currentSession(from)
}

/** The stored state of this session; null when the person has logged out or another one has signed in. */
function currentSession({ tokens }: Session): Session | null {
  const now = session.read()
  return now?.tokens.refresh_token === tokens.refresh_token ? now : null
}
