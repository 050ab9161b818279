import type { Licence } from './vocabulary/licences.ts'
import type { Retention } from './vocabulary/own-data/kept-data.ts'

/** What every page knows of the site: its settings, and what admins switch. */
export interface Site extends SiteSettings {
  /** Whether searches are counted (requirements: #search-log). */
  has_search_log: boolean
}

/** Hidden values are left out, so that pages do not carry them. */
export interface SiteSettings {
  name: string
  /** Without a slash at its end. */
  url: string
  /** `address` is the postal address in lines. Without an e-mail address the site takes no messages. */
  contact: { email?: string; phone?: string; address?: string[] }
  /** Addresses of the site's own profiles, those that it has. */
  social: { x?: string; facebook?: string; pinterest?: string; instagram?: string }
  /** Characters that a password may have. */
  password_max_length: number
  /** What uploads may choose from. */
  licences: Licence[]
  /** Whether an upload must say if AI made the picture. */
  requires_ai_statement: boolean
  /** What the privacy page says of times. */
  retention: Retention
  /** The people who built the site, and their address. */
  credit: { name: string; url?: string }
}
