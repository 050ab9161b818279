import type { SiteSettings } from '@vitrine/contract/site'
import { categories } from '@vitrine/contract/vocabulary/categories'
import { originalFormat, previewFormat } from '@vitrine/contract/vocabulary/image-formats'
import { rightsStatement } from '@vitrine/contract/vocabulary/provenance/rights-statement'
import type { FeatureDeps } from '#feature'
import { trustOf } from '#features/accounts/trust/trust'
import { avatarKey } from '#features/accounts/users/avatar-urls'
import { cutToBytes, maxNameBytes } from '#features/gallery/tray/zip-contents'
import { originalKey } from '#features/images/storage-keys'
import type { Database } from '#kit/database/statements'
import type { ZipEntry } from '#kit/storage/zip-archive'
import { accountOf, eventsAfter, imagesAfter, type OwnImage, personalRows } from './own-data.sql.ts'

type ExportDeps = Pick<FeatureDeps, 'db' | 'store'> & { site: Pick<SiteSettings, 'name' | 'url'> }

/** Rows that are in memory at a time, with all that is known of each. */
const [imagesPerQuery, eventsPerFile] = [50, 1_000]

/** Each file is read when its turn comes: any account needs the memory of a few rows, and no connection meanwhile. */
export async function* exportEntries(deps: ExportDeps, user: number): AsyncGenerator<ZipEntry> {
  const { db, site } = deps
  const account = await accountOf(db, user)
  yield textEntry('README.txt', readme(site))
  yield jsonEntry('profile.json', { ...account, image: account.image && 'profile-picture.webp' })
  if (account.image)
    yield* storedEntry(deps, `profile-picture${previewFormat.extension}`, avatarKey(account.image), new Date())
  for (const [name, rowsOf] of Object.entries(personalRows)) yield jsonEntry(name, await rowsOf(db, user))
  yield jsonEntry('level.json', await trustOf(db, { id: user }))
  let number = 1
  for await (const events of batchesOf(eventsAfter, db, user, eventsPerFile))
    yield jsonEntry(`events/${number++}.json`, events)
  for await (const images of batchesOf(imagesAfter, db, user, imagesPerQuery))
    for (const image of images) yield* entriesOf(deps, image)
}

/** All rows in the order of their ids, `size` at a time (keyset pagination). */
async function* batchesOf<Row extends { id: number }>(
  rowsAfter: (db: Database, user: number, afterId: number, limit: number) => Promise<Row[]>,
  db: Database,
  user: number,
  size: number,
) {
  for (let afterId = 0; ; ) {
    const rows = await rowsAfter(db, user, afterId, size)
    if (rows.length) yield rows
    if (rows.length < size) return
    afterId = rows.at(-1)!.id
  }
}

/** An original that is not in the store, such as one that was taken down, leaves its description. */
async function* entriesOf(deps: ExportDeps, image: OwnImage): AsyncGenerator<ZipEntry> {
  const { edit, edit_sha256, edit_file_name, edit_rights_at, edit_rights_version, ...row } = image
  const { category_id, findings, pub_no, ...facts } = row
  const path = `images/${cutToBytes(`${image.id}-${image.slug}`, maxNameBytes)}`
  yield jsonEntry(`${path}.json`, {
    ...facts,
    is_public: pub_no !== null,
    category: categories.find(({ id }) => id === category_id)?.value ?? null,
    findings,
    waiting_edit: edit && {
      fields: edit,
      file_name: edit_file_name,
      sha256: edit_sha256,
      rights_version: edit_rights_version,
      rights_at: edit_rights_at,
    },
  })
  yield* storedEntry(deps, path + originalFormat.extension, originalKey(image.sha256), image.created_at)
  if (edit_sha256)
    yield* storedEntry(deps, `${path}-waiting${originalFormat.extension}`, originalKey(edit_sha256), new Date())
}

async function* storedEntry({ store }: ExportDeps, name: string, key: string, modified: Date) {
  const size = await store.size(key)
  if (size !== null) yield { name, size, modified, read: () => store.read(key) }
}

const jsonEntry = (name: string, value: unknown) => textEntry(name, `${JSON.stringify(value, null, 2)}\n`)

function textEntry(name: string, text: string): ZipEntry {
  const bytes = Buffer.from(text)
  return { name, size: bytes.length, modified: new Date(), read: () => [bytes] }
}

const readme = ({ name, url }: ExportDeps['site']) => `Your data at ${name}
${url}/

profile.json           your account; terms_version is the version of the terms that you agreed to, and the present one
                       is ${rightsStatement.version}. Of your password a hash is stored, which is not here.
profile-picture.webp   your picture, if you have one
api-keys.json          your API keys by name and beginning; the keys themselves are not stored
sessions.json          where you are or were signed in
events/                what you did and what was done to your account, for as long as it is stored
downloads-by-day.json  downloads of all your images together
allowed-uploads.json   uploads that were refused as copies of pictures that were taken down, and that an admin allows
level.json             your level as a contributor, and the numbers that decide it
images/                each image as you uploaded it, those in the trash included, and beside it what is known of it:
                       words, licence, the version of the statement of rights and when you made it, decisions,
                       and your counter-notices.
                       An image without a file was taken down, or its file could not be found. A file that waits for
                       review ends in -waiting.
`
