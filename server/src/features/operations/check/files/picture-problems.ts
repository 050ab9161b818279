import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Dimensions } from '@vitrine/contract/measures/dimensions'
import type { ImageFormat } from '@vitrine/contract/vocabulary/image-formats'
import * as z from 'zod/mini'
import { RefusedFile } from '#imaging/refused-file'
import { forEachLimit } from '#kit/concurrency'
import type { Store } from '#kit/storage/store'
import type { CheckContext } from '../inspections.ts'

export interface StoredPicture {
  key: string
  format: ImageFormat
  /** As many as it should have. */
  pixels: number
  /** What it should be, where that is known. */
  size?: Dimensions
}

const concurrency = 4

/** Pictures that one process decodes: starting one takes 0.4 s, and it has ten seconds. */
const batchLimits = { pictures: 60, pixels: 20_000_000 }

const sizes = z.array(z.nullable(z.object({ width: z.number(), height: z.number() })))

/** What is wrong with these pictures, by key; a quick look decodes none, and one that leaves meanwhile is right. */
export async function pictureProblems(context: CheckContext, pictures: StoredPicture[]): Promise<Map<string, string>> {
  const problems = new Map<string, string>()
  const stored: StoredPicture[] = []
  await forEachLimit(pictures, concurrency, async (picture) => {
    if (await context.store.size(picture.key)) stored.push(picture)
    else problems.set(picture.key, 'is missing')
  })
  if (context.isQuick) return problems
  await forEachLimit(batchesOf(stored), context.config.IMAGE_WORKERS, async (batch) => {
    for (const [picture, size] of await decodeBatch(context, batch)) {
      const problem = sizeProblem(picture, size)
      if (problem) problems.set(picture.key, problem)
    }
  })
  return problems
}

/** Previews of version 1 were rounded otherwise. */
function sizeProblem({ size }: StoredPicture, found: Dimensions | null): string | undefined {
  if (!found) return 'cannot be decoded'
  if (!size || (Math.abs(found.width - size.width) <= 1 && Math.abs(found.height - size.height) <= 1)) return undefined
  return `is ${found.width} × ${found.height} instead of ${size.width} × ${size.height}`
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
async function decodeBatch(context: CheckContext, batch: StoredPicture[]): Promise<DecodedPicture[]> {
  try {
    return await decode(context, batch)
  } catch (error) {
    if (!(error instanceof RefusedFile)) throw error
    if (batch.length === 1) return [[batch[0]!, null]]
    const alone: DecodedPicture[] = []
    for (const picture of batch) alone.push(...(await decodeBatch(context, [picture])))
    return alone
  }
}

async function decode({ store, imagingPool }: CheckContext, batch: StoredPicture[]): Promise<DecodedPicture[]> {
  await using workspace = await store.createWorkspace()
  const [file, to] = [join(workspace.folder, 'pictures'), join(workspace.folder, 'sizes.json')]
  const read: { picture: StoredPicture; length: number }[] = []
  for (const picture of batch) {
    const length = await append(store, picture.key, file)
    if (length !== null) read.push({ picture, length })
  }
  if (!read.length) return []
  const pixels = read.reduce((sum, { picture }) => sum + picture.pixels, 0)
  const lengths = read.map(({ length }) => length)
  const job = { file, lengths, pixels, format: batch[0]!.format, to }
  await imagingPool.write({ decode: job }, { owner: 'operator' })
  const decoded = z.parse(sizes, JSON.parse(await readFile(to, 'utf8')))
  return read.map(({ picture }, at) => [picture, decoded[at] ?? null])
}

/** Null for one that cannot be decoded to its end. */
type DecodedPicture = [picture: StoredPicture, size: Dimensions | null]

/** Returns the number of bytes; null where the site has removed the picture since it was looked at. */
async function append(store: Store, key: string, file: string): Promise<number | null> {
  await using target = await open(file, 'a')
  const { size } = await target.stat()
  try {
    for await (const bytes of store.read(key)) await target.writeFile(bytes)
    return (await target.stat()).size - size
  } catch (error) {
    if ((await store.size(key)) !== null) throw error
    await target.truncate(size)
    return null
  }
}
