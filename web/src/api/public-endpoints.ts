import type { auth } from '@vitrine/contract/calls/auth'
import type { gallery } from '@vitrine/contract/calls/gallery'
import type { Endpoint } from '@vitrine/contract/endpoint'

/**
 * The calls that every visitor's page can make, without the contract's checks: those would bring Zod into the first
 * chunk, 8 of its 96 kB (brotli), to check what the server checks anyway. Method and path stand here under the compiler's eyes:
 * a spelling other than the contract's is an error.
 */
export const approvedImages = publicEndpoint<typeof gallery.approved>('GET', '/images/approved/')
export const imageBySlug = publicEndpoint<typeof gallery.one>('GET', '/images/:slug/')
export const tagsInUse = publicEndpoint<typeof gallery.keywords>('GET', '/images/keywords/')
export const searchSuggestions = publicEndpoint<typeof gallery.suggestions>('GET', '/images/suggestions/')
export const imageDownload = publicEndpoint<typeof gallery.download>('GET', '/images/download/:cloudflare_id/')
export const tokenRefresh = publicEndpoint<typeof auth.refresh>('POST', '/token/refresh/')

function publicEndpoint<E extends Endpoint>(method: E['method'], path: E['path']) {
  return { method, path } as unknown as PublicEndpoint<E>
}

/** The rest of an endpoint is there for the compiler alone; words for toasts are not, so they cannot be asked for. */
type PublicEndpoint<E extends Endpoint> = Omit<E, 'says'>
