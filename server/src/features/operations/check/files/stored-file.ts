import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Dimensions } from '@vitrine/contract/measures/dimensions'
import { sha256Of } from '#kit/sha256'
import type { Store } from '#kit/storage/store'

export interface FileFacts extends Dimensions {
  sha256: string
  byte_size: number
}

/** Of the header of a PNG: the first chunk holds width and height as its first eight bytes. */
const headerLength = 24

/** What the bytes of an original say of it. */
export async function readFacts(bytes: Readable): Promise<FileFacts> {
  const hash = createHash('sha256')
  let byte_size = 0
  let header = Buffer.alloc(0)
  for await (const chunk of bytes as AsyncIterable<Uint8Array>) {
    hash.update(chunk)
    byte_size += chunk.length
    if (header.length < headerLength) header = Buffer.concat([header, chunk]).subarray(0, headerLength)
  }
  const [width, height] = header.length < headerLength ? [0, 0] : [header.readUInt32BE(16), header.readUInt32BE(20)]
  return { sha256: hash.digest('hex'), byte_size, width, height }
}

/** Whether the store has these bytes under this key. */
export const hasBytes = async (store: Store, key: string, sha256: string): Promise<boolean> =>
  (await store.size(key)) !== null && (await sha256Of(store.read(key))) === sha256
