import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Licensor, licenceXmp } from '#features/images/licence'
import type { CopyFormat } from '#features/images/picture-copying'
import { Busy, type Pictures } from '#features/images/pictures'
import { originalKey } from '#features/images/rules'
import type { Database } from '#kit/database'
import { fail } from '#kit/errors'
import type { Store } from '#kit/store'
import { imageBySlug } from './queries.ts'
import { type Copy, copyFile, copyKey, copyOf } from './rules.ts'

/** What of an image a download needs. */
interface Pictured {
  cloudflare_id: string
  slug: string
  sha256: string
  width: number
  height: number
}

interface Wanted {
  size?: number
  format?: CopyFormat
}

export interface CopyGround {
  db: Database
  store: Store
  pictures: Pictures
  licensor: Licensor
}

/** Files of the store that are sent as downloads: the original, or a copy of it that is made when first asked for. */
export function downloadsFrom(ground: CopyGround) {
  const underWay = new Map<string, Promise<void>>()

  /** Two who want the same copy wait for the same work. */
  async function made(image: Pictured, copy: Copy): Promise<string> {
    const key = copyKey(image.cloudflare_id, copy)
    if ((await ground.store.size(key)) !== null) return key
    if (!underWay.has(key)) {
      if (ground.pictures.full() || underWay.size >= mostUnderWay) throw busy()
      const work = make(ground, image, copy, key).finally(() => underWay.delete(key))
      underWay.set(key, work)
    }
    await underWay.get(key)
    return key
  }

  return async function download(image: Pictured, wanted: Wanted) {
    const copy = copyOf(image, wanted)
    if (!copy) {
      const fileName = `${image.slug}.png`
      return { key: originalKey(image.sha256), type: 'image/png', etag: image.sha256, fileName }
    }
    return {
      key: await made(image, copy),
      type: `image/${copy.format}`,
      etag: `${image.sha256}-${copyFile(copy)}`,
      fileName: `${image.slug}${copy.size === null ? '' : `-${copy.size}`}.${copy.format}`,
    }
  }
}

/** A quarter of what may wait for the picture workers (foundation.ts), so visitors leave room for uploads. */
const mostUnderWay = 50

const busy = () => fail('busy', { message: 'We are busy with other pictures. Please ask again in a moment.' })

async function make({ db, store, pictures, licensor }: CopyGround, image: Pictured, copy: Copy, key: string) {
  const workspace = await store.workspace()
  try {
    const [file, to] = [join(workspace.folder, 'original.png'), join(workspace.folder, copyFile(copy))]
    await pipeline(store.read(originalKey(image.sha256)), createWriteStream(file))
    await pictures.copy({ file, to, ...copy, xmp: licenceXmp(licensor, await namesOf(db, image)) })
    await store.keep(to, key)
  } catch (error) {
    throw error instanceof Busy ? busy() : error
  } finally {
    await workspace.clear()
  }
}

async function namesOf(db: Database, { slug }: Pictured) {
  const image = await imageBySlug(db, slug)
  if (!image) throw fail('image_not_found')
  const { title, first_name, last_name, username } = image
  return { title, creator: `${first_name} ${last_name}`.trim() || username }
}
