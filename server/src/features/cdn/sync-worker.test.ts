import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import { setBlock } from '#test/accounts'
import { backOfficeOf } from '#test/back-office'
import { openCdnTestApp } from '#test/cdn-test-app'
import { gamaChunk } from '#test/colour-chunks'
import { nextDrawing } from '#test/drawings'
import { errorBody, failWith } from '#test/fake-cloudflare'
import { untilWaiting } from '#test/interrupted-requests'
import { aPng } from '#test/png'
import { reportsOf } from '#test/reports'
import { createImage, createUser, setStatus, type TestUser } from '#test/test-app'

const cdn = await openCdnTestApp()
const { service, testApp, app, db, ada, admin, call } = cdn
const { logged, work, workLater, until, save, takeAway, config, status, shown, approved, reject } = cdn
const { takeDown } = await reportsOf(testApp)
const { replaceFile } = backOfficeOf(testApp)

beforeEach(cdn.configure)

const idsAt = ({ cloudflare_id }: { cloudflare_id: string }) =>
  [...service.held.keys()].filter((id) => id.startsWith(cloudflare_id))
const heldOf = (image: { cloudflare_id: string }) => service.held.get(idsAt(image)[0]!)!

test('an approved image has our own URL until the CDN is confirmed to deliver it, and then the CDN’s', async () => {
  service.delay = 3_600_000
  const image = await approved()
  expect(await shown(image)).toBe(`/media/${image.cloudflare_id}/640-v2.webp`)
  await work({ propagationSeconds: 3600 })
  await workLater({ propagationSeconds: 3600 })
  expect(idsAt(image)).toHaveLength(1)
  expect(await shown(image)).toBe(`/media/${image.cloudflare_id}/640-v2.webp`)
  heldOf(image).from = 0
  await workLater()
  const folder = `https://imagedelivery.net/${service.account.account_hash}/`
  expect(await shown(image)).toMatch(`${folder}${image.cloudflare_id}-`)
  expect(service.shows(await shown(image))).toBe(true)
  const page = (await app.inject(`/api/v1/images/${image.slug}/`)).json().image
  const addresses = [await shown(image), `/media/${image.cloudflare_id}/original.png`]
  expect([page.cloudflare_url, page.main_url]).toEqual(addresses)
})

type Change = (image: { id: number }, owner: TestUser) => Promise<unknown>
const remove: Change = ({ id }) => call('DELETE', `/api/v1/images/delete/${id}/`)
const block =
  (is_block: boolean): Change =>
  (_, owner) =>
    setBlock(testApp, admin, owner, is_block, { hides_images: is_block })
test.each<[string, Change, Change]>([
  ['rejected, until it is approved again', reject, ({ id }) => setStatus(testApp, admin, [id], 'approved')],
  ['deleted, until it is restored', remove, ({ id }) => call('POST', '/api/v1/images/restore/', { image_ids: [id] })],
  ['hidden by a block of its owner', block(true), block(false)],
])('an approved image is removed while it is %s, and gets a new id then', async (_, leave, comeBack) => {
  const owner = await createUser(testApp)
  const image = await createImage(testApp, owner, { png: aPng({ seed: 4100 + owner.id }), title: 'Leaves' }, admin)
  await work()
  const [first, { approved: publicImages }] = [await shown(image), await status()]
  await leave(image, owner)
  await work()
  expect([service.shows(first), await shown(image)]).toEqual([false, undefined])
  expect((await status()).approved).toBe(publicImages - 1)
  await comeBack(image, owner)
  expect(await shown(image)).toBe(`/media/${image.cloudflare_id}/640-v2.webp`)
  await work()
  expect(await shown(image)).not.toBe(first)
  expect(service.shows(await shown(image))).toBe(true)
})

test('an approved image with another file is uploaded again, and the old copy removed', async () => {
  const image = await approved()
  await work()
  const first = await shown(image)
  const png = aPng({ seed: 4001 })
  await replaceFile(ada, image.id, png)
  await work()
  expect([await shown(image), service.shows(first)]).toEqual([first, true])
  await setStatus(testApp, admin, [image.id], 'approved')
  const origin = await shown(image)
  expect(origin).toMatch(/^\/media\/px-/)
  expect((await app.inject(origin)).statusCode).toBe(200)
  await work()
  const second = await shown(image)
  expect([service.shows(first), service.shows(second)]).toEqual([true, true])
  await workLater()
  expect([service.shows(first), service.shows(second)]).toEqual([false, true])
  const [, held] = [...service.held].find(([id]) => second.includes(id))!
  expect(held.bytes.equals(png)).toBe(true)
  await replaceFile(ada, image.id, aPng({ seed: 4002 }))
  await setStatus(testApp, admin, [image.id], 'approved')
  await work()
  const third = await shown(image)
  expect([service.shows(second), service.shows(third)]).toEqual([true, true])
  await reject(image)
  await work()
  expect([service.shows(second), service.shows(third)]).toEqual([false, false])
})

test('an image that is rejected during its upload is removed and never delivered by the CDN', async () => {
  const image = await approved()
  service.faults = [(_, answer) => void reject(image).then(() => answer.destroy())]
  await work()
  await workLater()
  expect(idsAt(image)).toEqual([])
  expect(await shown(image)).toBeUndefined()
})

test('an image that is rejected before the CDN delivers it is removed once it does', async () => {
  service.delay = 3_600_000
  const image = await approved()
  await work({ propagationSeconds: 3600 })
  await reject(image)
  await work({ propagationSeconds: 3600 })
  heldOf(image).from = 0
  await workLater()
  expect(idsAt(image)).toEqual([])
})

test('an image too large for the CDN, or in converted colours, is sent as its largest preview', async () => {
  const large = await approved()
  const sha256 = db.selectFrom('images').select('sha256').where('id', '=', large.id)
  await db.updateTable('file').set({ byte_size: 10_000_001 }).where('sha256', '=', sha256).execute()
  const png = aPng({ seed: 4003, colour: '#c86432', chunks: [gamaChunk(1)] })
  const image = await createImage(testApp, ada, { png, title: 'Linear light' }, admin)
  await work()
  expect(heldOf(large).bytes.subarray(8, 12).toString()).toBe('WEBP')
  expect(service.shows(await shown(large))).toBe(true)
  const { data, info } = await sharp(heldOf(image).bytes).raw().toBuffer({ resolveWithObject: true })
  const middle = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * info.channels
  expect(data[middle + 1]! > 120).toBe(true)
})

test('a taken-down picture is deleted at the CDN, and the log says so', async () => {
  const image = await createImage(testApp, ada, { png: await nextDrawing(64), title: 'Gone kite' }, admin)
  await work()
  const url = await shown(image)
  expect(service.shows(url)).toBe(true)
  await takeDown(image)
  logged.length = 0
  await work()
  expect(service.shows(url)).toBe(false)
  const deleted = new RegExp(`^Cloudflare: the copy ${image.cloudflare_id}-\\w+ was deleted and purged$`)
  expect(logged).toEqual([expect.stringMatching(deleted)])
})

/** A delivered image, and others whose copies are due before anything that becomes due later. */
async function deliveredBeforeBacklog() {
  const image = await approved()
  await work()
  for (let i = 0; i < 6; i++) await approved()
  const queued = db.updateTable('cdn_copy').where('state', '=', 'queued')
  await queued.set({ due_at: new Date(0) }).execute()
  service.calls = []
  return { image, address: await shown(image) }
}
const isUpload = (call: string) => call.startsWith('POST v1 ')
const uploads = () => service.calls.filter(isUpload).length
const uploadsAfterDeletion = () =>
  service.calls.slice(service.calls.findIndex((call) => call.startsWith('DELETE '))).filter(isUpload).length

test('a copy is deleted before those of a backlog are uploaded', async () => {
  const { image, address } = await deliveredBeforeBacklog()
  await reject(image)
  await work()
  expect(service.shows(address)).toBe(false)
  expect([uploads(), uploadsAfterDeletion()]).toEqual([6, 6])
})

test('one that has to go while a backlog is uploaded does not wait for the rest of it', async () => {
  const { image, address } = await deliveredBeforeBacklog()
  const { promise: release, resolve: answerUploads } = Promise.withResolvers<void>()
  service.beforeUpload = () => release
  const working = work()
  await expect.poll(uploads).toBe(4) // as many as are sent at once
  await reject(image)
  answerUploads()
  await working
  expect(service.shows(address)).toBe(false)
  expect([uploads(), uploadsAfterDeletion()]).toEqual([6, 2])
})

test('two processes never upload the same image', async () => {
  const images = [await approved(), await approved(), await approved()]
  await Promise.all([work(), work()])
  const uploaded = (image: { cloudflare_id: string }) =>
    service.uploads.filter((id) => id.startsWith(image.cloudflare_id))
  expect(images.map(uploaded).map(({ length }) => length)).toEqual([1, 1, 1])
})

describe('the configuration', () => {
  beforeEach(async () => {
    await approved()
    await work()
  })
  const policy = async () => String((await app.inject('/about/')).headers['content-security-policy'])
  const everyAddress = async () =>
    (await app.inject('/api/v1/images/approved/'))
      .json()
      .images.map((card: { cloudflare_url: string }) => card.cloudflare_url) as string[]
  /** Addresses that begin in another way, in replies that are cached until the notification of a change arrives. */
  const otherThan = async (start: string) => (await everyAddress()).filter((address) => !address.startsWith(start))

  test.each([
    ['the key', () => service.account.api_key],
    ['its mask', async () => (await config()).api_key],
  ])('with another domain and %s gives every image our URL until that of the domain is confirmed', async (_, key) => {
    await save({ images_domain: 'images.png.example', api_key: await key() })
    await expect.poll(policy).toMatch(/img-src 'self' data: blob: https:\/\/images\.png\.example;/)
    const uploads = service.uploads.length
    await work({ propagationSeconds: 3600 })
    await expect.poll(() => otherThan('/media/')).toEqual([])
    await workLater()
    await expect.poll(() => otherThan('https://images.png.example/cdn-cgi/imagedelivery/')).toEqual([])
    expect((await everyAddress()).every((address) => service.shows(address))).toBe(true)
    expect(new Set(service.uploads.slice(uploads)).size).toBe(service.held.size)
  })

  test('that is changed while images are being pushed applies to all of them', async () => {
    const { id } = await approved()
    await save()
    const working = await db.transaction().execute(async (tx) => {
      await tx.selectFrom('images').select('id').where('id', '=', id).forUpdate().execute()
      const working = work()
      await untilWaiting(db, 1)
      await save({ images_domain: 'other.png.example' })
      return { done: working }
    })
    await working.done
    const former = () => otherThan('https://other.png.example/')
    await until(async () => (await former()).length === 0)
    await expect.poll(former).toEqual([])
  })

  test('creates the sizes that pages show, once', async () => {
    service.variants = { public: service.variants.public! }
    service.calls = []
    for (let saves = 0; saves < 2; saves++) {
      await save()
      await work()
    }
    expect(service.calls.filter((line) => line.startsWith('POST v1/variants'))).toHaveLength(3)
    expect(Object.keys(service.variants)).toEqual(['public', 'vitrine320', 'vitrine640', 'vitrine1280'])
  })

  test('whose key may not create them is said to admins, and copies wait for another key', async () => {
    const image = await approved()
    const { variants } = service
    service.variants = { public: variants.public! }
    await save()
    service.faults = [null, failWith(403, errorBody(10000, 'Authentication error'))]
    await work()
    expect((await status()).trouble).toMatch(/^Cloudflare does not accept the API key: Authentication error/)
    expect(await shown(image)).toMatch(/^\/media\//)
    await workLater()
    expect(service.shows(await shown(image))).toBe(true)
    expect((await status()).trouble).toBeNull()
  })

  test('that is removed moves every image back to our own URL, and then deletes its copy', async () => {
    const before = await everyAddress()
    await takeAway()
    expect((await config()).api_key).toBe('')
    await work()
    await expect.poll(() => otherThan('/media/')).toEqual([])
    expect(before.every((address) => service.shows(address))).toBe(true)
    await until(async () => (await status()).state === 'off')
    expect(service.held.size).toBe(0)
    expect(await db.selectFrom('cdn_config').selectAll().execute()).toEqual([])
    await expect.poll(policy).toMatch(/img-src 'self' data: blob:;/)
  })

  test('of an account that no longer exists can be removed', async () => {
    const image = await approved()
    await work()
    const { token } = service
    service.token = 'cfut_another00000000000000000000000000000'
    await takeAway()
    await until(async () => (await status()).state === 'off')
    expect([(await status()).state, await shown(image)]).toEqual(['off', `/media/${image.cloudflare_id}/640-v2.webp`])
    service.token = token
    service.held.clear()
  })
})
