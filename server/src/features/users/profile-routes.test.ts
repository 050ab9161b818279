import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { startImagingPool } from '#imaging/imaging-pool'
import { flatPng } from '#test/hostile-pngs'
import { aPng } from '#test/png'
import { createUser, type FormPart, multipart, openTestApp, type TestUser, temporaryFiles } from '#test/test-app'
import { avatarBase, avatarKey } from './avatar-urls.ts'

const house = await openTestApp()
const { app, db, store } = house
const ada = await createUser(house)

const profile = async ({ headers }: TestUser) => {
  const answer = await app.inject({ url: '/api/v1/accounts/user/profile/', headers })
  expect(answer.statusCode).toBe(200)
  return answer.json()
}
const update = (person: TestUser, parts: FormPart[], door = app) =>
  door.inject({ method: 'PATCH', url: '/api/v1/accounts/user/profile/update/', ...multipart(parts, person.headers) })
const names = (first = 'Ada', last = 'Lovelace') => [
  { name: 'first_name', value: first },
  { name: 'last_name', value: last },
]
const portrait = (value: Buffer, filename = 'me.png') => ({ name: 'image', value, filename })
const files = async () =>
  (await readdir(join(house.folder, 'files/avatars'), { recursive: true }))
    .filter((name) => name.endsWith('.webp'))
    .map((name) => name.split('/').at(-1)!)
const pixels = async (url: string) => {
  const { rawPayload, headers } = await app.inject(url)
  return { headers, ...(await sharp(rawPayload).metadata()), picture: sharp(rawPayload) }
}

describe('one’s own profile', () => {
  test('is the only item of an array', async () => {
    expect(await profile(ada)).toEqual([
      {
        username: ada.username,
        email: ada.email,
        first_name: '',
        last_name: '',
        image: null,
        date_joined: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    ])
  })

  test('takes new names, without blanks around them', async () => {
    const answer = await update(ada, names(' Ada ', 'King'))
    expect(answer.json()).toMatchObject({ message: 'Profile updated!', user: { first_name: 'Ada', last_name: 'King' } })
    expect((await profile(ada))[0]).toMatchObject({ first_name: 'Ada', last_name: 'King' })
  })

  test.each([
    ['first_name', [{ name: 'last_name', value: 'King' }], 'First name is required'],
    ['first_name', names('  ', 'King'), 'First name is required'],
    ['last_name', names('Ada', ''), 'Last name is required'],
    ['last_name', names('Ada', 'x'.repeat(51)), 'Last name must be at most 50 characters'],
  ])('says what is wrong with %s', async (at, parts, message) => {
    const answer = await update(ada, parts)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields).toEqual([{ at, message }])
  })

  test('role, is_block, id, username, e-mail and prototypes in the form change nothing', async () => {
    const sly = ['role', 'is_block', 'id', 'username', 'email', 'is_active', '__proto__', 'constructor']
    await update(ada, [...names(), ...sly.map((name) => ({ name, value: 'admin' }))])
    const row = await db.selectFrom('users').selectAll().where('id', '=', ada.id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ role: 'user', is_block: false, is_active: true, username: ada.username })
    expect((await profile(ada))[0].email).toBe(ada.email)
  })

  test('takes a form and nothing else', async () => {
    const json = { method: 'PATCH', url: '/api/v1/accounts/user/profile/update/', headers: ada.headers } as const
    expect((await app.inject({ ...json, payload: { first_name: 'Ada' } })).statusCode).toBe(415)
  })
})

describe('the picture of a person', () => {
  const wide = { create: { width: 600, height: 300, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } } as const
  let jpeg: Buffer
  beforeAll(async () => {
    const left = await sharp({ create: { width: 400, height: 800, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    // Lies on its side until EXIF says so, and tells where it was taken.
    jpeg = await sharp({ create: { width: 800, height: 800, channels: 3, background: 'blue' } })
      .composite([{ input: left, left: 0, top: 0 }])
      .withMetadata({ orientation: 6, exif: { IFD0: { Artist: 'Somebody' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } } })
      .jpeg()
      .toBuffer()
  })

  test('becomes a small square whose transparency is kept, at an address that is kept for good', async () => {
    const png = await sharp(wide).png().toBuffer()
    const { image } = (await update(ada, [...names(), portrait(png)])).json().user
    const { headers, width, height, format, hasAlpha } = await pixels(image)
    expect({ width, height, format, hasAlpha }).toEqual({ width: 256, height: 256, format: 'webp', hasAlpha: true })
    expect(headers['cache-control']).toBe('private, max-age=31536000, immutable')
    expect(headers['content-security-policy']).toContain('sandbox')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect((await profile(ada))[0].image).toBe(image)
    const login = await app.inject({
      method: 'POST',
      url: '/api/v1/accounts/user/login/',
      payload: { email: ada.email, password: 'correct-horse' },
    })
    expect(login.json().data.user.image).toBe(image)
  })

  test('from a telephone stands upright and tells nothing of where it was taken', async () => {
    const { image } = (await update(ada, [...names(), portrait(jpeg, 'me.jpg')])).json().user
    const { exif, picture } = await pixels(image)
    expect(exif).toBeUndefined()
    const { data } = await picture.extract({ left: 128, top: 20, width: 1, height: 1 }).raw().toBuffer({ resolveWithObject: true }) // biome-ignore format: one thought
    expect(data[0]).toBeGreaterThan(200) // what was on the left is on top
  })

  test('is taken as WebP too, and stays when a form brings none', async () => {
    const webp = await sharp(wide).webp().toBuffer()
    const { image } = (await update(ada, [...names(), portrait(webp, 'me.webp')])).json().user
    await update(ada, [...names('Augusta'), { ...portrait(Buffer.alloc(0)), filename: '' }])
    expect((await profile(ada))[0]).toMatchObject({ first_name: 'Augusta', image })
  })

  test('that is replaced is removed, and nobody else’s with it', async () => {
    const bob = await createUser(house)
    const first = aPng({ seed: 1 })
    const [mine, his] = await Promise.all(
      [ada, bob].map(async (person) => (await update(person, [...names(), portrait(first)])).json().user.image),
    )
    expect(mine).not.toBe(his)
    await update(ada, [...names(), portrait(aPng({ seed: 2 }))])
    expect((await app.inject(mine)).statusCode).toBe(404)
    expect(await store.size(avatarKey(mine.split('/').at(-1)))).toBeNull()
    expect((await app.inject(his)).statusCode).toBe(200)
  })

  test.each([
    ['HTML', Buffer.from('<html><script>alert(1)</script></html>')],
    [
      'SVG',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'),
    ],
    ['half a PNG', aPng({ seed: 3 }).subarray(0, 60)],
    ['half a JPEG', 'jpeg' as const],
    ['a PNG of 144 megapixels', flatPng({ width: 12_000, height: 12_000 })],
    ['nothing', Buffer.alloc(0)],
    ['a PNG with a page behind it', Buffer.concat([aPng({ seed: 4 }), Buffer.from('<html></html>')])],
  ])('is refused in words and leaves no file: %s', async (_, value) => {
    const bytes = value === 'jpeg' ? jpeg.subarray(0, 900) : value
    const answer = await update(ada, [...names('Never'), portrait(bytes)])
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      {
        code: 'bad_avatar',
        message: 'Choose a PNG, JPEG or WebP picture.',
        fields: [{ at: 'image', message: 'Choose a PNG, JPEG or WebP picture.' }],
      },
    ])
    expect((await profile(ada))[0].first_name).not.toBe('Never')
    expect(await temporaryFiles(house)).toEqual([])
  })

  test('of more than 10 MB is refused', async () => {
    const answer = await update(ada, [...names(), portrait(Buffer.alloc(10_000_001))])
    const message = 'The picture may have at most 10 MB.'
    expect([answer.statusCode, answer.json()]).toEqual([
      413,
      { code: 'too_large', message, fields: [{ at: 'image', message }] },
    ])
    expect(await temporaryFiles(house)).toEqual([])
  })

  test('is one: a second one, or one under another name, is not taken', async () => {
    const two = await update(ada, [...names(), portrait(aPng()), portrait(aPng({ seed: 2 }))])
    expect(two.json().code).toBe('too_large')
    const [{ image }] = await profile(ada)
    expect((await update(ada, [...names(), { ...portrait(aPng()), name: 'avatar' }])).json().user.image).toBe(image)
  })

  test('that is replaced from several windows at once leaves one file, the one that is shown', async () => {
    const [eve, before] = [await createUser(house), await files()]
    await Promise.all([5, 6, 5, 6].map((seed) => update(eve, [...names(), portrait(aPng({ seed }))])))
    const [{ image }] = await profile(eve)
    expect((await app.inject(image)).statusCode).toBe(200)
    expect((await files()).filter((name) => !before.includes(name))).toEqual([image.split('/').at(-1)])
  })

  test('has no other address, and none that leads out of its folder', async () => {
    for (const name of [`${'0'.repeat(64)}.webp`, '..%2f..%2fsecret.key', '%00', 'x'.repeat(400)])
      expect((await app.inject(avatarBase + name)).statusCode).toBe(404)
  })

  test('waits its turn, and is asked to come back when too many do', async () => {
    const small = await openTestApp({}, { imagingPool: startImagingPool({ workers: 1, maxWaiting: 1 }) })
    const person = await createUser(small)
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => update(person, [...names(), portrait(jpeg)], small.app)),
    )
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 503]))
    expect(answers.find(({ statusCode }) => statusCode === 503)!.json().code).toBe('busy')
  })
})
