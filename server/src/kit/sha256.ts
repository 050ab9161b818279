import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** The SHA-256 of what a stream delivers, in hexadecimal digits. */
export async function sha256Of(stream: Readable): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(stream, hash)
  return hash.digest('hex')
}

/** The SHA-256 of a text, in hexadecimal digits. */
export const sha256OfText = (text: string): string => createHash('sha256').update(text).digest('hex')
