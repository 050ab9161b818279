import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import sharp from 'sharp'
import { avatarKey } from '#features/accounts/users/avatar-urls'
import { originalKey, previewKey } from '#features/images/storage-keys'
import { addJob } from '#kit/jobs/job-queue.sql'
import type { CheckedLibrary } from './checked-library.ts'

/** Each call returns the hash of another public image, so that one fault does not cover another. */
type HashSource = () => string
type Text = string | RegExp

/** A fault, or several of one kind: what does it, and what the findings about it say, one each. */
interface SeededFault {
  /** Whether a repair without a backup mends it. */
  isMendable: boolean
  seed(library: CheckedLibrary, next: HashSource): Promise<Text | Text[]>
}

const mendable = (seed: SeededFault['seed']): SeededFault => ({ isMendable: true, seed })
const lost = (seed: SeededFault['seed']): SeededFault => ({ isMendable: false, seed })

async function put({ testApp: { store } }: CheckedLibrary, key: string, bytes: Buffer | string) {
  await using workspace = await store.createWorkspace()
  const file = join(workspace.folder, 'file')
  await writeFile(file, bytes)
  await store.put(file, key)
}

/** Stores other bytes instead of those at the key, or none. */
async function replace(library: CheckedLibrary, key: string, change: (bytes: Buffer) => Buffer | Promise<Buffer>) {
  await put(library, key, await change(await buffer(library.testApp.store.read(key))))
}
const remove = ({ testApp: { store } }: CheckedLibrary, key: string) => store.remove(key)
const half = (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1)
const noPicture = () => Buffer.from('no picture')

/** How findings name the image of these bytes. */
async function nameOf({ testApp: { db } }: CheckedLibrary, sha256: string): Promise<string> {
  const { id } = await db.selectFrom('images').select('id').where('sha256', '=', sha256).executeTakeFirstOrThrow()
  return `image ${id} \\(`
}

/** A fault of rows of a public image: a statement, and what the finding says behind the image's name. */
const ofImage = (statement: string, says: string) =>
  mendable(async (library, next) => {
    const hash = next()
    const image = `(select id from images where sha256 = '${hash}')`
    await library.corrupt(statement.replaceAll('$image', image).replaceAll('$hash', `'${hash}'`))
    const named = await nameOf(library, hash)
    return new RegExp(says.includes('$image') ? says.replaceAll('$image', named) : `${named}.*${says}`, 'i')
  })

/** A fault of rows that are not of one image. */
const ofRows = (statement: string, ...says: (string | RegExp)[]) =>
  mendable(async (library) => {
    const { ada, bob } = library
    await library.corrupt(statement.replaceAll('$ada', String(ada.id)).replaceAll('$bob', String(bob.id)))
    return says
  })

/** A fault of a job, which no worker takes before it has failed. */
const ofJob = (task: string, change: string, says: string) =>
  mendable(async ({ testApp: { db } }) => {
    await db.transaction().execute(async (transaction) => {
      await addJob(transaction, task, {})
      await sql`
        update graphile_worker._private_jobs set ${sql.raw(change)}
        where id = (select max(id) from graphile_worker._private_jobs)`.execute(transaction)
    })
    return says
  })

/** A fault of a file of one image, which is said with its key. */
const ofKey =
  (isMendable: boolean, keyOf: (sha256: string) => string) =>
  (change: (library: CheckedLibrary, key: string) => Promise<void>, says: string): SeededFault => ({
    isMendable,
    async seed(library, next) {
      const key = keyOf(next())
      await change(library, key)
      return `${says} (${key})`
    },
  })
const original = ofKey(false, originalKey)
const preview = ofKey(true, (sha256) => previewKey(sha256, 320, 2))

/** Faults of originals, of files that can be made again, and of files that nothing needs. */
export const fileFaults: SeededFault[] = [
  original(remove, 'is missing'),
  ...[
    (bytes: Buffer) => Buffer.from(bytes.map((byte, at) => (at === bytes.length >> 1 ? byte ^ 1 : byte))),
    (bytes: Buffer) => bytes.subarray(0, 900),
  ].map((change) => original((library, key) => replace(library, key, change), 'has other bytes than were uploaded')),
  ofImage('update file set byte_size = 7, width = 401 where sha256 = $hash', 'counts as 7 bytes, 401 × 240 pixels'),
  ofImage('update file set findings = null, open_findings = null where sha256 = $hash', 'is not measured'),
  ofImage('delete from perceptual_row where sha256 = $hash', 'do not find the file of $image'),
  preview(remove, 'is missing'),
  preview((library, key) => replace(library, key, half), 'cannot be decoded'),
  preview(
    (library, key) => replace(library, key, (bytes) => sharp(bytes).resize(50).toBuffer()),
    'is 50 × 38 instead of 320 × 240',
  ),
  mendable(async (library) => {
    const rows = library.testApp.db.selectFrom('derivative').select('key').orderBy('key').limit(3)
    const [missing, broken, resized] = (await rows.execute()).map(({ key }) => key) as [string, string, string]
    await remove(library, missing)
    for (const key of [broken, resized]) await put(library, key, 'no picture')
    await library.corrupt(`update derivative set byte_size = 10 where key = '${broken}'`)
    const derivative = 'A derivative'
    return [
      `${derivative} is missing (${missing})`,
      `${derivative} cannot be decoded (${broken})`,
      'has 10 bytes instead of',
    ]
  }),
  lost(async (library) => {
    const { ada, bob } = library
    const people = library.testApp.db.selectFrom('users').select('image').where('id', 'in', [ada.id, bob.id])
    const [first, second] = await people.orderBy('id').execute()
    await remove(library, avatarKey(first!.image!))
    await put(library, avatarKey(second!.image!), 'no picture')
    return [`The avatar of ${ada.username} is missing`, `The avatar of ${bob.username} cannot be decoded`]
  }),
  mendable(async (library) => {
    const covers = await Array.fromAsync(library.testApp.store.list('covers/'))
    const [missing, broken] = covers.sort() as [string, string]
    await remove(library, missing)
    await replace(library, broken, noPicture)
    const cover = 'A picture of shared links'
    return [`${cover} is missing (${missing})`, `${cover} cannot be decoded (${broken})`]
  }),
  mendable(async (library) => {
    const [hash, address] = [randomBytes(32).toString('hex'), `px-${'a'.repeat(26)}`]
    const keys = [
      originalKey(hash),
      previewKey(hash, 640, 2),
      `previews/aa/${hash}-99.webp`,
      `copies/${address}/v3-512.png`,
      `copies/${address}/v3-full.webp`,
      avatarKey(`${hash}.webp`),
      'covers/19-0123456789abcdef.jpg',
      'originals/doctor/0123.txt',
      'notes.txt',
    ]
    for (const key of keys) await put(library, key, key)
    return keys.map((key) => `knows nothing of the file ${key}.`)
  }),
  mendable(async (library) => {
    const hash = randomBytes(32).toString('hex')
    await library.corrupt(`
      insert into file (sha256, byte_size, width, height, transparent_ratio, translucent_ratio, colours,
        preview_version)
      values ('${hash}', 1, 1, 1, 0, 0, '[]', 1)`)
    return `The file ${hash} belongs to no image`
  }),
]

const otherGallery = 'Visitors see something else than what is stored of $image'
const otherWords = 'search other words than those of $image'
const otherFacets = 'are filtered and sorted by something else than what is stored of $image'

export const rowFaults: SeededFault[] = [
  ofRows(
    `update images set hidden_by_block = true where title = 'Trashed plate'`,
    'is hidden from visitors, and should not be',
  ),
  ofImage('delete from published where image_id = $image', otherGallery),
  ofImage(`update published set words = 'wrong' where image_id = $image`, otherGallery),
  ofImage('update published set downloads = 77 where image_id = $image', otherGallery),
  ofImage(
    `update card set json = '{"broken' where pub_no = (select pub_no from published where image_id = $image)`,
    otherGallery,
  ),
  ofImage(`update published set keyword_ids = '{}' where image_id = $image`, otherGallery),
  ofImage('delete from image_words where image_id = $image', otherWords),
  ofImage(`update image_words set words = 'wrong' where image_id = $image`, otherWords),
  ofImage('delete from image_facet where image_id = $image', otherFacets),
  ofImage('update image_facet set byte_size = 5 where image_id = $image', otherFacets),
  ofImage(`update image_facet set status = 'rejected' where image_id = $image`, otherFacets),
  ofRows(
    `update posting set postings = '' where term = 'c1'; delete from posting where term = 'wlantern'`,
    /\d+ posting lists of segment 0 are wrong/,
  ),
  ofRows('update storage_use set bytes = bytes + 1 where owner_id = $ada', /Bytes of .* are counted as \d+; there are/),
  ofRows('delete from storage_use where owner_id = $bob', /Bytes of .* are counted as 0/),
  ofRows(
    `update image_count set count = 0 where owner_id = $bob and status = 'rejected'`,
    'that are rejected are counted as 0',
  ),
  ofRows(
    `insert into image_count values ($bob, 'approved', 4)
    on conflict (owner_id, status) do update set count = excluded.count`,
    'that are approved are counted as 4; there are 0.',
  ),
  ofRows(`update keyword set uses = uses + 1 where name = 'colour 0'`, 'with the keyword "colour 0" are counted as'),
  ofRows(`update keyword set uses = 0 where name = 'colour 1'`, 'with the keyword "colour 1" are counted as 0'),
  ofRows(`update word set uses = 1 where word = 'lantern'`, 'with the word "lantern" are counted as 1'),
  ofRows(`delete from word where word = 'published'`, 'with the word "published" are counted as 0'),
  ofRows(`insert into word values ('nothing', 5, 'noth')`, 'with the word "nothing" are counted as 5; there are 0.'),
  ofImage(`insert into image_download_day values ($image, current_date, 50)`, 'Downloads of $image.*are counted as'),
  ofRows('update download_day set count = 0 where owner_id = $ada', /Downloads of .* on .* are counted as 0/),
  ofImage(`update file set open_findings = '{halo}' where sha256 = $hash`, 'The faults of the file of $image.*listed'),
  ofJob(
    'mail_contact_message',
    `attempts = 10, last_error = 'No route'`,
    '1 jobs (mail_contact_message) have failed, the last time with: No route',
  ),
  ofJob(
    'deliver',
    `attempts = 1, max_attempts = 1, last_error = 'No network'`,
    '1 jobs (deliver) have failed, the last time with: No network',
  ),
]

/** Seeds these faults, each in an image of its own; returns what is to be said of each. */
export async function seedFaults(library: CheckedLibrary, faults: SeededFault[]) {
  const { db } = library.testApp
  const images = await db.selectFrom('images').select('sha256').where('pub_no', 'is not', null).orderBy('id').execute()
  const next = () => images.shift()!.sha256
  const seeded: { text: Text; isMendable: boolean }[] = []
  for (const { seed, isMendable } of faults)
    for (const text of [await seed(library, next)].flat()) seeded.push({ text, isMendable })
  return seeded
}

export const isSaid = ({ text }: { text: Text }, lines: string[]) =>
  lines.some((line) => (typeof text === 'string' ? line.includes(text) : text.test(line)))
