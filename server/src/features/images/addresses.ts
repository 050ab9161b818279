import { randomBytes } from 'node:crypto'
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

/** Whether a route would shadow a slug: an image titled "Approved" must be reachable (requirements: #slugs). */
const isReservedSlug = (slug: string): boolean => reservedSlugs.has(slug) || slug.endsWith('-images-length')

const reservedSlugs = new Set([
  ...Object.values(api).flatMap((group) => Object.values(group).map((one) => one.path.split('/')[2] ?? '')),
  ...['pending', 'rejected', 'total', 'user', 'deleted-all'],
])

/** Under what an image is found; both are unique. */
export interface ImageAddress {
  slug: string
  cloudflare_id: string
}

/** A slug that is reserved, or taken by then, gets the first letters of the image's id as a suffix. */
export function* addressesFor(title: string): Generator<ImageAddress> {
  const slug = slugOf(title)
  if (!isReservedSlug(slug)) yield { slug, cloudflare_id: newCloudflareId() }
  for (let tries = 0; tries < 4; tries++) {
    const cloudflare_id = newCloudflareId()
    yield { slug: `${slug}-${cloudflare_id.slice(3, 8)}`, cloudflare_id }
  }
}

const base32Alphabet = 'abcdefghijklmnopqrstuvwxyz234567'

/** `px-` and 130 random bits in base32: unguessable, never reused, and safe in every URL and file name. */
export const newCloudflareId = (): string =>
  `px-${Array.from(randomBytes(26), (byte) => base32Alphabet[byte & 31]).join('')}`
