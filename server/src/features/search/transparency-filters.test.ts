import sharp from 'sharp'
import { expect, test } from 'vitest'
import { syncReadModel } from '#features/publishing/read-model'
import { aPng } from '#test/png'
import { createImage, createUser, openTestApp } from '#test/test-app'

const testApp = await openTestApp()
const { app, db } = testApp
const [ada, admin] = [await createUser(testApp), await createUser(testApp, 'admin')]

const side = 200

/** A picture of one colour, with this alpha (0 to 1) at this distance from its middle. */
function disc(alphaAt: (distance: number) => number): Promise<Buffer> {
  const pixels = Buffer.alloc(side * side * 4)
  for (let at = 0; at < side * side; at++) {
    const distance = Math.hypot((at % side) - side / 2, Math.floor(at / side) - side / 2)
    pixels.set([200, 60, 40, Math.round(255 * alphaAt(distance))], at * 4)
  }
  return sharp(pixels, { raw: { width: side, height: side, channels: 4 } })
    .png()
    .toBuffer()
}

const publish = (title: string, png: Buffer) => createImage(testApp, ada, { png, title }, admin)
const clean = await publish('Clean', aPng({ width: side, height: side }))
await publish('Jagged', await disc((distance) => (distance < 80 ? 1 : 0)))
await publish('Glow', await disc((distance) => Math.max(0, 1 - distance / 80)))
await publish('Opaque', aPng({ width: side, height: side, alpha: 'opaque' }))

const titles = async (query: Record<string, string>) => {
  // Signed in, because replies to visitors are cached.
  const reply = await app.inject({ url: '/api/v1/images/approved/', query, headers: admin.headers })
  return (reply.json().images as { title: string }[]).map(({ title }) => title)
}

test.each([
  [{ transparency: 'cutout' }, ['Jagged', 'Clean']],
  [{ transparency: 'soft' }, ['Glow']],
  [{ transparency: 'none' }, ['Opaque']],
  [{ transparency: 'cutout', clean_edges: '1' }, ['Clean']],
  [{ transparency: 'none', clean_edges: '1' }, []],
  [{ transparency: '', clean_edges: '' }, ['Opaque', 'Glow', 'Jagged', 'Clean']],
])('the filters of transparency find by what was measured: %j', async (query, found) => {
  expect(await titles(query as Record<string, string>)).toEqual(found)
})

test('what was not measured yet is in no filter of transparency, and is once it is published again', async () => {
  const file = db
    .updateTable('file')
    .where('sha256', '=', db.selectFrom('images').select('sha256').where('id', '=', clean.id))
  const cleanCutOuts = () => titles({ transparency: 'cutout', clean_edges: '1' })
  await file.set({ findings: null }).execute()
  await syncReadModel(db, [clean.id])
  expect(await cleanCutOuts()).toEqual([])
  await file.set({ findings: '[]' }).execute()
  await syncReadModel(db, [clean.id])
  expect(await cleanCutOuts()).toEqual(['Clean'])
})
