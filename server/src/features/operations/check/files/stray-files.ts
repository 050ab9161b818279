import { variantSides } from '@vitrine/contract/variants'
import { coversPrefix, derivativesPrefix } from '#features/images/storage-keys'
import { workPrefix } from '#imaging/queue/work-files'
import { isStoreKey } from '#kit/storage/store'
import { type CheckContext, type Inspection, pageSize, RepairError } from '../inspection.ts'
import { fileCount } from './file-rows.sql.ts'
import { copyStoredFile } from './stored-file.ts'
import { type KeyedFile, keysWithoutRow } from './stray-files.sql.ts'

/** Where files without a row are kept, since the database may be what is wrong. */
export const lostAndFoundPrefix = 'lost-and-found/'

/** Files of the store of which the database knows nothing. */
export const strayFiles = (context: CheckContext): Inspection => ({
  subject: 'Store',
  isGradual: true,
  // An original and mostly two previews.
  count: async () => 3 * (await fileCount(context.backgroundDb)),
  async *pages() {
    let keys: string[] = []
    for await (const key of context.store.list('')) {
      if (key.startsWith(lostAndFoundPrefix) || key.startsWith(workPrefix)) continue
      keys.push(key)
      if (keys.length < pageSize) continue
      yield keys
      keys = []
    }
    if (keys.length) yield keys
  },
  async inspect(keys) {
    const stray = await keysWithoutRow(context.backgroundDb, keys.map(keyedFile))
    const old = await Promise.all(stray.map((key) => isOld(context, key)))
    return stray
      .filter((_, at) => old[at])
      .map((key) => ({
        key,
        text: `The database knows nothing of the file ${key}.`,
        remedy: `It is moved to ${lostAndFoundPrefix} in the store.`,
        repair: () => moveToLostAndFound(context, key),
      }))
  },
})

/** By the keys that features/images/storage-keys.ts and the features of avatars and covers make. */
function keyedFile(key: string): KeyedFile {
  for (const [pattern, kind] of patterns) {
    const name = pattern.exec(key)?.[1]
    if (name) return { key, kind, name }
  }
  return { key, kind: 'unknown', name: '' }
}

const hash = '([\\da-f]{64})'
const patterns: [RegExp, KeyedFile['kind']][] = [
  [new RegExp(`^originals/[\\da-f]{2}/${hash}\\.png$`), 'file'],
  [new RegExp(`^variants/[\\da-f]{2}/${hash}-(?:${variantSides.join('|')})(?:-v\\d+)?\\.webp$`), 'file'],
  [new RegExp(`^${derivativesPrefix}(px-[a-z2-7]+)/[^/]+$`), 'image'],
  [/^avatars\/[\da-f]{2}\/([\da-f]{64}\.webp)$/, 'avatar'],
  [new RegExp(`^${coversPrefix}([\\w-]+)\\.jpg$`), 'cover'],
]

async function isOld({ store, strayAfter }: CheckContext, key: string): Promise<boolean> {
  const modifiedAt = await store.modifiedAt(key)
  return modifiedAt !== null && Date.now() - modifiedAt.getTime() >= strayAfter
}

async function moveToLostAndFound({ store }: CheckContext, key: string): Promise<void> {
  if (!isStoreKey(key)) throw new RepairError('it has a name that no file of Vitrine has; move it by hand.')
  await copyStoredFile(store, key, store, lostAndFoundPrefix + key)
  await store.remove(key)
}
