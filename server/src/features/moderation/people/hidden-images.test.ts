import { randomBytes } from 'node:crypto'
import * as limits from '@vitrine/contract/vocabulary/limits'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { syncHiddenImages } from '#features/publishing/hidden-images'
import { setBlock } from '#test/accounts'
import { backOfficeOf } from '#test/back-office'
import { untilWaiting } from '#test/interrupted-requests'
import { aNewPng } from '#test/png'
import { addImages, createImage, createUser, openAppWithPeople, setStatus, type TestUser } from '#test/test-app'
import { setBlocked } from './people.sql.ts'

const { testApp, app, db, admin } = await openAppWithPeople({ SITE_URL: 'https://png.example' })

const newImage = (owner: TestUser, title: string) =>
  createImage(testApp, owner, { png: aNewPng({ width: 40, height: 30 }), title, keywords: 'kestrel' }, admin)
type Image = Awaited<ReturnType<typeof newImage>>

const block = (user: TestUser, more = {}) => setBlock(testApp, admin, user, true, more)
const unblock = (user: TestUser) => setBlock(testApp, admin, user, false)
const { discard, restore, replaceFile, found } = backOfficeOf(testApp)

const get = (url: string, headers = {}) => app.inject({ url, headers })
const statusOf = async (url: string, headers = {}) => (await get(url, headers)).statusCode
const titles = async (path: string) =>
  (await get(`/api/v1/images/${path}`)).json().images.map(({ title }: { title: string }) => title)

let owner: TestUser
let word: string
let image: Image
beforeEach(async () => {
  owner = await createUser(testApp)
  word = `kestrel${randomBytes(3).toString('hex')}`
  image = await newImage(owner, `${word} in flight`)
})

/** The addresses of the image with what they answer, and whether the lists of visitors show it. */
async function traces() {
  const { slug, cloudflare_id, id } = image
  const [media, download] = [`/media/${cloudflare_id}`, `/api/v1/images/download/${cloudflare_id}/`]
  const files = [`${media}/640-v2.webp`, `${media}/original.png`, download, `${download}?size=256&format=webp`]
  const statuses = await Promise.all(
    [`/image/${slug}/`, `/api/v1/images/${slug}/`, ...files].map((url) => statusOf(url)),
  )
  const api = ['/?order=newest', `/?title=${word}`, `/cards/?ids=${id}`].map((path) => `/api/v1/images/approved${path}`)
  const lists = [...api, '/feeds/newest/', '/sitemaps/images-1.xml']
  const shown = await Promise.all(lists.map(async (url) => (await get(url)).body.includes(slug)))
  return { statuses, shown }
}
const everywhere = { statuses: Array(6).fill(200), shown: Array(5).fill(true) }
const nowhere = { statuses: Array(6).fill(404), shown: Array(5).fill(false) }

test('a block that hides images takes them from visitors, not from admins; the audit log has it', async () => {
  const other = await newImage(await createUser(testApp), `${word} at rest`)
  expect(await traces()).toEqual(everywhere)
  expect((await block(owner, { hides_images: true })).statusCode).toBe(200)
  expect(await traces()).toEqual(nowhere)
  const list = await get(`/api/v1/images/total/?title=${word}&username=${owner.username}`, admin.headers)
  expect(list.json().images).toMatchObject([{ id: image.id, status: 'approved', is_hidden: true }])
  expect(await statusOf(list.json().images[0].main_url)).toBe(200)
  expect(await statusOf(`/api/v1/images/${image.slug}/`, admin.headers)).toBe(200)
  const { person } = (await get(`/api/v1/accounts/users/${owner.username}/`, admin.headers)).json()
  const decisions = [{ status: 'approved' }]
  expect(person).toMatchObject({ hides_images: true, images: { approved: 1 }, decisions })
  expect(await titles('approved/?order=newest')).toContain(other.title)
  await unblock(owner)
  expect(await traces()).toEqual(everywhere)
  const newest = await titles('approved/?order=newest')
  expect(newest.indexOf(other.title)).toBeLessThan(newest.indexOf(image.title))
  const rows = await db.selectFrom('audit').select(['event', 'count']).where('user_id', '=', owner.id).execute()
  expect(rows.filter(({ event }) => event !== 'signed in' && !event.startsWith('images approved'))).toEqual([
    { event: 'blocked', count: null },
    { event: 'images hidden', count: 1 },
    { event: 'unblocked', count: null },
    { event: 'images shown again', count: 1 },
  ])
})

test('hiding images can be chosen and taken back while a block lasts; left out, they stay as they are', async () => {
  await block(owner)
  expect(await traces()).toEqual(everywhere)
  await block(owner, { hides_images: true })
  await block(owner)
  expect(await traces()).toEqual(nowhere)
  await block(owner, { hides_images: false })
  expect(await traces()).toEqual(everywhere)
})

test('a block that hides images holds for what is approved, rejected, deleted and restored meanwhile', async () => {
  const [pending] = await addImages(testApp, owner, [`${word} later`])
  await block(owner, { hides_images: true })
  await setStatus(testApp, admin, [pending.id], 'approved')
  await discard(admin, image.id)
  await restore(admin, image.id)
  expect(await titles(`approved/?title=${word}`)).toEqual([])
  await discard(admin, image.id)
  await unblock(owner)
  expect(await titles(`approved/?title=${word}`)).toEqual([pending.title])
  await restore(admin, image.id)
  expect(await traces()).toEqual(everywhere)

  await block(owner, { hides_images: true })
  await setStatus(testApp, admin, [image.id], 'rejected')
  await unblock(owner)
  expect(await titles(`approved/?title=${word}`)).toEqual([pending.title])
})

test('a block that hides images leaves the address of a file working that is replaced meanwhile', async () => {
  const [url, png] = [`/media/${image.cloudflare_id}/original.png`, aNewPng()]
  await replaceFile(owner, image.id, png)
  await block(owner, { hides_images: true })
  await setStatus(testApp, admin, [image.id], 'approved')
  expect(await statusOf(url)).toBe(404)
  await unblock(owner)
  expect((await get(url)).rawPayload).toEqual(png)
})

test('a block that hides images reaches images beyond those of one transaction', async () => {
  const count = limits.bulkImages + 20
  const ids = (await addImages(testApp, owner, Array(count).fill(`${word} again`))).map(({ id }) => id)
  for (let at = 0; at < count; at += limits.bulkImages)
    await setStatus(testApp, admin, ids.slice(at, at + limits.bulkImages), 'approved')
  expect(await found(word)).toBe(count + 1)
  await block(owner, { hides_images: true })
  await expect.poll(() => found(word)).toBe(0)
  await unblock(owner)
  await expect.poll(() => found(word)).toBe(count + 1)
})

describe('an image that is approved at the moment of a block', () => {
  let later: { id: number; title: string }
  beforeEach(async () => {
    ;[later] = await addImages(testApp, owner, [`${word} later`])
  })
  const approve = () => setStatus(testApp, admin, [later.id], 'approved')
  const publicTitles = () => titles(`approved/?title=${word}`)

  /** Changes the block, and approves the image before that is committed. */
  const approveDuring = async (hides_images: boolean) => {
    const { approval } = await db.transaction().execute(async (transaction) => {
      await setBlocked(transaction, owner.id, { is_block: true, hides_images })
      await syncHiddenImages(transaction, { ownerId: owner.id, afterId: 0 })
      const approval = approve()
      await Promise.race([approval, untilWaiting(db, 1)])
      return { approval }
    })
    expect((await approval).statusCode).toBe(200)
  }

  test('is hidden with the others, and public once they are shown again', async () => {
    await approveDuring(true)
    expect(await publicTitles()).toEqual([])
    await setStatus(testApp, admin, [later.id], 'pending')
    await approveDuring(false)
    expect(await publicTitles()).toEqual([later.title, image.title])
  })

  test('is hidden by a block that comes before the approval is committed', async () => {
    const { approval, blocking } = await db.transaction().execute(async (transaction) => {
      // An approval changes this row last, so that it waits here after it has read the account.
      await sql`select from image_count where owner_id = ${owner.id} for update`.execute(transaction)
      const approval = approve()
      await untilWaiting(db, 1)
      const blocking = block(owner, { hides_images: true })
      await Promise.race([blocking, untilWaiting(db, 2)])
      return { approval, blocking }
    })
    expect([(await approval).statusCode, (await blocking).statusCode]).toEqual([200, 200])
    expect(await publicTitles()).toEqual([])
  })
})
