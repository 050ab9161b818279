import { renewal } from './bare-calls.ts'
import { type Answer, CallError, caller, type Request, type Send } from './call.ts'
import { type Session, session } from './session.ts'

/**
 * Sends over the network, as the signed-in person where there is one (spec section 4): an access token that has run out
 * is renewed first, a 401 renews it and repeats the request once, and whoever cannot be renewed is logged out.
 */
export const browserSend: Send = async (request) => {
  const signed = session.read()
  if (!signed) return overNetwork(request)
  const before = ranOut(signed.tokens.access_token) ? await renewed(signed) : signed
  const answer = await overNetwork({ ...request, token: before?.tokens.access_token })
  if (answer.status !== 401 || !before) return answer
  const after = await renewed(before)
  const token = after?.tokens.access_token
  return token && token !== before.tokens.access_token ? overNetwork({ ...request, token }) : answer
}

async function overNetwork({ method, path, json, form, token, signal }: Request): Promise<Answer> {
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
    return { status: answer.status, json: await answer.json().catch(() => null) }
  } catch {
    return { status: 0, json: null }
  }
}

const renewals = new Map<string, Promise<Session | null>>()

/** One renewal of a session at a time, however many requests wait for it. Null: not signed in by it any more. */
function renewed(from: Session): Promise<Session | null> {
  const key = from.tokens.refresh_token
  const running = renewals.get(key) ?? renew(from).finally(() => renewals.delete(key))
  renewals.set(key, running)
  return running
}

async function renew({ user, tokens }: Session): Promise<Session | null> {
  // While the answer is on its way the person may log out, or another sign in: this session's answer is not for them.
  const current = () => {
    const now = session.read()
    return now?.tokens.refresh_token === tokens.refresh_token ? now : null
  }
  try {
    const { access } = await caller(overNetwork)(renewal, { body: { refresh: tokens.refresh_token } })
    if (current()) session.keep({ user, tokens: { ...tokens, access_token: access } })
  } catch (error) {
    // A server that is busy or out of reach says nothing about the person.
    const refused = error instanceof CallError && (error.status === 400 || error.status === 401 || error.status === 403)
    if (refused && current()) session.clear()
  }
  return current()
}

/** Reads the token's own end (RFC 7519, `exp` in seconds); what cannot be read is left for the server to judge. */
function ranOut(token: string): boolean {
  try {
    const { exp } = JSON.parse(atob(token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/')))
    return exp * 1000 < Date.now()
  } catch {
    return false
  }
}
