import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { rightsStatement } from '@vitrine/contract/vocabulary/provenance/rights-statement'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { removeNextFile, withPostponedFileRemoval } from '#features/images/files/unowned-files.sql'
import { emptyAccount } from '#features/own-data/closing/close-account.sql'
import { startImagingPool } from '#imaging/imaging-pool'
import { profileOf, signIn } from '#test/accounts'
import { flatPng } from '#test/hostile-pngs'
import { limitedWorker, stuckWorker } from '#test/imaging-workers'
import { answerAcross } from '#test/interrupted-requests'
import { aNewPng, aPng } from '#test/png'
import {
  answerOf,
  callAs,
  codeOf,
  createUser,
  type FormPart,
  fieldsOf,
  multipart,
  openAppWithPeople,
  openTestApp,
  type TestUser,
  temporaryFiles,
  uploadPng,
  withoutJobs,
} from '#test/test-app'
import { avatarBase, avatarKey } from './avatar-urls.ts'

const { testApp, app, db, store, ada } = await openAppWithPeople({ SITE_URL: 'https://png.example' }, withoutJobs)

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

test('one’s own profile is the only item of an array, and takes new names and trims them', async () => {
  const eve = await createUser(testApp)
  const { headers, username, email } = eve
  expect((await app.inject({ url: '/api/v1/accounts/user/profile/', headers })).json()).toEqual([
    {
      ...{ username, email, first_name: '', last_name: '', image: null, has_page: false, new_email: null },
      ...{ has_decision_mails: true, must_confirm_email: false, terms_version: 2 },
      date_joined: expect.stringMatching(/^\d{4}-.*Z$/),
    },
  ])
  const user = { first_name: 'Ada', last_name: 'King' }
  expect((await update(eve, names(' Ada ', 'King'))).json()).toMatchObject({ message: 'Profile updated!', user })
  expect(await profile(eve)).toMatchObject(user)
})

test('one’s own profile takes nothing for an account that is closed meanwhile', async () => {
  const eve = await createUser(testApp)
  const answer = await answerAcross(db, () => update(eve, names('Eve', 'Moneypenny')), {
    lock: (transaction) => emptyAccount(transaction, eve.id, 'no hash', true),
  })
  expect(codeOf(answer)).toEqual([401, 'not_signed_in'])
  const row = await db.selectFrom('users').select('last_name').where('id', '=', eve.id).executeTakeFirst()
  expect(row).toEqual({ last_name: '' })
})

test.each([
  ['first_name', [{ name: 'last_name', value: 'King' }], 'First name is required'],
  ['first_name', names('  ', 'King'), 'First name is required'],
  ['last_name', names('Ada', ''), 'Last name is required'],
  ['last_name', names('Ada', 'x'.repeat(51)), 'Last name must be at most 50 characters'],
])('one’s own profile names the error of %s', async (at, parts, message) => {
  expect(fieldsOf(await update(ada, parts))).toEqual([400, [{ at, message }]])
})

test('one’s own profile ignores role, is_block, id, username, e-mail and prototypes in the form', async () => {
  const json = await callAs(testApp, ada, 'PATCH', 'accounts/user/profile/update', { first_name: 'Ada' })
  expect(json.statusCode).toBe(415)
  const protectedFields = ['role', 'is_block', 'id', 'username', 'email', 'is_active', '__proto__', 'constructor']
  await update(ada, [...names(), ...protectedFields.map((name) => ({ name, value: 'admin' }))])
  const row = await db.selectFrom('users').selectAll().where('id', '=', ada.id).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ role: 'user', is_block: false, is_active: true, username: ada.username })
  expect((await profile(ada)).email).toBe(ada.email)
})

const wide = { create: { width: 600, height: 300, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } } as const

test('an avatar becomes a small square that keeps its transparency, at an immutable URL', async () => {
  const png = await sharp(wide).png().toBuffer()
  const { image } = (await update(ada, [...names(), avatarPart(png)])).json().user
  expect(image).toMatch(/^https:\/\/png\.example\/media\/avatars\//)
  const { headers, rawPayload } = await app.inject(image)
  const square = { width: 256, height: 256, format: 'webp', hasAlpha: true }
  expect(await sharp(rawPayload).metadata()).toMatchObject(square)
  expect(headers['cache-control']).toBe('private, max-age=31536000, immutable')
  expect(headers['content-security-policy']).toContain('sandbox')
  expect((await profile(ada)).image).toBe(image)
  expect((await signIn(testApp, ada.email)).json().data.user.image).toBe(image)
})

test.each(['webp', 'jpeg'] as const)('an avatar may be of %s too, and stays when a form has none', async (format) => {
  const bytes = await sharp(wide).toFormat(format).toBuffer()
  const { image } = (await update(ada, [...names(), avatarPart(bytes, `me.${format}`)])).json().user
  await update(ada, [...names('Augusta'), { ...avatarPart(Buffer.alloc(0)), filename: '' }])
  expect(await profile(ada)).toMatchObject({ first_name: 'Augusta', image })
})

test('an avatar that is replaced leaves the store unless a backup runs; an equal one of another stays', async () => {
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

const noPicture = [400, 'bad_avatar', 'Choose a PNG, JPEG or WebP picture.'] as const
test.each([
  ['HTML', Buffer.from('<html><script>alert(1)</script></html>'), noPicture],
  ['half a PNG', aPng({ seed: 3 }).subarray(0, 60), noPicture],
  ['a PNG of 144 megapixels', flatPng({ width: 12_000, height: 12_000 }), noPicture],
  ['nothing', Buffer.alloc(0), noPicture],
  ['a PNG with a page behind it', Buffer.concat([aPng({ seed: 4 }), Buffer.from('<html></html>')]), noPicture],
  ['10 MB', Buffer.alloc(10_000_001), [413, 'too_large', 'The picture may have at most 10 MB.']],
] as const)('an avatar is refused with a message and leaves no file: %s', async (_, value, [status, code, message]) => {
  const answer = await update(ada, [...names('Never'), avatarPart(value)])
  expect(answerOf(answer)).toEqual([status, { code, message, fields: [{ at: 'image', message }] }])
  expect((await profile(ada)).first_name).not.toBe('Never')
  expect(await temporaryFiles(testApp)).toEqual([])
})

test('an avatar is one file: a second one is refused, and one in another field ignored', async () => {
  const two = await update(ada, [...names(), avatarPart(aPng()), avatarPart(aPng({ seed: 2 }))])
  expect(two.json().code).toBe('too_large')
  const { image } = await profile(ada)
  expect((await update(ada, [...names(), { ...avatarPart(aPng()), name: 'avatar' }])).json().user.image).toBe(image)
})

test('an avatar that is replaced several times at once leaves one file, the current one', async () => {
  const eve = await createUser(testApp)
  await update(ada, [...names(), avatarPart(aPng({ seed: 4 }))])
  const before = await avatarFiles()
  await Promise.all([5, 6, 5, 6].map((seed) => update(eve, [...names(), avatarPart(aPng({ seed }))])))
  const { image } = await profile(eve)
  expect((await app.inject(image)).statusCode).toBe(200)
  while (await removeNextFile(db, (key) => store.remove(key)));
  expect((await avatarFiles()).filter((name) => !before.includes(name))).toEqual([image.split('/').at(-1)])
})

test('an avatar has no other URL, and none that leads out of its folder', async () => {
  for (const name of [`${'0'.repeat(64)}.webp`, '..%2f..%2fsecret.key', '%00', 'x'.repeat(400)])
    expect((await app.inject(avatarBase + name)).statusCode).toBe(404)
})

test('an avatar gets 503 when the pictures of others would delay it for more than five seconds', async () => {
  const workers = [stuckWorker()]
  const imagingPool = startImagingPool({ workers: 1, startWorker: () => workers.pop() ?? limitedWorker(60_000) })
  const busy = await openTestApp({}, { imagingPool })
  const person = await createUser(busy)
  const controller = new AbortController()
  const slow = { file: '', pixels: 5700 ** 2, folder: busy.folder, xmp: '' }
  const queued = [101, 102, 103, 104].map((owner) =>
    imagingPool.measure(slow, { owner, signal: controller.signal }).catch(() => {}),
  )
  const large = [...names(), avatarPart(flatPng({ width: 7000, height: 7000 }))]
  const answer = await update(person, large, busy.app)
  expect(codeOf(answer)).toEqual([503, 'busy'])
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(4)
  controller.abort()
  await Promise.all(queued)
  expect((await update(person, large, busy.app)).statusCode).toBe(200)
})

test('after the terms have changed an upload needs agreement once, also to replace a file', async () => {
  const bob = await createUser(testApp)
  const agree = (version: number) => callAs(testApp, bob, 'PUT', 'accounts/user/terms', { version })
  expect((await profile(bob)).terms_version).toBe(rightsStatement.version)
  await db.updateTable('users').set({ terms_version: 1 }).where('id', '=', bob.id).execute()
  expect(codeOf(await uploadPng(testApp, bob, aNewPng()))).toEqual([403, 'terms_changed'])
  const replacing = await callAs(testApp, bob, 'PUT', 'images/file/1')
  expect(replacing.json().code).toBe('terms_changed')

  expect((await agree(1)).statusCode).toBe(400)
  expect((await agree(rightsStatement.version)).json().message).toBe('Thank you. You can upload now.')
  expect((await profile(bob)).terms_version).toBe(rightsStatement.version)
  expect((await uploadPng(testApp, bob, aNewPng())).statusCode).toBe(201)
})
