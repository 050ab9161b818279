import { sql } from 'kysely'
import sharp, { type Matrix3x3 } from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { recordDerivativeRequests } from '#features/gallery/derivatives.sql'
import { recordStoring } from '#features/images/files/unowned-files.sql'
import { derivativesFolder, evidenceKey, originalKey, previewKey } from '#features/images/storage-keys'
import { copyStoredFile } from '#kit/storage/store'
import { backOfficeOf } from '#test/back-office'
import { drawing, nextDrawing } from '#test/drawings'
import { removeFiles } from '#test/file-removal'
import { createImage, createUser, hashOf, openTestApp, type TestUser, upload } from '#test/test-app'
import { reinstate, takeDown } from './take-down.ts'

const testApp = await openTestApp({ SITE_URL: 'https://png.example' })
const { app, db, store } = testApp
const second = await testApp.openSecondProcess()
const [ada, bob, admin] = [await createUser(testApp), await createUser(testApp), await createUser(testApp, 'admin')]

const takeDownImage = ({ id }: { id: number }) =>
  db.transaction().execute((transaction) => takeDown(transaction, id, { reason: 'copyright', by: admin.id }))
const reinstateImage = ({ id }: { id: number }) => db.transaction().execute((transaction) => reinstate(transaction, id))

const publish = async (title: string, png?: Buffer, owner = ada) =>
  createImage(testApp, owner, { png: png ?? (await nextDrawing(300)), title, keywords: 'lantern' }, admin)
type Image = Awaited<ReturnType<typeof publish>>

const { replaceFile, list } = backOfficeOf(testApp)
const filesOf = ({ cloudflare_id }: Image) => [
  `/media/${cloudflare_id}/320-v2.webp`,
  `/media/${cloudflare_id}/original.png`,
  `/api/v1/images/download/${cloudflare_id}/`,
  `/api/v1/images/download/${cloudflare_id}/?size=256&format=webp`,
]
const addressesOf = (image: Image) => [`/image/${image.slug}/`, `/api/v1/images/${image.slug}/`, ...filesOf(image)]
const statuses = async (process: typeof app, image: Image) =>
  Promise.all(addressesOf(image).map(async (url) => (await process.inject(url)).statusCode))
const listings = ['/api/v1/images/approved/?title=lantern', '/sitemaps/images-1.xml', '/feeds/newest/']
const listedIn = async (process: typeof app, { slug }: Image) =>
  (await Promise.all(listings.map(async (url) => (await process.inject(url)).body.includes(slug)))).some(Boolean)

const stored = () => Array.fromAsync(store.list(''))
const filesLeft = async (image: Image) => {
  const sha256 = await hashOf(testApp, image)
  return (await stored()).filter((key) => key.includes(sha256) || key.includes(image.cloudflare_id))
}
const expectPublic = (image: Image, process = app) =>
  expect.poll(async () => new Set(await statuses(process, image))).toEqual(new Set([200]))

test('an image that is taken down is gone from every address and list, and back when it is reinstated', async () => {
  const image = await publish('Taken lantern')
  const sha256 = await hashOf(testApp, image)
  for (const process of [app, second]) await expectPublic(image, process)
  const bytes = (await app.inject(filesOf(image)[1]!)).rawPayload
  await takeDownImage(image)
  for (const process of [app, second]) {
    await expect.poll(() => statuses(process, image)).toEqual(addressesOf(image).map(() => 410))
    expect(await listedIn(process, image)).toBe(false)
  }
  await expect.poll(() => filesLeft(image)).toEqual([evidenceKey(sha256)])
  expect((await app.inject(`/image/${image.slug}/`)).body).toContain('This image was taken down.')

  await reinstateImage(image)
  await expectPublic(image)
  expect((await app.inject(filesOf(image)[1]!)).rawPayload.equals(bytes)).toBe(true)
  expect(await listedIn(second, image)).toBe(true)
  await expect.poll(stored).not.toContain(evidenceKey(sha256)) // removed after the images are shown
})

test('an image that is taken down drops the file that waited beside it, which is not refused later', async () => {
  const [image, png] = [await publish('Mended lantern'), await nextDrawing()]
  expect((await replaceFile(ada, image.id, png)).statusCode).toBe(200)
  const edits = db.selectFrom('images').select('edit_sha256').where('id', '=', image.id)
  const { edit_sha256 } = await edits.executeTakeFirstOrThrow()
  await takeDownImage(image)
  await expect.poll(stored).toContain(evidenceKey(await hashOf(testApp, image)))
  await sql`update unowned_file set at = at - interval '61 minutes'`.execute(db)
  await removeFiles(testApp)
  expect((await stored()).filter((key) => key.includes(edit_sha256!))).toEqual([])
  expect(await outcomes(ada, [png])).toEqual(['accepted'])
  await reinstateImage(image)
  await expectPublic(image)
  expect((await list(admin, 'pending')).images.map(({ id }: Image) => id)).not.toContain(image.id)
})

test('an image that is taken down takes the same file out of what waits beside another one', async () => {
  const png = await nextDrawing(300)
  const [image, other] = [await publish('Copied lantern', png), await publish('Changed lantern', undefined, bob)]
  expect((await replaceFile(bob, other.id, png)).statusCode).toBe(200)
  const waiting = () => db.selectFrom('images').select('edit_at').where('id', '=', other.id).execute()
  expect(await waiting()).toEqual([{ edit_at: expect.any(Date) }])
  await takeDownImage(image)
  expect(await waiting()).toEqual([{ edit_at: null }])
  expect(new Set(await statuses(app, other))).toEqual(new Set([200]))
})

test('an image that is taken down loses its files, and by night what a process stored later', async () => {
  const image = await publish('Late lantern')
  const sha256 = await hashOf(testApp, image)
  const derivatives = derivativesFolder(image.cloudflare_id)
  const key = `${derivatives}v3-256.png`
  const rows = async () => (await db.selectFrom('derivative').select('key').where('key', '=', key).execute()).length
  expect((await app.inject(`/api/v1/images/download/${image.cloudflare_id}/?size=256`)).statusCode).toBe(200)
  await expect.poll(rows).toBe(1)
  await takeDownImage(image)
  await expect.poll(() => filesLeft(image)).toEqual([evidenceKey(sha256)])
  await expect.poll(rows).toBe(0)

  const late = [originalKey(sha256), previewKey(sha256, 320, 2), `${derivatives}late.png`]
  const beingStored = previewKey(sha256, 640, 2) // for a person whom an admin has allowed these bytes
  await recordStoring(db, [beingStored], sha256, testApp.notifications.processName)
  for (const key of [beingStored, ...late]) await copyStoredFile(store, evidenceKey(sha256), store, key)
  await recordDerivativeRequests(db, [{ key, byte_size: 1 }])
  await sql`select graphile_worker.add_job('quarantine_again')`.execute(db)
  await expect.poll(() => filesLeft(image)).toEqual([evidenceKey(sha256), beingStored])
  await expect.poll(rows).toBe(0)
})

const clear = { r: 0, g: 0, b: 0, alpha: 0 }
const alterations: [string, (png: Buffer) => Promise<Buffer>][] = [
  ['the same', async (png) => png],
  ['a smaller one', (png) => sharp(png).resize(115).png().toBuffer()],
  ['one with other margins', (png) => sharp(png).extend({ top: 35, left: 5, background: clear }).png().toBuffer()],
  ['one of 64 colours', (png) => sharp(png).png({ palette: true, colours: 64 }).toBuffer()],
  ['a mirrored one', (png) => sharp(png).flop().png().toBuffer()],
]

/** Each channel becomes the next one. */
const otherColours: Matrix3x3 = [
  [0, 0, 1],
  [1, 0, 0],
  [0, 1, 0],
]

async function outcomes(person: TestUser, files: Buffer[]): Promise<string[]> {
  const parts = files.map((value, n) => ({ name: 'images', value, filename: `${n}.png` }))
  const reply = (await upload(testApp, person, parts)).json()
  const codes: string[] = parts.map(() => reply.message)
  for (const { index } of reply.images ?? []) codes[index] = 'accepted'
  for (const { index, code } of reply.errors ?? []) codes[index] = code
  return codes
}

describe('a copy of four pictures that were taken down', () => {
  let pictures: Buffer[]
  beforeAll(async () => {
    pictures = await Promise.all(Array.from({ length: 4 }, (_, n) => drawing(n, 200)))
    for (const [n, png] of pictures.entries()) await takeDownImage(await publish(`Drawing ${n}`, png))
  })

  test.each(alterations)('is refused where it is %s', async (_, alter) => {
    const copies = await Promise.all(pictures.map(alter))
    const expected = ['accepted', ...copies.map(() => 'taken_down')]
    expect(await outcomes(bob, [await nextDrawing(), ...copies])).toEqual(expected)
  })

  test('is taken in other colours, which may be a drawing of someone else', async () => {
    const copies = await Promise.all(pictures.map((png) => sharp(png).recomb(otherColours).png().toBuffer()))
    expect(await outcomes(bob, copies)).toEqual(copies.map(() => 'accepted'))
  })
})
