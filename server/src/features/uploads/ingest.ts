import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { categoryNamed } from '@vitrine/contract/categories'
import { distinctKeywords } from '@vitrine/contract/images'
import { variantFile } from '@vitrine/contract/picture-limits'
import { addImage, imageOfBytes } from '#features/images/queries'
import { originalKey, variantKey } from '#features/images/rules'
import type { Database } from '#kit/database'
import type { Store } from '#kit/store'
import type { Pictures } from './pictures.ts'
import { type EmbeddedMetadata, readEmbedded } from './png-text.ts'
import { type PngFacts, PngWalker } from './png-walker.ts'

/** A file that arrived whole and is a sound PNG as far as its chunks tell. */
export interface Received {
  /** Where it lies, in the workspace. */
  file: string
  sha256: string
  byte_size: number
  png: PngFacts
}

/** What the contributor says of a file; what is left out is read from the file itself. */
export interface Said {
  title?: string
  description?: string
  keywords?: string[]
  category_id?: number | null
}

export interface Ground {
  db: Database
  store: Store
  pictures: Pictures
}

/**
 * Writes a file as it arrives, hashing it and walking its chunks on the way, so that nothing is read twice. Throws a
 * Refusal, and the stream's own error when the sender went away. The file is on the disk for good when this returns.
 */
export async function receive(stream: Readable, file: string): Promise<Received> {
  const walker = new PngWalker()
  const hash = createHash('sha256')
  let byte_size = 0
  const handle = await open(file, 'wx')
  try {
    // A refused file must not tear down the request that carries its neighbours, so the stream is left as it is.
    for await (const bytes of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      walker.push(bytes)
      hash.update(bytes)
      byte_size += bytes.length
      await handle.write(bytes)
    }
    const png = walker.end()
    await handle.datasync()
    return { file, sha256: hash.digest('hex'), byte_size, png }
  } finally {
    await handle.close()
  }
}

/**
 * Takes a received file into the library: files first, for good, then the row; so a row without its files cannot be.
 * The same bytes of the same contributor are the image that is there already (`added` is false), and cost no decoding.
 */
export async function ingest(
  { db, store, pictures }: Ground,
  received: Received,
  workspace: string,
  owner: { id: number; file_name: string },
  said: Said,
) {
  const known = await imageOfBytes(db, owner.id, received.sha256)
  if (known) return { image: known, added: false }

  const { variants, colours, ...facts } = await pictures.measure({ file: received.file, folder: workspace })
  for (const size of variants) await store.keep(join(workspace, variantFile(size)), variantKey(received.sha256, size))
  await store.keep(received.file, originalKey(received.sha256))

  const embedded = await readEmbedded(received.png)
  const { sha256, byte_size } = received
  const row = {
    owner_id: owner.id,
    file_name: owner.file_name,
    sha256,
    byte_size,
    ...facts,
    colours: JSON.stringify(colours),
  }
  return addImage(db, { ...row, ...described(said, embedded, owner.file_name) }, keywordsFor(said, embedded))
}

function described(said: Said, embedded: EmbeddedMetadata, fileName: string) {
  return {
    title: said.title || embedded.title || titleFromFileName(fileName),
    description: said.description || embedded.description,
    category_id: said.category_id ?? categoryNamed(embedded.category)?.id ?? null,
  }
}

const keywordsFor = (said: Said, embedded: EmbeddedMetadata) =>
  distinctKeywords(said.keywords?.length ? said.keywords : embedded.keywords)

/** "red_fox-01.PNG" says "Red fox 01" to a person. */
export function titleFromFileName(name: string): string {
  const words = name
    .normalize('NFC')
    .replace(/\.[^.]{1,5}$/, '')
    .replaceAll(/[_\-\s.+]+|\p{C}/gu, ' ')
    .trim()
    .slice(0, 120)
  return words ? words[0]!.toUpperCase() + words.slice(1) : 'Untitled'
}
