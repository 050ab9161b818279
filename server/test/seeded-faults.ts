import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { originalKey, variantKey } from '#features/images/storage-keys'
import { avatarKey } from '#features/users/avatar-urls'
import { addJob } from '#kit/jobs/job-queue.sql'
import type { CheckedLibrary } from './checked-library.ts'

/** One kind of fault: what does it, and what the findings about it say, one each. */
export interface SeededFault {
  name: string
  /** Whether a repair without a backup mends it. */
  isMendable: boolean
  seed(library: CheckedLibrary, hashes: HashSource): Promise<(string | RegExp)[]>
}

/** Each call returns the hash of another public image, so that one fault does not cover another. */
export type HashSource = () => string

const put = async ({ testApp: { store } }: CheckedLibrary, key: string, bytes: Buffer | string) => {
  const workspace = await store.createWorkspace()
  const file = join(workspace.folder, 'file')
  await writeFile(file, bytes)
  await store.put(file, key)
  await workspace.remove()
}

const times = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at))

/** Faults of files, of images and of others. */
export const fileFaults: SeededFault[] = [
  {
    name: 'originals that are missing',
    isMendable: false,
    seed: (library, next) =>
      eachKey(
        times(3, () => originalKey(next())),
        async (key) => {
          await library.testApp.store.remove(key)
          return `is missing (${key})`
        },
      ),
  },
  {
    name: 'originals with other bytes',
    isMendable: false,
    seed: (library, next) =>
      eachKey(
        times(3, () => originalKey(next())),
        async (key) => {
          const bytes = await buffer(library.testApp.store.read(key))
          bytes[bytes.length >> 1]! ^= 1
          await put(library, key, bytes)
          return `has other bytes than were uploaded (${key})`
        },
      ),
  },
  {
    name: 'originals that are cut off',
    isMendable: false,
    seed: (library, next) =>
      eachKey(
        times(2, () => originalKey(next())),
        async (key) => {
          await put(library, key, (await buffer(library.testApp.store.read(key))).subarray(0, 900))
          return `has other bytes than were uploaded (${key})`
        },
      ),
  },
  {
    name: 'rows of files with other sizes',
    isMendable: true,
    seed: (library, next) =>
      eachKey(times(2, next), async (hash) => {
        await library.corrupt(`update file set byte_size = 7, width = 401 where sha256 = '${hash}'`)
        return new RegExp(`${await nameOf(library, hash)}.* counts as 7 bytes, 401 × 300 pixels`)
      }),
  },
  {
    name: 'files that are not measured',
    isMendable: true,
    seed: (library, next) =>
      eachKey(times(2, next), async (hash) => {
        await library.corrupt(`update file set findings = null, open_findings = null where sha256 = '${hash}'`)
        return new RegExp(`${await nameOf(library, hash)}.* is not measured`)
      }),
  },
  {
    name: 'perceptual rows that are missing or wrong',
    isMendable: true,
    seed: (library, next) =>
      eachKey(times(4, next), async (hash, at) => {
        const change = at % 2 ? `delete from perceptual_row` : `update perceptual_row set hash = ~hash`
        await library.corrupt(`${change} where sha256 = '${hash}'`)
        return new RegExp(`do not find the file of ${await nameOf(library, hash)}`)
      }),
  },
  {
    name: 'previews that are missing, undecodable or of another size',
    isMendable: true,
    seed: (library, next) =>
      eachKey(
        times(9, () => variantKey(next(), 320, 2)),
        async (key, at) => {
          if (at % 3 === 0) {
            await library.testApp.store.remove(key)
            return `is missing (${key})`
          }
          const bytes = await buffer(library.testApp.store.read(key))
          const isCut = at % 3 === 1
          await put(
            library,
            key,
            isCut ? bytes.subarray(0, bytes.length >> 1) : await sharp(bytes).resize(50).toBuffer(),
          )
          return isCut ? `cannot be decoded (${key})` : `is 50 × 38 instead of 320 × 240 (${key})`
        },
      ),
  },
  {
    name: 'derivatives that are missing or damaged',
    isMendable: true,
    async seed(library) {
      const rows = await library.testApp.db.selectFrom('derivative').select('key').orderBy('key').limit(4).execute()
      return eachKey(
        rows.map(({ key }) => key),
        async (key, at) => {
          if (at % 2) {
            await library.testApp.store.remove(key)
            return `A derivative is missing (${key})`
          }
          await put(library, key, 'no picture')
          if (at) await library.corrupt(`update derivative set byte_size = 10 where key = '${key}'`)
          return at ? `A derivative cannot be decoded (${key})` : `has 10 bytes instead of`
        },
      )
    },
  },
  {
    name: 'avatars that are missing or damaged',
    isMendable: false,
    async seed(library) {
      const people = await library.testApp.db.selectFrom('users').select(['username', 'image']).execute()
      return eachKey(people.slice(0, 2), async ({ username, image }, at) => {
        if (at) await put(library, avatarKey(image!), 'no picture')
        else await library.testApp.store.remove(avatarKey(image!))
        return `The avatar of ${username} ${at ? 'cannot be decoded' : 'is missing'}`
      })
    },
  },
  {
    name: 'covers that are missing or damaged',
    isMendable: true,
    async seed(library) {
      const covers: string[] = []
      for await (const key of library.testApp.store.list('covers/')) covers.push(key)
      return eachKey(covers.sort().slice(0, 2), async (key, at) => {
        if (at) await put(library, key, 'no picture')
        else await library.testApp.store.remove(key)
        return `A picture of shared links ${at ? 'cannot be decoded' : 'is missing'} (${key})`
      })
    },
  },
  {
    name: 'files without a row',
    isMendable: true,
    seed: (library) => {
      const [hash, address] = [randomBytes(32).toString('hex'), `px-${'a'.repeat(26)}`]
      const keys = [
        originalKey(hash),
        variantKey(hash, 640, 2),
        `variants/aa/${hash}-99.webp`,
        `copies/${address}/v3-512.png`,
        `copies/${address}/v3-full.webp`,
        avatarKey(`${hash}.webp`),
        'covers/19-0123456789abcdef.jpg',
        'originals/doctor/0123.txt',
        'notes.txt',
      ]
      return eachKey(keys, async (key) => {
        await put(library, key, key)
        return `knows nothing of the file ${key}.`
      })
    },
  },
  {
    name: 'rows of files without an image',
    isMendable: true,
    seed: (library) =>
      eachKey([1, 2], async () => {
        const hash = randomBytes(32).toString('hex')
        await library.corrupt(`
          insert into file (sha256, byte_size, width, height, transparent_ratio, translucent_ratio, colours,
            preview_version)
          values ('${hash}', 1, 1, 1, 0, 0, '[]', 1)`)
        return `The file ${hash} belongs to no image`
      }),
  },
]

/** Seeds faults of these kinds, each in an image of its own; returns what is to be said of each. */
export async function seedFaults(library: CheckedLibrary, kinds: SeededFault[]) {
  const { db } = library.testApp
  const images = await db.selectFrom('images').select('sha256').where('pub_no', 'is not', null).orderBy('id').execute()
  const next = () => images.shift()!.sha256
  const seeded: { text: string | RegExp; isMendable: boolean }[] = []
  for (const { seed, isMendable } of kinds)
    for (const text of await seed(library, next)) seeded.push({ text, isMendable })
  return seeded
}

/** Whether one of these lines says a fault. */
export const isSaid = ({ text }: { text: string | RegExp }, lines: string[]) =>
  lines.some((line) => (typeof text === 'string' ? line.includes(text) : text.test(line)))

export async function eachKey<T>(keys: T[], work: (key: T, at: number) => Promise<string | RegExp>) {
  const expected: (string | RegExp)[] = []
  for (const [at, key] of keys.entries()) expected.push(await work(key, at))
  return expected
}

/** How findings name the image of these bytes. */
export async function nameOf({ testApp: { db } }: CheckedLibrary, sha256: string): Promise<string> {
  const { id } = await db.selectFrom('images').select('id').where('sha256', '=', sha256).executeTakeFirstOrThrow()
  return `image ${id} \\(`
}

export const addFailedJob = (library: CheckedLibrary, task: string, payload: object, change: string) =>
  addJob(library.testApp.db, task, payload).then(() =>
    library.corrupt(`update graphile_worker._private_jobs set ${change} where id = (
      select max(id) from graphile_worker._private_jobs)`),
  )
