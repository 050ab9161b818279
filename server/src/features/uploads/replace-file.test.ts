import { deflateSync } from 'node:zlib'
import { maxClearAlpha } from '@vitrine/contract/measures/findings'
import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { decodePng, fromPixels } from '#imaging/decode'
import { pngChunks } from '#imaging/png/png-chunks'
import { backOfficeOf } from '#test/back-office'
import { greyProfile, iccpChunk, rgbProfile, toXyz } from '#test/colour-chunks'
import { answerAcross } from '#test/interrupted-requests'
import { aNewPng, chunk, exifChunk, ihdr, png } from '#test/png'
import { sendDraft } from '#test/sent-pictures'
import { codeOf, createImage, openAppWithPeople, setStatus } from '#test/test-app'

const { testApp, app, db, ada, bob, admin } = await openAppWithPeople()
const { list, listed, mend, replaceFile, row, update } = backOfficeOf(testApp)

const side = 240

interface Form {
  colourType?: 4 | 6
  bitDepth?: 8 | 16
  radius?: number
  /** Of its middle, from the left and from above. */
  middle?: readonly [x: number, y: number]
  /** Of a pixel that the disc does not cover. */
  around?: (x: number, y: number) => readonly [value: number, alpha: number]
  chunks?: readonly Buffer[]
}

/** Dark ones count as shadows, of which specks are a part. */
let tone = 60
/** A disc of one tone with a soft edge; each test has a tone of its own. */
function disc({ colourType = 6, bitDepth = 8, radius = 100, around = () => [0, 0], ...more }: Form, value = tone) {
  const { middle = [119.5, 119.5], chunks = [] } = more
  const bytes: number[] = []
  for (let y = 0; y < side; y++) {
    bytes.push(0)
    for (let x = 0; x < side; x++) {
      const share = Math.max(0, Math.min(1, radius + 0.5 - Math.hypot(x - middle[0], y - middle[1])))
      const [grey, alpha] = share > 0 ? [value, Math.round(share * 255)] : around(x, y)
      const samples = colourType === 4 ? [grey, alpha] : [grey, grey >> 1, 255 - grey, alpha]
      bytes.push(...(bitDepth === 16 ? samples.flatMap((one) => [one, one]) : samples))
    }
  }
  const header = ihdr({ width: side, height: side, colourType, bitDepth })
  return png(header, ...chunks, chunk('IDAT', deflateSync(Buffer.from(bytes), { level: 9 })), chunk('IEND'))
}

const haze = () => [250, 6] as const
const corners = [6, 232].flatMap((x) => [6, 120, 232].map((y) => [x, y] as const))
const hazeAndSpecks = (x: number, y: number) =>
  corners.some(([left, top]) => x >> 1 === left >> 1 && y >> 1 === top >> 1) ? ([0, 255] as const) : haze()

const add = async (file: Buffer, approver?: typeof admin) =>
  (await createImage(testApp, ada, { png: file, title: 'Disc' }, approver)).id
const bytesAt = async (url: string) => (await app.inject(url)).rawPayload
const fileOf = async (id: number) => bytesAt((await listed(ada, id)).main_url)
const chunksOf = (file: Buffer) => [...pngChunks(file)].filter(({ type }) => type !== 'IDAT')
const typesOf = (file: Buffer) => chunksOf(file).map(({ type }) => type)
const dataOf = (file: Buffer, sought: string) => chunksOf(file).find(({ type }) => type === sought)?.data

/** As it is shown; what can hardly be seen counts as clear. */
async function shown(file: Buffer, box?: Parameters<ReturnType<typeof fromPixels>['extract']>[0]) {
  const image = await decodePng(file)
  const pixels = box ? await fromPixels(image).extract(box).raw().toBuffer() : image.pixels
  for (let at = 0; at < pixels.length; at += 4) if (pixels[at + 3]! <= maxClearAlpha) pixels.fill(0, at, at + 4)
  return pixels
}

async function expectShown(file: Buffer, expected: Buffer) {
  expect((await shown(file)).equals(expected)).toBe(true)
}

test('an own image is mended without haze and specks; visible pixels, profile and texts stay', async () => {
  const resolution = chunk('pHYs', Buffer.of(0, 0, 11, 19, 0, 0, 11, 19, 1))
  const chunks = [iccpChunk(rgbProfile(toXyz.adobe, 2.2)), resolution, chunk('tEXt', 'Title\0A disc')]
  const id = await add(disc({ around: hazeAndSpecks, chunks: [...chunks, chunk('bKGD', Buffer.alloc(6))] }))
  expect((await listed(ada, id)).findings).toMatchObject([{ kind: 'haze' }, { kind: 'specks', count: 6 }])
  expect((await mend(ada, id)).json()).toEqual({ message: 'Mended.', count: 1 })
  expect(await listed(ada, id)).toMatchObject({ status: 'pending', findings: [], width: side, height: side })
  expect((await row(id)).file_name).toBe('a.png')
  const mended = await fileOf(id)
  await expectShown(mended, await shown(disc({ chunks })))
  expect(typesOf(mended)).toEqual(['IHDR', 'iCCP', 'pHYs', 'tEXt', 'IEND'])
  for (const type of ['iCCP', 'pHYs', 'tEXt']) expect(dataOf(mended, type)).toEqual(dataOf(disc({ chunks }), type))
})

test('an own image is mended without clear margins that are more than half of it', async () => {
  const file = disc({ radius: 50, middle: [90, 110] }, ++tone)
  const id = await add(file)
  await mend(ada, id)
  expect(await listed(ada, id)).toMatchObject({ width: 107, height: 107 })
  await expectShown(await fileOf(id), await shown(file, { left: 37, top: 57, width: 107, height: 107 }))
})

test('an own image is mended without colours of clear pixels that are a tenth of its bytes', async () => {
  const file = disc({ around: (x, y) => [(x * 37 + y * 91 + x * y) % 256, 0] }, ++tone)
  const id = await add(file)
  await mend(ada, id)
  const mended = await fileOf(id)
  expect(mended.length).toBeLessThan(0.9 * file.length)
  await expectShown(mended, await shown(file))
})

test('the mended copy is grey where the original is, as its colour profile wants', async () => {
  const form = { colourType: 4, chunks: [iccpChunk(greyProfile(1.8))] } as const
  const id = await add(disc({ ...form, around: haze }, ++tone))
  await mend(ada, id)
  const mended = await fileOf(id)
  expect([...dataOf(mended, 'IHDR')!.subarray(8, 10)]).toEqual([8, 4])
  await expectShown(mended, await shown(disc(form, tone)))
})

test('the pixels of the mended copy are turned where the original said so', async () => {
  const form = { middle: [110, 125], chunks: [exifChunk(6)] } as const
  const id = await add(disc({ ...form, around: haze }, ++tone))
  await mend(ada, id)
  const mended = await fileOf(id)
  expect(typesOf(mended)).toEqual(['IHDR', 'IEND'])
  await expectShown(mended, await shown(disc(form, tone)))
})

test('a rejected image that is mended waits again', async () => {
  const id = await add(disc({ around: haze }, ++tone))
  await update(admin, id, { status: 'rejected', reason: 'fringe' })
  await mend(ada, id)
  expect(await listed(ada, id)).toMatchObject({ status: 'pending', findings: [] })
})

test('a draft that is mended stays a draft', async () => {
  const { id } = await sendDraft(testApp, ada, { png: disc({ around: haze }, ++tone) })
  expect((await mend(ada, id)).json()).toMatchObject({ count: 1 })
  const { status, rights_version } = await row(id)
  expect([status, rights_version]).toEqual(['draft', null])
})

test('the mended copy of a public image waits beside it, and is the one that is mended from then on', async () => {
  const file = disc({ around: haze }, ++tone)
  const id = await add(file, admin)
  expect((await mend(ada, id)).json()).toEqual({ message: 'Mended.', count: 1, waiting: 1 })
  const { cloudflare_id, edit_sha256, edit_file_name } = await row(id)
  expect([edit_sha256?.length, edit_file_name]).toEqual([64, 'a.png'])
  expect(await bytesAt(`/api/v1/images/download/${cloudflare_id}/`)).toEqual(file)
  expect(codeOf(await mend(ada, id))).toEqual([400, 'not_mendable'])
  expect(await row(id)).toMatchObject({ edit_sha256 })
  await replaceFile(ada, id, disc({ around: hazeAndSpecks }, tone))
  expect((await mend(ada, id)).json()).toMatchObject({ waiting: 1 })
  expect(await row(id)).toMatchObject({ edit_sha256, edit_file_name: 'mended.png' })
})

test.each<[string, () => Buffer | Promise<Buffer>]>([
  ['in which nothing is to be removed', () => disc({}, ++tone)],
  ['of 16 bits, which would lose depth', () => disc({ around: haze, bitDepth: 16 }, ++tone)],
  [
    'with margins, where its file would grow',
    () =>
      sharp(disc({ radius: 50 }, ++tone))
        .png({ palette: true })
        .toBuffer(),
  ],
])('an image is not mended %s', async (_, file) => {
  const id = await add(await file())
  const before = await row(id)
  expect(codeOf(await mend(ada, id))).toEqual([400, 'not_mendable'])
  expect(await row(id)).toEqual(before)
})

test('an image is not mended by someone else, or where there is none', async () => {
  const id = await add(disc({ around: haze }, ++tone))
  for (const person of [bob, admin]) expect((await mend(person, id)).json().code).toBe('not_your_images')
  expect((await mend(ada, 999_999)).json().code).toBe('image_not_found')
})

test('an image is not mended where another image of the same person has the mended file', async () => {
  const file = disc({ around: haze }, ++tone)
  await mend(ada, await add(file))
  expect((await mend(ada, await add(file))).json().code).toBe('own_duplicate')
})

const image = (title: string, png = aNewPng()) => createImage(testApp, ada, { png, title, keywords: 'stone' })
/** Without the signed addresses, which are others from one hour to the next. */
const factsOf = async (id: number) => {
  const { cloudflare_url, main_url, ...facts } = await listed(ada, id)
  return facts
}
const storageUse = async () =>
  (await db.selectFrom('storage_use').select('bytes').where('owner_id', '=', ada.id).executeTakeFirstOrThrow()).bytes

test('a rejected image with another file is pending again, with the same address, words and history', async () => {
  const one = await image('Lighthouse')
  await update(admin, one.id, { status: 'rejected', reason: 'fringe' })
  const [before, used] = [await listed(ada, one.id), await storageUse()]
  const png = aNewPng({ width: 96, height: 64 })
  expect((await replaceFile(ada, one.id, png)).json()).toEqual({
    message: 'File replaced. It waits for review.',
    count: 1,
  })
  const after = await listed(ada, one.id)
  const same = { slug: one.slug, title: 'Lighthouse', keywords: [{ name: 'stone' }] }
  expect(after).toMatchObject({ ...same, status: 'pending', width: 96, height: 64, byte_size: png.length })
  expect(after.version).toBeGreaterThan(before.version)
  expect(await storageUse()).toBe(used - before.byte_size + png.length)
  expect((await list(ada, 'user/pending', { title: 'mended.png' })).images).toMatchObject([{ id: one.id }])

  // The address of its files is another one, and the old ones leave the store later.
  expect(await bytesAt(after.main_url)).toEqual(png)
  expect(after.cloudflare_id).not.toBe(before.cloudflare_id)
  expect((await app.inject(before.main_url)).statusCode).toBe(404)
  const { rows } = await sql<{ key: string }>`select key from unowned_file`.execute(db)
  expect(rows.map(({ key }) => key)).toContain(`copies/${before.cloudflare_id}/`)
  expect(rows.some(({ key }) => key.startsWith('originals/'))).toBe(true)

  const history = await app.inject({ url: `/api/v1/images/history/${one.id}/`, headers: ada.headers })
  expect(history.json().decisions).toMatchObject([{ status: 'rejected', reason: 'fringe' }])
  await update(admin, one.id, { status: 'approved' })
  const { cloudflare_id } = (await app.inject(`/api/v1/images/${one.slug}/`)).json().image
  expect(await bytesAt(`/api/v1/images/download/${cloudflare_id}/`)).toEqual(png)
})

test('a file is not replaced by what is no PNG, by its own bytes, or by those of another own image', async () => {
  const [own, png] = [aNewPng(), aNewPng()]
  const [one] = [await image('Well', own), await image('Twin', png)]
  const before = await factsOf(one.id)
  expect((await replaceFile(ada, one.id, own)).json().count).toBe(0)
  expect((await replaceFile(ada, one.id, Buffer.from('no picture'))).json().code).toBe('none_accepted')
  expect((await replaceFile(ada, one.id, png)).json().code).toBe('own_duplicate')
  expect(await factsOf(one.id)).toEqual(before)
})

test('a file is not replaced by one that an image restored at that moment has', async () => {
  const [one, png] = [await image('Mill'), aNewPng()]
  const twin = await image('Twin in the trash', png)
  const restore = sql`update images set trashed_at = null where id = ${twin.id}`
  await sql`update images set trashed_at = now() where id = ${twin.id}`.execute(db)
  const before = await factsOf(one.id)
  const answer = await answerAcross(db, () => replaceFile(ada, one.id, png), {
    lock: (transaction) => restore.execute(transaction),
  })
  expect(answer.json().code).toBe('own_duplicate')
  expect(await factsOf(one.id)).toEqual(before)
})

test.each(['pending', 'approved'])('a file is not replaced by someone else, when it is %s', async (status) => {
  const one = await image('Gate')
  await setStatus(testApp, admin, [one.id], status)
  for (const person of [bob, admin])
    expect((await replaceFile(person, one.id, aNewPng())).json().code).toBe('not_your_images')
})
