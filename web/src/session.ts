import type { auth } from '@vitrine/contract/auth'
import type { Reply } from '@vitrine/contract/endpoint'
import { useSyncExternalStore } from 'react'

/** Who is signed in, and by what right. */
export type Session = Reply<typeof auth.login>['data']

/** The key in local storage; all tabs of a person share it (requirements: #auth-storage). */
const key = 'auth'

let kept: { text: string | null; session: Session | null } = { text: null, session: null }

export const session = {
  /** The same object as long as nothing was stored, so that React sees no change where there is none. */
  read(): Session | null {
    const text = stored()
    if (text !== kept.text) kept = { text, session: parse(text) }
    return kept.session
  },
  keep(next: Session) {
    localStorage.setItem(key, JSON.stringify(next))
    tell()
  },
  clear() {
    localStorage.removeItem(key)
    tell()
  },
}

/** The signed-in person; null while the server renders and until the page has come alive. */
export function useSession(): Session | null {
  return useSyncExternalStore(listen, session.read, () => null)
}

const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}

/** Another tab stored something; a page comes back by the back button, which slept while that happened. */
const elsewhere = ['storage', 'pageshow'] as const

function listen(listener: () => void) {
  listeners.add(listener)
  for (const event of elsewhere) addEventListener(event, listener)
  return () => {
    listeners.delete(listener)
    for (const event of elsewhere) removeEventListener(event, listener)
  }
}

/** A browser that refuses storage has nobody signed in. */
function stored(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Null without both tokens (requirements: #session-handling); anything else under the key is not ours. */
function parse(text: string | null): Session | null {
  try {
    const { user, tokens } = JSON.parse(text ?? 'null') ?? {}
    return user?.username && tokens?.access_token && tokens?.refresh_token ? { user, tokens } : null
  } catch {
    return null
  }
}
