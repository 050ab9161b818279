import type { auth } from '@vitrine/contract/calls/auth'
import type { Reply } from '@vitrine/contract/endpoint'
import { useSyncExternalStore } from 'react'
import type { SessionStorageKey } from './page-protocol.ts'

/** The signed-in person and their tokens. */
export type Session = Reply<typeof auth.login>['data']

/** All tabs share this key of local storage. */
const storageKey: SessionStorageKey = 'auth'

let cached: { text: string | null; session: Session | null } = { text: null, session: null }

export const session = {
  /** Returns the same object until something is stored, as useSyncExternalStore requires. */
  read(): Session | null {
    const text = readStorage()
    if (text !== cached.text) cached = { text, session: parseSession(text) }
    return cached.session
  },
  store(next: Session) {
    localStorage.setItem(storageKey, JSON.stringify(next))
    notifySubscribers()
  },
  clear() {
    localStorage.removeItem(storageKey)
    notifySubscribers()
  },
}

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
  return useSyncExternalStore(subscribe, session.read, () => null)
}

const subscribers = new Set<() => void>()
const notifySubscribers = () => {
  for (const listener of subscribers) listener()
}

/** Another tab stored a session, or the page returns from the back/forward cache, which misses storage events. */
const externalEvents = ['storage', 'pageshow'] as const

function subscribe(listener: () => void) {
  subscribers.add(listener)
  for (const event of externalEvents) addEventListener(event, listener)
  return () => {
    subscribers.delete(listener)
    for (const event of externalEvents) removeEventListener(event, listener)
  }
}

/** Null where the browser refuses storage. */
function readStorage(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
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
