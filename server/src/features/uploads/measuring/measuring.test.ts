import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { originalKey } from '#features/images/storage-keys'
import { measuresVersion } from '#imaging/measures/measure-picture'
import { backOfficeOf } from '#test/back-office'
import { aNewPng, aPng } from '#test/png'
import { paintedCheckerboard } from '#test/rgba-pictures'
import {
  callAs,
  createImage,
  hashOf,
  openAppWithPeople,
  setStatus,
  upload,
  uploadPng,
  withoutJobs,
} from '#test/test-app'
import { measureOutdated } from './measure-again.ts'

// Without jobs, so that the minutely one does not measure during a test.
const { testApp, app, db, ada, bob, admin } = await openAppWithPeople({}, withoutJobs)
const { discard, listed } = backOfficeOf(testApp)
const log = { info() {}, warn() {} }
const measureAll = (signal = new AbortController().signal) => measureOutdated(testApp, { log, signal })

const publish = (title: string, colour = '#e4572e') =>
  createImage(testApp, ada, { png: aNewPng({ width: 120, height: 120, colour }), title }, admin)
const detailsOf = async ({ slug }: { slug: string }) =>
  (await app.inject({ url: `/api/v1/images/${slug}/`, headers: ada.headers })).json().image
const fileOf = async (image: { id: number }) => {
  const sha256 = await hashOf(testApp, image)
  return db.selectFrom('file').selectAll().where('sha256', '=', sha256).executeTakeFirstOrThrow()
}
const send = async (png: Buffer, person = ada) => (await uploadPng(testApp, person, png)).json().images[0]

/** As an older version left it: never measured, and with other colours. */
async function outdate(image: { id: number }) {
  const { sha256 } = await fileOf(image)
  const older = { findings: null, measures_version: 0, contrast_tile: 'both', transparent_ratio: 0 } as const
  await db.updateTable('file').set(older).where('sha256', '=', sha256).execute()
  await db.deleteFrom('perceptual_row').where('sha256', '=', sha256).execute()
  return sha256
}

test('a file of an older version is measured again, with its previews, and published again', async () => {
  const image = await publish('Lantern', '#ffffff')
  const before = await detailsOf(image)
  expect(before.contrast_tile).toBe('light')
  const sha256 = await outdate(image)
  expect(await detailsOf(image)).toMatchObject({ is_verified: false, findings: null, contrast_tile: 'both' })
  const previews = await previewsOf(sha256)
  for (const key of previews.keys()) await testApp.store.remove(key)
  await measureAll()
  expect(previews.size).toBeGreaterThan(0)
  expect(await previewsOf(sha256)).toEqual(previews)
  expect(await detailsOf(image)).toEqual(before)
  const { images } = (await app.inject('/api/v1/images/approved/?title=lantern&page=1')).json()
  expect(images).toMatchObject([{ id: image.id, contrast_tile: 'light' }])
})

test('the same picture is found again once it was measured', async () => {
  const png = aPng({ width: 300, height: 300, seed: 99 })
  const image = await createImage(testApp, ada, { png, title: 'Anvil' })
  const copy = await sharp(png).resize(200).png().toBuffer()
  const { id } = await createImage(testApp, ada, { png: copy, title: 'Small anvil' })
  const alike = async () =>
    (await callAs(testApp, admin, 'GET', `images/alike/${id}`)).json().images.map((one: { id: number }) => one.id)
  await outdate(image)
  expect(await alike()).not.toContain(image.id)
  await measureAll()
  expect(await alike()).toContain(image.id)
})

/** Bytes of the stored previews by their keys: the server may hold them in memory. */
async function previewsOf(sha256: string): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  for await (const key of testApp.store.list('previews/'))
    if (key.includes(sha256)) files.set(key, await buffer(testApp.store.read(key)))
  return files
}

test('a file that is missing is left unmeasured, holds up no others, and is not tried again', async () => {
  const [lost, good] = [await publish('Lost'), await publish('Good')]
  await testApp.store.remove(originalKey(await outdate(lost)))
  await outdate(good)
  await measureAll()
  expect(await fileOf(lost)).toMatchObject({ findings: null, measures_version: measuresVersion })
  expect(await detailsOf(good)).toMatchObject({ is_verified: true })
  const query = { transparency: 'cutout', title: 'lost OR good' }
  const { images } = (await app.inject({ url: '/api/v1/images/approved/', query, headers: ada.headers })).json()
  expect(images).toMatchObject([{ title: 'Good' }])
})

test('a file that no image has any more is measured, and holds up no others', async () => {
  const sha256 = await outdate(await createImage(testApp, ada, { png: aNewPng(), title: 'Orphan' }))
  await db.deleteFrom('images').where('sha256', '=', sha256).execute()
  const other = await publish('Other')
  await outdate(other)
  await measureAll()
  expect(await fileOf(other)).toMatchObject({ measures_version: measuresVersion })
})

test('work that is interrupted goes on where it was', async () => {
  const images = [await publish('One'), await publish('Two'), await publish('Three')]
  for (const image of images) await outdate(image)
  const controller = new AbortController()
  const { imagingPool } = testApp
  let calls = 0
  const measure: typeof imagingPool.measure = (job, requester) => {
    if (++calls === 2) controller.abort()
    return imagingPool.measure(job, requester)
  }
  await measureOutdated({ ...testApp, imagingPool: { ...imagingPool, measure } }, { log, signal: controller.signal })
  const measured = async () => (await Promise.all(images.map(fileOf))).filter(({ findings }) => findings).length
  expect(await measured()).toBe(1)
  await measureAll()
  expect(await measured()).toBe(3)
})

test('a painted checkerboard is found, named with its squares, and stands against "verified"', async () => {
  const board = await paintedCheckerboard()
  const image = await send(board)
  const square = { square_width: expect.closeTo(16, 1), square_height: expect.closeTo(16, 1) }
  const found = { kind: 'painted_checkerboard', ...square, light: '#ffffff', dark: '#cccccc' }
  expect(image.findings).toMatchObject([found])
  await setStatus(testApp, admin, [image.id], 'approved')
  const { findings, is_verified, transparency_text } = await detailsOf(image)
  expect([findings, is_verified]).toEqual([image.findings, false])
  expect(transparency_text).toMatch(/^\d+ % clear\. Found: painted checkerboard\.$/)
  expect(await listed(ada, image.id)).toMatchObject({ findings, is_verified: false })
})

test('texts that are too long to be read are a remark, and the rest is read', async () => {
  const text = { Title: 'Read', Description: 'too long '.repeat(8_000) }
  const image = await send(aPng({ width: 300, height: 300, seed: 8, text }))
  expect(image).toMatchObject({ title: 'Read', keywords: [], category: null, findings: [{ kind: 'unread_texts' }] })
  await setStatus(testApp, admin, [image.id], 'approved')
  expect(await detailsOf(image)).toMatchObject({ description: '', is_verified: true })
})

test('a clean cut-out is verified, one that was not measured yet is not', async () => {
  const image = await send(aPng({ width: 300, height: 300, seed: 7 }))
  await setStatus(testApp, admin, [image.id], 'approved')
  const { transparency_text, ...details } = await detailsOf(image)
  expect(details).toMatchObject({ findings: [], is_verified: true, edge_score: expect.any(Number) })
  expect(transparency_text).toMatch(/^Cut out, \d+ % clear, .* edge\. Checked: no painted checkerboard, /)
  const sha256 = await hashOf(testApp, image)
  await db.updateTable('file').set({ findings: null, measures_version: 0 }).where('sha256', '=', sha256).execute()
  const unchecked = { transparency_text: expect.stringMatching(/^\d+ % clear\. Not checked yet\.$/) }
  expect(await detailsOf(image)).toMatchObject({ findings: null, is_verified: false, ...unchecked })
  await measureAll()
})

test('the same bytes of two people have one row of measures, and an image goes without taking it away', async () => {
  const board = await paintedCheckerboard()
  const [first, second] = [await send(board), await send(board, bob)]
  expect(second.findings).toEqual(first.findings)
  const files = db.selectFrom('file').select('measures_version').where('findings', 'is not', null)
  expect((await files.execute()).every((file) => file.measures_version === measuresVersion)).toBe(true)
  await discard(ada, first.id)
  expect(await listed(bob, second.id)).toMatchObject({ findings: second.findings })
})

test('a picture where nothing can be seen is refused with what to do, beside one that is taken', async () => {
  const clear = { r: 0, g: 0, b: 0, alpha: 0 }
  const drawing = sharp({ create: { width: 200, height: 100, channels: 4, background: clear } })
  const empty = await drawing.png().toBuffer()
  const parts = [empty, aPng({ seed: 9 })].map((value, at) => ({ name: 'images', value, filename: `${at}.png` }))
  const { images, errors } = (await upload(testApp, ada, parts)).json()
  expect(images).toHaveLength(1)
  const message = expect.stringMatching(/^Nothing can be seen in this picture: .* Export it again/)
  expect(errors).toEqual([{ index: 0, filename: '0.png', code: 'nothing_to_see', message }])
})
