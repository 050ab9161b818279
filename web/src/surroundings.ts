import { createContext, use } from 'react'
import type { Send } from './call.ts'

/** What a page is given from outside, so that the same page renders on the server and lives in the browser. */
export interface Surroundings {
  send: Send
  site: Site
}

export interface Site {
  name: string
  /** Without a slash at its end. */
  url: string
  /** The address in lines. */
  contact: { email: string; phone: string; address?: string[] }
  /** Addresses of the site's own profiles, those that it has. */
  social: { x?: string; facebook?: string; pinterest?: string; instagram?: string }
  /** Who built it, and where they are to be found. */
  credit: { name: string; url?: string }
}

export const SurroundingsContext = createContext<Surroundings | null>(null)

export function useSurroundings(): Surroundings {
  return use(SurroundingsContext)!
}
