import { avatarOfKey } from '#features/accounts/users/avatar-urls'
import { coverOfKey } from '#features/gallery/highlights/covers'
import { whileNotStored } from '#features/images/files/unowned-files.sql'
import { derivativeOwner, derivativesFolder, sha256OfKey } from '#features/images/storage-keys'
import { inBatches } from '#kit/concurrency'
import { copyStoredFile, isStoreKey } from '#kit/storage/store'
import { type CheckContext, type Inspection, pageSize, RepairError } from '../inspections.ts'
import { fileCount, filesWithoutOwner, type KeyedFile, keysWithoutRow } from './files.sql.ts'

/** Where files without a row are kept, since the database may be what is wrong. */
const lostAndFoundPrefix = 'lost-and-found/'

/** Files of the store of which the database knows nothing. */
export const strayFiles = (context: CheckContext): Inspection => ({
  subject: 'Store',
  isGradual: true,
  // An original and mostly two previews.
  count: async () => 3 * (await fileCount(context.backgroundDb)),
  async *pages() {
    for await (const keys of inBatches(context.store.list(''), pageSize))
      yield keys.filter((key) => !key.startsWith(lostAndFoundPrefix))
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

function keyedFile(key: string): KeyedFile {
  for (const [kind, nameOf] of kinds) {
    const name = nameOf(key)
    if (name) return { key, kind, name, folder: kind === 'image' ? derivativesFolder(name) : null }
  }
  return { key, kind: 'unknown', name: '', folder: null }
}

const kinds: [KeyedFile['kind'], (key: string) => string | undefined][] = [
  ['file', sha256OfKey],
  ['image', derivativeOwner],
  ['avatar', avatarOfKey],
  ['cover', coverOfKey],
]

async function isOld({ store, strayAfter }: CheckContext, key: string): Promise<boolean> {
  const modifiedAt = await store.modifiedAt(key)
  return modifiedAt !== null && Date.now() - modifiedAt.getTime() >= strayAfter
}

/** No process can begin to store the file meanwhile, nor has one begun since it was looked at. */
async function moveToLostAndFound(context: CheckContext, key: string): Promise<void> {
  if (!isStoreKey(key)) throw new RepairError('it has a name that no file of Vitrine has; move it by hand.')
  const { backgroundDb, store } = context
  const isMoved = await whileNotStored(backgroundDb, key, async (transaction) => {
    const [stray] = await filesWithoutOwner(transaction, [keyedFile(key)])
    if (!stray || !(await isOld(context, key))) throw new RepairError('it was stored a moment ago.')
    await copyStoredFile(store, key, store, lostAndFoundPrefix + key)
    await store.remove(key)
  })
  if (!isMoved) throw new RepairError('it is being stored, or a backup runs.')
}
