import type { auth } from '@vitrine/contract/calls/auth'
import { ApiError, type ApiRequest, type ApiResponse, apiClient, publicEndpoint, type Transport } from './api-client.ts'
import { type Session, session } from './session.ts'

const tokenRefresh = publicEndpoint<typeof auth.refresh>('POST', '/token/refresh/')

/**
 * Sends over the network, as the signed-in person where there is one
 * (requirements: #session-handling): an access token that has run out
 * is renewed first, a 401 renews it and repeats the request once, and whoever cannot be renewed is logged out.
 */
export const fetchTransport: Transport = async (request) => {
  const before = await validSession()
  const answer = await fetchOnce({ ...request, token: before?.tokens.access_token })
  if (answer.status !== 401 || !before) return answer
  const after = await refreshOnce(before)
  const token = after?.tokens.access_token
  return token && token !== before.tokens.access_token ? fetchOnce({ ...request, token }) : answer
}

/** Who is signed in, by an access token that has not run out. */
export async function validSession(): Promise<Session | null> {
  const signed = session.read()
  return signed && isExpired(signed.tokens.access_token) ? refreshOnce(signed) : signed
}

async function fetchOnce({ method, path, json, form, token, signal }: ApiRequest): Promise<ApiResponse> {
  const headers = new Headers({ accept: 'application/json' })
  if (json !== undefined) headers.set('content-type', 'application/json')
  if (token) headers.set('authorization', `Bearer ${token}`)
  try {
    const answer = await fetch(path, {
      method,
      headers,
      body: form ?? (json === undefined ? null : JSON.stringify(json)),
      signal: signal ?? null,
    })
    const isFile = answer.ok && !answer.headers.get('content-type')?.startsWith('application/json')
    if (isFile) return { status: answer.status, json: null, file: await answer.blob() }
    return { status: answer.status, json: await answer.json().catch(() => null) }
  } catch {
    return { status: 0, json: null }
  }
}

const pendingRefreshes = new Map<string, Promise<Session | null>>()

/** One renewal of a session at a time, however many requests wait for it. Null: not signed in by it any more. */
async function refreshOnce(from: Session): Promise<Session | null> {
  const now = currentSession(from)
  // Renewed while the request was on its way, for another request or in another tab.
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
    // A server that is busy or out of reach says nothing about the person.
    const refused = error instanceof ApiError && (error.status === 400 || error.status === 401 || error.status === 403)
    if (refused && currentSession(from)) session.clear()
  }
  return currentSession(from)
}

/** That session as it is now. Meanwhile its person may have logged out, or another signed in: no answer is for them. */
function currentSession({ tokens }: Session): Session | null {
  const now = session.read()
  return now?.tokens.refresh_token === tokens.refresh_token ? now : null
}

/** Reads the token's own end (RFC 7519, `exp` in seconds); what cannot be read is left for the server to judge. */
function isExpired(token: string): boolean {
  try {
    const { exp } = JSON.parse(atob(token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/')))
    return exp * 1000 < Date.now()
  } catch {
    return false
  }
}
