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
export type HashSource = () => string
type Text = string | RegExp

/** A fault, or several of one kind: what does it, and what the findings about it say, one each. */
export interface SeededFault {
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

/** A statement about the row of a file; `says` follows the image's name, or stands before it. */
const ofFile = (statement: string, says: (image: string) => string) =>
  mendable(async (library, next) => {
    const hash = next()
    await library.corrupt(`${statement} where sha256 = '${hash}'`)
    return new RegExp(says(await nameOf(library, hash)))
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
  ofFile('update file set byte_size = 7, width = 401', (image) => `${image}.* counts as 7 bytes, 401 × 240 pixels`),
  ofFile('update file set findings = null, open_findings = null', (image) => `${image}.* is not measured`),
  ofFile('delete from perceptual_row', (image) => `do not find the file of ${image}`),
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
    const covers: string[] = []
    for await (const key of library.testApp.store.list('covers/')) covers.push(key)
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

/** Whether one of these lines says a fault. */
export const isSaid = ({ text }: { text: Text }, lines: string[]) =>
  lines.some((line) => (typeof text === 'string' ? line.includes(text) : text.test(line)))

/** How findings name the image of these bytes. */
export async function nameOf({ testApp: { db } }: CheckedLibrary, sha256: string): Promise<string> {
  const { id } = await db.selectFrom('images').select('id').where('sha256', '=', sha256).executeTakeFirstOrThrow()
  return `image ${id} \\(`
}

export const addFailedJob = ({ testApp: { db } }: CheckedLibrary, task: string, payload: object, change: string) =>
  // In one transaction, so that no worker takes the job before.
  db.transaction().execute(async (transaction) => {
    await addJob(transaction, task, payload)
    await sql`
      update graphile_worker._private_jobs set ${sql.raw(change)}
      where id = (select max(id) from graphile_worker._private_jobs)`.execute(transaction)
  })
