import type { auth } from '@vitrine/contract/calls/auth'
import type { Reply } from '@vitrine/contract/endpoint'
import { useSyncExternalStore } from 'react'

/** Who is signed in, and by what right. */
export type Session = Reply<typeof auth.login>['data']

/** The key in local storage; all tabs of a person share it (requirements: #auth-storage). */
const storageKey = 'auth'

let cached: { text: string | null; session: Session | null } = { text: null, session: null }

export const session = {
  /** The same object as long as nothing was stored, so that React sees no change where there is none. */
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

/** The signed-in person; null while the server renders and until the page has come alive. */
export function useSession(): Session | null {
  return useSyncExternalStore(subscribe, session.read, () => null)
}

const subscribers = new Set<() => void>()
const notifySubscribers = () => {
  for (const listener of subscribers) listener()
}

/** Another tab stored something; a page comes back by the back button, which slept while that happened. */
const externalEvents = ['storage', 'pageshow'] as const

function subscribe(listener: () => void) {
  subscribers.add(listener)
  for (const event of externalEvents) addEventListener(event, listener)
  return () => {
    subscribers.delete(listener)
    for (const event of externalEvents) removeEventListener(event, listener)
  }
}

/** A browser that refuses storage has nobody signed in. */
function readStorage(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
}

/** Null without both tokens (requirements: #session-handling); anything else under the key is not ours. */
function parseSession(text: string | null): Session | null {
  try {
    const { user, tokens } = JSON.parse(text ?? 'null') ?? {}
    return user?.username && tokens?.access_token && tokens?.refresh_token ? { user, tokens } : null
  } catch {
    return null
  }
}
