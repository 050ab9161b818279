import type { auth } from '@vitrine/contract/calls/accounts/auth'
import type { Reply } from '@vitrine/contract/endpoint'
import { useSyncExternalStore } from 'react'
import type { SessionStorageKey } from './page-protocol.ts'
import { storedValue } from './stored-value.ts'

export type Session = Reply<typeof auth.login>['data']

export const session = storedValue<Session | null>('auth' satisfies SessionStorageKey, parseSession)

// An entry that is no session is of no use, but may name a person (requirements: #auth-storage).
if (typeof document !== 'undefined' && !session.read()) session.clear()

/** How the server ended a session: an admin has blocked the account, or it is over. */
export type SessionEnd = 'blocked' | 'over'

/** How the server ended the session that was here last, for all tabs; null where the person signed out. */
export const sessionEnd = storedValue<SessionEnd | null>('auth-end', (text) =>
  text === '"blocked"' ? 'blocked' : text === '"over"' ? 'over' : null,
)

/** Forgets the session in all tabs; `how` the server ended it, null where the person did. */
export function endSession(how: SessionEnd | null): void {
  // Before the session is cleared, which makes pages leave, or ask for the password.
  if (how) sessionEnd.store(how)
  else sessionEnd.clear()
  session.clear()
}

/** What sends the changes that still wait, before their person signs out. */
export const beforeLogout = new Set<() => Promise<unknown>>()

/** Compares the token's expiry (RFC 7519, `exp` in seconds); an unreadable token is left for the server to check. */
export function isExpired({ tokens }: Session): boolean {
  try {
    const { exp } = JSON.parse(atob(tokens.access_token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/')))
    return exp * 1000 < Date.now()
  } catch {
    return false
  }
}

/** The session; null on the server and until hydration. */
export function useSession(): Session | null {
  return useSyncExternalStore(session.subscribe, session.read, () => null)
}

/** Null without a user and both tokens (requirements: #session-handling). */
function parseSession(text: string | null): Session | null {
  try {
    const { user, tokens } = JSON.parse(text ?? 'null') ?? {}
    return user?.username && tokens?.access_token && tokens?.refresh_token ? { user, tokens } : null
  } catch {
    return null
  }
}
