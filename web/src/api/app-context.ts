import { createContext, use } from 'react'
import type { Transport } from './api-client.ts'

/** What a page is given from outside, so that the same page renders on the server and lives in the browser. */
export interface AppContextValue {
  send: Transport
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

export const AppContext = createContext<AppContextValue | null>(null)

export function useAppContext(): AppContextValue {
  return use(AppContext)!
}
