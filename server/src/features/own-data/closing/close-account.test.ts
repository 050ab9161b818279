import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { originalKey } from '#features/images/storage-keys'
import { auditLog, postAccount, registration, setBlock, signIn } from '#test/accounts'
import { backOfficeOf } from '#test/back-office'
import { answerAcross } from '#test/interrupted-requests'
import { aPng } from '#test/png'
import { reportsOf } from '#test/reports'
import {
  addImages,
  callAs,
  codeOf,
  createImage,
  createUser,
  openTestApp,
  setStatus,
  type TestUser,
  uploadPng,
} from '#test/test-app'
import { emptyAccount, lockClosing } from './close-account.sql.ts'
import { closeImageJobs } from './close-account.ts'

const testApp = await openTestApp({ THROTTLE: 'off' })
const { app, db, store } = testApp
const second = await testApp.openSecondProcess()
const { admin, publish, report, lineOf, decide } = await reportsOf(testApp)
const { discard, replaceFile, update, updateMany, found } = backOfficeOf(testApp)
let ada: TestUser
beforeEach(async () => {
  ada = await createUser(testApp)
})

const close = (person: TestUser, images: string, password = 'correct-horse') =>
  callAs(testApp, person, 'POST', 'accounts/user/close', { password, images })
const login = (email: string) => signIn(testApp, email)
const statusOf = async (url: string) => (await app.inject(url)).statusCode
const imagesOf = ({ id }: TestUser) =>
  db.selectFrom('images').select(['id', 'sha256']).where('owner_id', '=', id).orderBy('id').execute()
const nightly = () => (closeImageJobs(testApp).nightly as Record<string, () => Promise<void>>).finish_closed_accounts!()

test('with the password, sessions and API keys end on every process at once, and a mail confirms it', async () => {
  expect((await close(ada, 'stay', 'wrong')).json().code).toBe('wrong_password')
  expect((await close(ada, 'perhaps')).json().fields).toMatchObject([{ at: 'images' }])
  expect((await login(ada.email)).statusCode).toBe(200)
  const newKey = { name: 'Key', password: 'correct-horse' }
  const { key } = (await callAs(testApp, ada, 'POST', 'accounts/user/api-keys', newKey)).json()
  expect((await close(ada, 'stay')).json().message).toBe('Your account is closed.')
  for (const process of [app, second]) {
    const url = '/api/v1/accounts/user/profile/'
    expect((await process.inject({ url, headers: ada.headers })).statusCode).toBe(401)
    const listing = { url: '/api/v1/images/user/total/', headers: { authorization: `Bearer ${key}` } }
    expect((await process.inject(listing)).statusCode).toBe(401)
  }
  expect((await login(ada.email)).json().code).toBe('wrong_login')
  const folder = join(testApp.folder, 'mail')
  const mails = async () => Promise.all((await readdir(folder)).map((file) => readFile(join(folder, file), 'utf8')))
  await expect
    .poll(async () => (await mails()).filter((mail) => mail.includes(ada.email) && mail.includes('is closed')))
    .toHaveLength(1)
})

test('images that stay are by a former contributor; those that visitors did not see leave', async () => {
  const [shown, rejected, trashed] = await addImages(testApp, ada, ['Lamp', 'Soot', 'Oil', 'Wick'])
  await setStatus(testApp, admin, [shown.id, trashed.id], 'approved')
  await setStatus(testApp, admin, [rejected.id], 'rejected')
  await discard(ada, trashed.id)
  await updateMany(admin, { image_ids: [shown.id], licence: 'cc-by-4.0' })
  await close(ada, 'stay')
  await expect.poll(async () => (await imagesOf(ada)).map(({ id }) => id)).toEqual([shown.id])
  for (const url of [`/image/${shown.slug}/`, '/feeds/newest/']) {
    const { body } = await app.inject(url)
    expect(body).toContain('A former contributor')
    expect(body).not.toContain(ada.username)
  }
  const { image } = (await app.inject(`/api/v1/images/${shown.slug}/`)).json()
  expect(image.credit_line).toContain('A former contributor')
})

test('images that leave are gone for visitors at once, and their rows and files soon', async () => {
  const shown = await createImage(testApp, ada, { png: aPng({ seed: 1 }), title: 'Anvil' }, admin)
  await createImage(testApp, ada, { png: aPng({ seed: 2 }), title: 'Forge' })
  const files = await imagesOf(ada)
  await close(ada, 'leave')
  expect(await statusOf(`/image/${shown.slug}/`)).toBe(404)
  expect(await statusOf(shown.main_url.split('?')[0]!)).toBe(404)
  expect(await found('anvil')).toBe(0)
  await expect.poll(() => imagesOf(ada)).toEqual([])
  const removed = await db.selectFrom('unowned_file').select('key').execute()
  for (const { sha256 } of files) {
    expect(removed.map(({ key }) => key)).toContain(originalKey(sha256))
    expect(await store.size(originalKey(sha256))).not.toBeNull()
  }
})

test('an image with an open report leaves when it is decided about, and has nothing personal before', async () => {
  const image = await publish('Bellows', ada)
  const credited = db.updateTable('images').where('id', '=', image.id)
  await credited.set({ credit: `By ${ada.username}` }).execute()
  expect((await report({ slug: image.slug, reason: 'person' })).statusCode).toBe(201)
  await close(ada, 'leave')
  const left = () =>
    db.selectFrom('images').select(['id', 'credit', 'file_name']).where('owner_id', '=', ada.id).execute()
  await expect.poll(left).toEqual([{ id: image.id, credit: '', file_name: `${image.slug}.png` }])
  expect(await statusOf(`/image/${image.slug}/`)).toBe(404)
  expect(await lineOf(image)).toMatchObject({ count: 1, is_deleted: true })
  // What a last request records after the closing leaves in the night, too.
  await sql`
    insert into audit (event, actor_id, user_id, address, user_agent)
    values ('CSV applied', ${ada.id}, ${ada.id}, '203.0.113.7', 'Browser')`.execute(db)
  expect((await decide(image.id, { verb: 'keep' })).statusCode).toBe(200)
  await nightly()
  await expect.poll(left).toEqual([])
  const { rows } = await sql`select from audit where actor_id = ${ada.id} and address <> ''`.execute(db)
  expect(rows).toEqual([])
})

test.each(['upload', 'file', 'edit'])('nothing is taken for an account that is closed meanwhile: %s', async (kind) => {
  const image = await publish(`Open for ${kind}`, ada)
  const value = aPng({ seed: 3 })
  const requests = {
    upload: () => uploadPng(testApp, ada, value),
    file: () => replaceFile(ada, image.id, value),
    edit: () => update(ada, image.id, { credit: 'Ada' }),
  }
  const lock = async (transaction: typeof db) => {
    await lockClosing(transaction, ada)
    await emptyAccount(transaction, ada.id, 'no hash', false)
  }
  const answer = await answerAcross(db, requests[kind as keyof typeof requests], { lock })
  expect(codeOf(answer)).toEqual([401, 'not_signed_in'])
  expect(await imagesOf(ada)).toHaveLength(1)
  const edited = db.selectFrom('images').select('id').where('id', '=', image.id).where('edit', 'is not', null)
  expect(await edited.execute()).toEqual([])
})

test('page, lists and names are free of the account, which no admin brings back', async () => {
  await db.updateTable('users').set({ has_page: true }).where('id', '=', ada.id).execute()
  await publish('Trowel', ada)
  expect(await statusOf(`/by/${ada.username}/`)).toBe(200)
  const eve = await createUser(testApp)
  const email = `former-contributor-${ada.id}@closed.invalid` // which others may have registered
  await db.updateTable('users').set({ email }).where('id', '=', eve.id).execute()
  for (const person of [ada, eve]) expect((await close(person, 'stay')).statusCode).toBe(200)
  expect(await statusOf(`/by/${ada.username}/`)).toBe(404)
  const { headers } = admin
  const list = (await app.inject({ url: '/api/v1/accounts/users-list/?search=former', headers })).json()
  expect([list.count, list.results]).toEqual([0, []])
  const user = `former contributor ${ada.id}`
  const brings = [
    await callAs(testApp, admin, 'GET', `accounts/users/${encodeURIComponent(user)}`),
    await setBlock(testApp, admin, ada, false),
    await callAs(testApp, admin, 'PUT', `accounts/users/${ada.id}/role`, { role: 'admin' }),
  ]
  expect(brings.map((answer) => answer.json().code)).toEqual(Array(3).fill('user_not_found'))
  const { events } = await auditLog(testApp, admin, { what: 'account closed' })
  expect(events.slice(0, 2)).toMatchObject([
    { what: 'account closed', user: `former contributor ${eve.id}`, address: '' },
    { what: 'account closed', user, address: '' },
  ])
  // Username and address are free again.
  expect((await postAccount(testApp, 'register', registration(ada.username))).statusCode).toBe(201)
})

test('the only admin cannot close their account; of two who do so at once, one stays', async () => {
  expect((await close(admin, 'stay')).json().code).toBe('last_admin')
  const others = [await createUser(testApp, 'admin'), await createUser(testApp, 'admin')]
  await db.updateTable('users').set({ is_active: false, is_block: true }).where('id', '=', admin.id).execute()
  const codes = await Promise.all(others.map(async (one) => (await close(one, 'leave')).statusCode))
  expect(codes.toSorted()).toEqual([200, 403])
  await db.updateTable('users').set({ is_active: true, is_block: false }).where('id', '=', admin.id).execute()
})
