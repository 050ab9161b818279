import { measuresVersion } from '@vitrine/contract/measures/findings'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { paintedCheckerboard } from '#test/painted-checkerboard'
import { aPng } from '#test/png'
import { openAppWithPeople, setStatus, upload } from '#test/test-app'

const { testApp, app, db, ada, bob, admin } = await openAppWithPeople()

const send = async (png: Buffer, person = ada) =>
  (await upload(testApp, person, [{ name: 'images', value: png, filename: 'a.png' }])).json()
// Signed in, because replies to visitors are cached.
const detailsOf = async (slug: string) =>
  (await app.inject({ url: `/api/v1/images/${slug}/`, headers: admin.headers })).json().image

test('a painted checkerboard is found, named with its squares, and stands against "verified"', async () => {
  const board = await paintedCheckerboard()
  const [image] = (await send(board)).images
  const square = { square_width: expect.closeTo(16, 1), square_height: expect.closeTo(16, 1) }
  const found = { kind: 'painted_checkerboard', ...square, light: '#ffffff', dark: '#cccccc' }
  expect(image.findings).toMatchObject([found])
  await setStatus(testApp, admin, [image.id], 'approved')
  const { findings, is_verified, transparency_text } = await detailsOf(image.slug)
  expect([findings, is_verified]).toEqual([image.findings, false])
  expect(transparency_text).toMatch(/^\d+ % clear\. Found: painted checkerboard\.$/)
  const own = (await app.inject({ url: '/api/v1/images/user/approved/', headers: ada.headers })).json().images
  expect(own.find(({ id }: { id: number }) => id === image.id)).toMatchObject({ findings, is_verified: false })
})

test('a clean cut-out is verified, one that was not measured yet is not', async () => {
  const [image] = (await send(aPng({ width: 300, height: 300, seed: 7 }))).images
  await setStatus(testApp, admin, [image.id], 'approved')
  expect(await detailsOf(image.slug)).toMatchObject({
    findings: [],
    is_verified: true,
    edge_score: expect.any(Number),
    transparency_text: expect.stringMatching(/^Cut out, \d+ % clear, .* edge\. Checked: no painted checkerboard, /),
  })
  const sha256 = db.selectFrom('images').select('sha256').where('id', '=', image.id)
  await db.updateTable('file').set({ findings: null, measures_version: 0 }).where('sha256', '=', sha256).execute()
  expect(await detailsOf(image.slug)).toMatchObject({
    findings: null,
    is_verified: false,
    transparency_text: expect.stringMatching(/^\d+ % clear\. Not checked yet\.$/),
  })
})

test('the same bytes of two people have one row of measures, and an image goes without taking it away', async () => {
  const board = await paintedCheckerboard()
  const [first] = (await send(board)).images
  const [second] = (await send(board, bob)).images
  expect(second.findings).toEqual(first.findings)
  const files = db.selectFrom('file').select('measures_version').where('findings', 'is not', null)
  expect((await files.execute()).every((file) => file.measures_version === measuresVersion)).toBe(true)
  await app.inject({ method: 'DELETE', url: `/api/v1/images/delete/${first.id}/`, headers: ada.headers })
  const own = (await app.inject({ url: '/api/v1/images/user/total/', headers: bob.headers })).json().images
  expect(own).toMatchObject([{ findings: second.findings }])
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
