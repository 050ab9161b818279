import { randomBytes } from 'node:crypto'
import type { Database } from '#kit/database/pool'
import {
  type AfterInsert,
  type ImageAddress,
  type ImageDetails,
  imageByHash,
  insertImage,
  type NewImage,
} from './images.sql.ts'
import { isReservedSlug, slugOf } from './slug.ts'

/**
 * Stores a pending image. Concurrent uploads of the same bytes by the same contributor make one image: `added` is false
 * for the second. A slug that is taken or reserved gets the first letters of the image's id as a suffix.
 */
export async function addImage(db: Database, image: NewImage, details: ImageDetails, afterInsert?: AfterInsert) {
  const added = await insertImage(db, image, addressesFor(image.title), details, afterInsert)
  if (added) return { image: added, added: true }
  const existing = await imageByHash(db, image.owner_id, image.sha256)
  if (existing) return { image: existing, added: false }
  throw new Error(`No free address for "${image.title}"`)
}

function* addressesFor(title: string): Generator<ImageAddress> {
  const slug = slugOf(title)
  if (!isReservedSlug(slug)) yield { slug, cloudflare_id: newCloudflareId() }
  for (let tries = 0; tries < 4; tries++) {
    const cloudflare_id = newCloudflareId()
    yield { slug: `${slug}-${cloudflare_id.slice(3, 8)}`, cloudflare_id }
  }
}

const base32Alphabet = 'abcdefghijklmnopqrstuvwxyz234567'

/** `px-` and 128 random bits in base32: unguessable, never reused, and safe in every URL and file name. */
export function newCloudflareId(): string {
  let bits = BigInt(`0x${randomBytes(17).toString('hex')}`)
  let letters = ''
  while (letters.length < 26) {
    letters += base32Alphabet[Number(bits & 31n)]
    bits >>= 5n
  }
  return `px-${letters}`
}
