import { randomBytes } from 'node:crypto'
import { api } from '@vitrine/contract/api'
import type { Orientation } from '@vitrine/contract/vocabulary/filters'
import { foldText, truncate } from './tokenizer.ts'

/** The address of an image from its title: readable, in the title's own script. Unique it becomes when it is stored. */
export function slugOf(title: string): string {
  const words = foldText(title)
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
  const slug = truncate(words, 80).replaceAll(/^-+|-+$/g, '')
  return slug || 'image'
}

/**
 * Words that mean a call where a slug may stand (`/images/:slug/` beside `/images/approved/`): an image titled
 * "Keywords" must be reachable. Derived from the paths of the contract (requirements: #slugs).
 */
export function isReservedSlug(slug: string): boolean {
  return reservedSlugs.has(slug) || slug.endsWith('-images-length')
}

const reservedSlugs = new Set([
  ...Object.values(api).flatMap((group) => Object.values(group).map((one) => one.path.split('/')[2] ?? '')),
  ...['pending', 'rejected', 'total', 'user', 'deleted-all'],
])

const base32Alphabet = 'abcdefghijklmnopqrstuvwxyz234567'

/** `px-` and 128 random bits: minted by us for every store, never reused, and nothing that a path could misread. */
export function newCloudflareId(): string {
  let bits = BigInt(`0x${randomBytes(17).toString('hex')}`)
  let letters = ''
  while (letters.length < 26) {
    letters += base32Alphabet[Number(bits & 31n)]
    bits >>= 5n
  }
  return `px-${letters}`
}

/** As they are stored; never renumbered. */
export const orientationNumbers = { landscape: 1, portrait: 2, square: 3 } satisfies Record<Orientation, number>

/** Nobody sees that a picture is a twentieth longer than wide, so it is square. */
export function orientationOf({ width, height }: { width: number; height: number }): Orientation {
  const [shorter, longer] = width < height ? [width, height] : [height, width]
  if (20 * longer <= 21 * shorter) return 'square'
  return width > height ? 'landscape' : 'portrait'
}

export const originalKey = (sha256: string) => `originals/${sha256.slice(0, 2)}/${sha256}.png`
export const variantKey = (sha256: string, size: number) => `variants/${sha256.slice(0, 2)}/${sha256}-${size}.webp`
