import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ImageFormat } from '@vitrine/contract/vocabulary/image-formats'
import * as z from 'zod/mini'
import type { Dimensions } from '#imaging/dimensions'
import { RefusedFile } from '#imaging/refused-file'
import { forEachLimit } from '#kit/concurrency'
import type { CheckContext } from '../inspection.ts'

export interface StoredPicture {
  key: string
  format: ImageFormat
  /** As many as it should have. */
  pixels: number
}

/** Pictures that one process decodes: starting one takes 0.4 s, and it has ten seconds. */
const batchLimits = { pictures: 60, pixels: 20_000_000 }

const sizes = z.array(z.nullable(z.object({ width: z.number(), height: z.number() })))

/** The dimensions of pictures in the store, by key; null for those that cannot be decoded to their end. */
export async function pictureSizes(context: CheckContext, pictures: StoredPicture[]) {
  const found = new Map<string, Dimensions | null>()
  await forEachLimit(batchesOf(pictures), context.config.IMAGE_WORKERS, async (batch) => {
    for (const [key, size] of await decodeBatch(context, batch)) found.set(key, size)
  })
  return found
}

function batchesOf(pictures: StoredPicture[]): StoredPicture[][] {
  const batches: StoredPicture[][] = []
  let pixels = 0
  for (const picture of pictures.toSorted((one, other) => one.format.localeCompare(other.format))) {
    const last = batches.at(-1)
    pixels += picture.pixels
    const fits = pixels <= batchLimits.pixels && last && last.length < batchLimits.pictures
    if (fits && last[0]!.format === picture.format) last.push(picture)
    else {
      batches.push([picture])
      pixels = picture.pixels
    }
  }
  return batches
}

/** A picture that takes too much fails its whole batch, so that each is then decoded alone. */
async function decodeBatch(context: CheckContext, batch: StoredPicture[]): Promise<[string, Dimensions | null][]> {
  try {
    const decoded = await decode(context, batch)
    return batch.map(({ key }, at) => [key, decoded[at] ?? null])
  } catch (error) {
    if (!(error instanceof RefusedFile)) throw error
    if (batch.length === 1) return [[batch[0]!.key, null]]
    const alone: [string, Dimensions | null][] = []
    for (const picture of batch) alone.push(...(await decodeBatch(context, [picture])))
    return alone
  }
}

async function decode({ store, imagingPool }: CheckContext, batch: StoredPicture[]): Promise<(Dimensions | null)[]> {
  const workspace = await store.createWorkspace()
  try {
    const [file, to] = [join(workspace.folder, 'pictures'), join(workspace.folder, 'sizes.json')]
    const lengths: number[] = []
    for (const { key } of batch) lengths.push(await append(store.read(key), file))
    const pixels = batch.reduce((sum, picture) => sum + picture.pixels, 0)
    await imagingPool.decode({ file, lengths, pixels, format: batch[0]!.format, to }, { owner: 'operator' })
    return z.parse(sizes, JSON.parse(await readFile(to, 'utf8')))
  } finally {
    await workspace.remove()
  }
}

/** Returns the number of bytes. */
async function append(bytes: Readable, file: string): Promise<number> {
  const target = createWriteStream(file, { flags: 'a' })
  await pipeline(bytes, target)
  return target.bytesWritten
}
