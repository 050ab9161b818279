import { api } from '@vitrine/contract/api'
import { apostrophes, foldText, truncate } from './tokenizer.ts'

/** A readable slug from a title, in the title's own script. It becomes unique when the image is stored. */
export function slugOf(title: string): string {
  const words = foldText(title)
    .replaceAll(apostrophes, '')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
  const slug = truncate(words, 80).replaceAll(/^-+|-+$/g, '')
  return slug || 'image'
}

/**
 * Whether a slug would be shadowed by a route: `/images/:slug/` has siblings such as `/images/approved/`, and an image
 * titled "Approved" must be reachable. Derived from the contract's paths (requirements: #slugs).
 */
export const isReservedSlug = (slug: string): boolean => reservedSlugs.has(slug) || slug.endsWith('-images-length')

const reservedSlugs = new Set([
  ...Object.values(api).flatMap((group) => Object.values(group).map((one) => one.path.split('/')[2] ?? '')),
  ...['pending', 'rejected', 'total', 'user', 'deleted-all'],
])
