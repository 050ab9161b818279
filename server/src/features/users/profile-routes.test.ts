import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { removeNextFile, withPostponedFileRemoval } from '#features/files/stored-files.sql'
import { emptyAccount } from '#features/own-data/closing/close-account.sql'
import { startImagingPool } from '#imaging/imaging-pool'
import { profileOf, signIn } from '#test/accounts'
import { flatPng, slowPng } from '#test/hostile-pngs'
import { answerAcross } from '#test/interrupted-requests'
import { aPng } from '#test/png'
import {
  callAs,
  createUser,
  type FormPart,
  fieldsOf,
  multipart,
  openAppWithPeople,
  openTestApp,
  type TestUser,
  temporaryFiles,
  withoutJobs,
} from '#test/test-app'
import { avatarBase, avatarKey } from './avatar-urls.ts'

const { testApp, app, db, store, ada } = await openAppWithPeople({}, withoutJobs)

const profile = (person: TestUser) => profileOf(testApp, person)
const update = (user: TestUser, parts: FormPart[], server = app) =>
  server.inject({ method: 'PATCH', url: '/api/v1/accounts/user/profile/update/', ...multipart(parts, user.headers) })
const names = (first = 'Ada', last = 'Lovelace') => [
  { name: 'first_name', value: first },
  { name: 'last_name', value: last },
]
const avatarPart = (value: Buffer, filename = 'me.png') => ({ name: 'image', value, filename })
const avatarFiles = async () =>
  (await readdir(join(testApp.folder, 'files/avatars'), { recursive: true }))
    .filter((name) => name.endsWith('.webp'))
    .map((name) => name.split('/').at(-1)!)

describe('one’s own profile', () => {
  test('is the only item of an array', async () => {
    const eve = await createUser(testApp)
    const { headers, username, email } = eve
    expect((await app.inject({ url: '/api/v1/accounts/user/profile/', headers })).json()).toEqual([
      {
        ...{ username, email, first_name: '', last_name: '', image: null, has_page: false, new_email: null },
        ...{ has_decision_mails: true, must_confirm_email: false, terms_version: 2 },
        date_joined: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    ])
  })

  test('takes nothing for an account that is closed meanwhile', async () => {
    const eve = await createUser(testApp)
    const answer = await answerAcross(db, () => update(eve, names('Eve', 'Moneypenny')), {
      lock: (transaction) => emptyAccount(transaction, eve.id, 'no hash', true),
    })
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'not_signed_in'])
    const row = await db.selectFrom('users').select('last_name').where('id', '=', eve.id).executeTakeFirst()
    expect(row).toEqual({ last_name: '' })
  })

  test('takes new names and trims them', async () => {
    const answer = await update(ada, names(' Ada ', 'King'))
    expect(answer.json()).toMatchObject({ message: 'Profile updated!', user: { first_name: 'Ada', last_name: 'King' } })
    expect(await profile(ada)).toMatchObject({ first_name: 'Ada', last_name: 'King' })
  })

  test.each([
    ['first_name', [{ name: 'last_name', value: 'King' }], 'First name is required'],
    ['first_name', names('  ', 'King'), 'First name is required'],
    ['last_name', names('Ada', ''), 'Last name is required'],
    ['last_name', names('Ada', 'x'.repeat(51)), 'Last name must be at most 50 characters'],
  ])('names the error of %s', async (at, parts, message) => {
    expect(fieldsOf(await update(ada, parts))).toEqual([400, [{ at, message }]])
  })

  test('ignores role, is_block, id, username, e-mail and prototypes in the form', async () => {
    const protectedFields = ['role', 'is_block', 'id', 'username', 'email', 'is_active', '__proto__', 'constructor']
    await update(ada, [...names(), ...protectedFields.map((name) => ({ name, value: 'admin' }))])
    const row = await db.selectFrom('users').selectAll().where('id', '=', ada.id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ role: 'user', is_block: false, is_active: true, username: ada.username })
    expect((await profile(ada)).email).toBe(ada.email)
  })

  test('accepts only multipart forms', async () => {
    const json = await callAs(testApp, ada, 'PATCH', 'accounts/user/profile/update', { first_name: 'Ada' })
    expect(json.statusCode).toBe(415)
  })
})

describe('an avatar', () => {
  const wide = { create: { width: 600, height: 300, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } } as const

  test('becomes a small square that keeps its transparency, at an immutable URL', async () => {
    const png = await sharp(wide).png().toBuffer()
    const { image } = (await update(ada, [...names(), avatarPart(png)])).json().user
    const { headers, rawPayload } = await app.inject(image)
    const square = { width: 256, height: 256, format: 'webp', hasAlpha: true }
    expect(await sharp(rawPayload).metadata()).toMatchObject(square)
    expect(headers['cache-control']).toBe('private, max-age=31536000, immutable')
    expect(headers['content-security-policy']).toContain('sandbox')
    expect((await profile(ada)).image).toBe(image)
    expect((await signIn(testApp, ada.email)).json().data.user.image).toBe(image)
  })

  test.each(['webp', 'jpeg'] as const)('may be of %s too, and stays when a form has none', async (format) => {
    const bytes = await sharp(wide).toFormat(format).toBuffer()
    const { image } = (await update(ada, [...names(), avatarPart(bytes, `me.${format}`)])).json().user
    await update(ada, [...names('Augusta'), { ...avatarPart(Buffer.alloc(0)), filename: '' }])
    expect(await profile(ada)).toMatchObject({ first_name: 'Augusta', image })
  })

  test('that is replaced leaves the store unless a backup runs, while an equal one of another user stays', async () => {
    const bob = await createUser(testApp)
    const first = aPng({ seed: 1 })
    const [replaced, other] = await Promise.all(
      [ada, bob].map(async (user) => (await update(user, [...names(), avatarPart(first)])).json().user.image),
    )
    expect(replaced).not.toBe(other)
    await update(ada, [...names(), avatarPart(aPng({ seed: 2 }))])
    const key = avatarKey(replaced.split('/').at(-1))
    const remove = () => removeNextFile(db, (one) => store.remove(one))
    await withPostponedFileRemoval(db, async () => expect(await remove()).toBeNull())
    expect(await store.size(key)).not.toBeNull()
    while (await remove());
    expect(await store.size(key)).toBeNull()
    expect((await app.inject(replaced)).statusCode).toBe(404)
    expect((await app.inject(other)).statusCode).toBe(200)
  })

  test.each([
    ['HTML', Buffer.from('<html><script>alert(1)</script></html>')],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><circle r="9"/></svg>')],
    ['half a PNG', aPng({ seed: 3 }).subarray(0, 60)],
    ['a PNG of 144 megapixels', flatPng({ width: 12_000, height: 12_000 })],
    ['nothing', Buffer.alloc(0)],
    ['a PNG with a page behind it', Buffer.concat([aPng({ seed: 4 }), Buffer.from('<html></html>')])],
  ])('is refused with a message and leaves no file: %s', async (_, value) => {
    const answer = await update(ada, [...names('Never'), avatarPart(value)])
    const message = 'Choose a PNG, JPEG or WebP picture.'
    const error = { code: 'bad_avatar', message, fields: [{ at: 'image', message }] }
    expect([answer.statusCode, answer.json()]).toEqual([400, error])
    expect((await profile(ada)).first_name).not.toBe('Never')
    expect(await temporaryFiles(testApp)).toEqual([])
  })

  test('of more than 10 MB is refused', async () => {
    const answer = await update(ada, [...names(), avatarPart(Buffer.alloc(10_000_001))])
    const message = 'The picture may have at most 10 MB.'
    const error = { code: 'too_large', message, fields: [{ at: 'image', message }] }
    expect([answer.statusCode, answer.json()]).toEqual([413, error])
    expect(await temporaryFiles(testApp)).toEqual([])
  })

  test('is one file: a second one is refused, and one in another field ignored', async () => {
    const two = await update(ada, [...names(), avatarPart(aPng()), avatarPart(aPng({ seed: 2 }))])
    expect(two.json().code).toBe('too_large')
    const { image } = await profile(ada)
    expect((await update(ada, [...names(), { ...avatarPart(aPng()), name: 'avatar' }])).json().user.image).toBe(image)
  })

  test('that is replaced several times at once leaves one file, the current one', async () => {
    const eve = await createUser(testApp)
    await update(ada, [...names(), avatarPart(aPng({ seed: 4 }))])
    const before = await avatarFiles()
    await Promise.all([5, 6, 5, 6].map((seed) => update(eve, [...names(), avatarPart(aPng({ seed }))])))
    const { image } = await profile(eve)
    expect((await app.inject(image)).statusCode).toBe(200)
    while (await removeNextFile(db, (key) => store.remove(key)));
    expect((await avatarFiles()).filter((name) => !before.includes(name))).toEqual([image.split('/').at(-1)])
  })

  test('has no other URL, and none that leads out of its folder', async () => {
    for (const name of [`${'0'.repeat(64)}.webp`, '..%2f..%2fsecret.key', '%00', 'x'.repeat(400)])
      expect((await app.inject(avatarBase + name)).statusCode).toBe(404)
  })

  test('gets 503 when the pictures of others would delay it for more than five seconds', async () => {
    const imagingPool = startImagingPool({ workers: 1 })
    const busy = await openTestApp({}, { imagingPool })
    const person = await createUser(busy)
    const controller = new AbortController()
    const slow = { file: join(busy.folder, 'slow.png'), pixels: 5700 ** 2, folder: busy.folder, xmp: '<x/>' }
    await writeFile(slow.file, slowPng())
    const queued = [101, 102, 103, 104].map((owner) =>
      imagingPool.measure(slow, { owner, signal: controller.signal }).catch(() => {}),
    )
    const large = [...names(), avatarPart(flatPng({ width: 7000, height: 7000 }))]
    const answer = await update(person, large, busy.app)
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'busy'])
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(4)
    controller.abort()
    await Promise.all(queued)
    expect((await update(person, large, busy.app)).statusCode).toBe(200)
  })
})
