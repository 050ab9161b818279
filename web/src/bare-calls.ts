import type { auth } from '@vitrine/contract/auth'
import type { Endpoint } from '@vitrine/contract/endpoint'
import type { gallery } from '@vitrine/contract/gallery'

/**
 * The calls that every visitor's page can make, without the contract's checks: those would bring Zod into the first
 * chunk, 8 of its 96 kB (brotli), to check what the server checks anyway. Method and path stand here under the compiler's eyes:
 * a spelling other than the contract's is an error.
 */
export const approvedImages = bare<typeof gallery.approved>('GET', '/images/approved/')
export const imageBySlug = bare<typeof gallery.one>('GET', '/images/:slug/')
export const tagsInUse = bare<typeof gallery.keywords>('GET', '/images/keywords/')
export const suggestionsFor = bare<typeof gallery.suggestions>('GET', '/images/suggestions/')
export const downloadOf = bare<typeof gallery.download>('GET', '/images/download/:cloudflare_id/')
export const renewal = bare<typeof auth.refresh>('POST', '/token/refresh/')

function bare<E extends Endpoint>(method: E['method'], path: E['path']) {
  return { method, path } as unknown as Bare<E>
}

/** The rest of an endpoint is there for the compiler alone; words for toasts are not, so they cannot be asked for. */
type Bare<E extends Endpoint> = Omit<E, 'says'>
