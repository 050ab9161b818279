import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { normalizeKeywords } from '@vitrine/contract/keywords'
import { variantFile } from '@vitrine/contract/variants'
import { findCategory } from '@vitrine/contract/vocabulary/categories'
import { addImage } from '#features/images/add-image'
import { imageByHash, type NewImage } from '#features/images/images.sql'
import { originalKey, variantKey } from '#features/images/storage-keys'
import { truncate } from '#features/images/tokenizer'
import { deferFileRemoval } from '#features/images/trash.sql'
import type { ImagingPool } from '#imaging/imaging-pool'
import { type Licensor, licenceXmp } from '#imaging/licence-xmp'
import { type EmbeddedMetadata, readEmbeddedMetadata } from '#imaging/png/embedded-metadata'
import { type PngFacts, PngValidator } from '#imaging/png/png-validator'
import type { Database } from '#kit/database/pool'
import type { Store } from '#kit/storage/store'

/** A file that arrived whole and is a sound PNG as far as its chunks tell. */
export interface ReceivedFile {
  /** Where it lies, in a folder of its own in the workspace. */
  file: string
  sha256: string
  byte_size: number
  png: PngFacts
}

/** What the contributor says of a file; what is left out is read from the file itself. */
export interface UploadMetadata {
  title?: string
  description?: string
  keywords?: string[]
  category_id?: number | null
}

export interface IngestDeps {
  db: Database
  store: Store
  imagingPool: ImagingPool
  licensor: Licensor
}

/**
 * Writes a file as it arrives, hashing it and walking its chunks on the way, so that nothing is read twice. Throws a
 * Refusal, and the stream's own error when the sender went away. The file is on the disk for good when this returns.
 */
export async function receiveFile(stream: Readable, file: string): Promise<ReceivedFile> {
  const walker = new PngValidator()
  const hash = createHash('sha256')
  let byte_size = 0
  const handle = await open(file, 'wx')
  try {
    // A refused file must not tear down the request that carries its neighbours, so the stream is left as it is.
    for await (const bytes of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      walker.push(bytes)
      hash.update(bytes)
      byte_size += bytes.length
      await handle.writeFile(bytes) // goes on until all is written, which write() does not promise
    }
    const png = walker.end()
    await handle.datasync()
    return { file, sha256: hash.digest('hex'), byte_size, png }
  } finally {
    await handle.close()
  }
}

/** Everything about a received file but its row: measured, and its files in the store for good. */
export interface PreparedImage {
  row: Omit<NewImage, 'owner_id' | 'title' | 'description' | 'category_id'>
  embedded: EmbeddedMetadata
}

/** Measures a received file and stores it with its variants, from the workspace where they lie. Throws Refusal and Busy. */
export async function prepareImage(
  ground: IngestDeps,
  received: ReceivedFile,
  file_name: string,
): Promise<PreparedImage> {
  const { file, sha256, byte_size, png } = received
  const { db, store, imagingPool: pictures, licensor } = ground
  const xmp = licenceXmp(licensor)
  const { variants, colours, look, ...facts } = await pictures.measure({ file, folder: dirname(file), xmp })
  await deferFileRemoval(db, sha256)
  for (const size of variants) await store.put(join(dirname(file), variantFile(size)), variantKey(sha256, size))
  await store.put(file, originalKey(sha256))
  const row = { file_name, sha256, byte_size, ...facts, colours: JSON.stringify(colours), look: look && `x${look}` }
  return { row, embedded: await readEmbeddedMetadata(png) }
}

/** The row comes last, so a row without its files cannot be. `added` is false when the image was there already. */
export function addPreparedImage(
  db: Database,
  owner_id: number,
  { row, embedded }: PreparedImage,
  said: UploadMetadata,
) {
  const text = textFields(said, embedded, row.file_name)
  return addImage(db, { owner_id, ...row, ...text }, chooseKeywords(said, embedded))
}

/** Takes one received file into the library. What its owner has already costs no decoding. */
export async function ingest(
  ground: IngestDeps,
  received: ReceivedFile,
  owner: { id: number; file_name: string },
  said: UploadMetadata,
) {
  const known = await imageByHash(ground.db, owner.id, received.sha256)
  if (known) return { image: known, added: false }
  return addPreparedImage(ground.db, owner.id, await prepareImage(ground, received, owner.file_name), said)
}

function textFields(said: UploadMetadata, embedded: EmbeddedMetadata, fileName: string) {
  return {
    title: said.title || embedded.title || titleFromFileName(fileName),
    description: said.description || embedded.description,
    category_id: said.category_id ?? findCategory(embedded.category)?.id ?? null,
  }
}

const chooseKeywords = (said: UploadMetadata, embedded: EmbeddedMetadata) =>
  normalizeKeywords(said.keywords?.length ? said.keywords : embedded.keywords)

/** "red_fox-01.PNG" says "Red fox 01" to a person. */
export function titleFromFileName(name: string): string {
  const words = name
    .normalize('NFC')
    .replace(/\.[^.]{1,5}$/, '')
    .replaceAll(/[_\-\s.+]+|\p{C}/gu, ' ')
    .trim()
  return words ? truncate(words[0]!.toUpperCase() + words.slice(1), 120) : 'Untitled'
}
