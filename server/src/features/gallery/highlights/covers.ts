import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { imageFormats } from '@vitrine/contract/vocabulary/image-formats'
import type { FeatureDeps } from '#feature'
import { canRemoveFiles } from '#features/images/files/unowned-files.sql'
import { coversPrefix, previewKey } from '#features/images/storage-keys'
import { galleryChanged } from '#features/publishing/read-model'
import { notify } from '#kit/database/notifications'
import type { Database } from '#kit/database/statements'
import { sha256OfText } from '#kit/sha256'
import type { Store } from '#kit/storage/store'
import { type CoverPicture, coverPictures, coversInUse, saveCover, setsWithoutCover } from './highlights.sql.ts'

type CoverDeps = Pick<FeatureDeps, 'backgroundDb' | 'store' | 'imagingPool'>

/** Raised when the same pictures give another cover than before, so that no file changes under its address. */
const coverVersion = 1

/** Pixels of the longer side of the previews that covers are made of. */
const previewSide = 640

export const coverKey = (name: string) => coversPrefix + name + imageFormats.jpeg.extension

export function coverOfKey(key: string): string | undefined {
  const name = key.slice(coversPrefix.length, -imageFormats.jpeg.extension.length)
  return coverKey(name) === key ? name : undefined
}

/** Makes the missing covers and removes those that they replace; what fails is tried again with the next run. */
export async function makeCovers({ backgroundDb, store, imagingPool }: CoverDeps): Promise<void> {
  const sets = await setsWithoutCover(backgroundDb)
  for (const set of sets) {
    const pictures = await coverPictures(backgroundDb, set.pub_nos)
    if (!pictures.length) continue
    const name = coverName(set.category_id, pictures)
    if ((await store.size(coverKey(name))) === null) await makeCover({ store, imagingPool }, name, pictures)
    await saveCover(backgroundDb, set.category_id, name)
  }
  if (!sets.length) return
  await notify(backgroundDb, galleryChanged)
  await removeOldCovers(backgroundDb, store)
}

/** While a backup runs they stay until the next time: it may have read rows that name them. */
const removeOldCovers = (db: Database, store: Store): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    if (!(await canRemoveFiles(transaction))) return
    const used = new Set((await coversInUse(transaction)).map(coverKey))
    for await (const key of store.list(coversPrefix)) if (!used.has(key)) await store.remove(key)
  })

/** Of another set of pictures it is another one. */
function coverName(category_id: number | null, pictures: CoverPicture[]): string {
  const parts = pictures.map(({ sha256, preview_version }) => `${sha256}-${preview_version}`)
  return `${category_id ?? 0}-${sha256OfText([coverVersion, ...parts].join(' ')).slice(0, 16)}`
}

async function makeCover(
  { store, imagingPool }: Pick<CoverDeps, 'store' | 'imagingPool'>,
  name: string,
  pictures: CoverPicture[],
): Promise<void> {
  await using workspace = await store.createWorkspace()
  const keys = pictures.map(({ sha256, preview_version }) => previewKey(sha256, previewSide, preview_version))
  const previews = await Promise.all(keys.map((key) => buffer(store.read(key))))
  const [file, to] = [join(workspace.folder, 'previews'), join(workspace.folder, 'cover')]
  await writeFile(file, Buffer.concat(previews))
  const lengths = previews.map(({ length }) => length)
  const pixels = pictures.length * previewSide ** 2
  await imagingPool.write({ cover: { file, lengths, pixels, to } }, { owner: 'visitors' })
  await store.put(to, coverKey(name))
}
