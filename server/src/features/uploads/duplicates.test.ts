import { planesLength } from '@vitrine/contract/calls/back-office/uploads'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { nearRows } from '#features/images/files/file-facts.sql'
import { packRow, perceptualRow, rowOfPlanes, unpackRow } from '#imaging/measures/similarity/perceptual-row'
import { backOfficeOf } from '#test/back-office'
import { candidateTest } from '#test/candidate-rows'
import { drawing, nextDrawing } from '#test/drawings'
import { sha256Of } from '#test/png'
import { sendDraft } from '#test/sent-pictures'
import { callAs, createImage, openAppWithPeople, setStatus, type TestUser } from '#test/test-app'

const { testApp, app, ada, bob, admin } = await openAppWithPeople()

/** Drawings that are others when mirrored or turned; of each but the last, one test stores another copy, or none. */
const [croissant, carrot, moon, pizza] = [await drawing(76), await drawing(81), await drawing(58), await drawing(73)]
const resizedWithMargins = async (png: Buffer) =>
  sharp(await sharp(png).resize(230).png().toBuffer())
    .extend({ top: 90, left: 20, bottom: 5, right: 60, background: '#0000' })
    .webp({ quality: 70 })
    .toBuffer()
const mirrored = (png: Buffer) => sharp(png).flop().png().toBuffer()
const recoloured = (png: Buffer) => sharp(png).modulate({ hue: 120 }).png().toBuffer()

/** What a browser says of a file before uploading it. */
async function soughtPicture(bytes: Buffer) {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const row = perceptualRow({ pixels: data, width: info.width, height: info.height })
  return { sha256: sha256Of(bytes), row: row && packRow(row) }
}
const findDuplicates = async (person: TestUser, pictures: object[]) =>
  (await callAs(testApp, person, 'POST', 'images/upload/alike', { pictures })).json()
const duplicatesOf = async (person: TestUser, ...files: Buffer[]) =>
  (await findDuplicates(person, await Promise.all(files.map(soughtPicture)))).found
const { list, ...backOffice } = backOfficeOf(testApp)
const discard = ({ id }: { id: number }) => backOffice.discard(ada, id)
const replaceFile = async (person: TestUser, id: number, png: Buffer) =>
  expect((await backOffice.replaceFile(person, id, png)).json()).toMatchObject({ waiting: 1 })
const alikeOf = async (id: number) => (await list(admin, `alike/${id}`)).images

const stored = await createImage(testApp, ada, { png: pizza, title: 'Pizza' })
await createImage(testApp, ada, { png: await nextDrawing(400), title: 'Another' })

test('before an upload contributors learn what they have: the same file, picture or drawing', async () => {
  const files = [moon, await resizedWithMargins(pizza), pizza, await mirrored(pizza), await recoloured(pizza)]
  const image = expect.objectContaining({ id: stored.id, title: 'Pizza', status: 'pending', is_own: true })
  expect(await duplicatesOf(ada, ...files)).toEqual([
    { index: 1, kind: 'same_picture', orientation: 0, other_colours: false, image },
    { index: 2, kind: 'same_file', orientation: 0, other_colours: false, image },
    { index: 3, kind: 'same_drawing', orientation: 1, other_colours: false, image },
    { index: 4, kind: 'same_drawing', orientation: 0, other_colours: true, image },
  ])
})

test('of an unpublished image of someone else they learn only that there is one; admins see it', async () => {
  const found = await duplicatesOf(bob, pizza, await resizedWithMargins(pizza))
  expect(found).toMatchObject([
    { kind: 'same_file', image: null },
    { kind: 'same_picture', image: null },
  ])
  expect(JSON.stringify(found)).not.toMatch(/pizza|ada/i)
  expect(await duplicatesOf(admin, pizza)).toMatchObject([{ image: { id: stored.id, is_own: false } }])
})

test('a published image of someone else is shown without their name, and counts no longer in the trash', async () => {
  const file = await nextDrawing(400)
  const anchor = await createImage(testApp, ada, { png: file, title: 'Anchor' }, admin)
  const found = await duplicatesOf(bob, await resizedWithMargins(file))
  expect(found).toMatchObject([{ kind: 'same_picture', image: { title: 'Anchor', slug: 'anchor', is_own: false } }])
  expect(JSON.stringify(found)).not.toContain(ada.username)
  await discard(anchor)
  expect(await duplicatesOf(ada, file, await mirrored(file))).toEqual([])
})

test('a file that only waits beside a public image is found, and others learn only that there is one', async () => {
  const { id } = await createImage(testApp, ada, { png: await nextDrawing(400), title: 'Drop' }, admin)
  await replaceFile(ada, id, carrot)
  const files = [carrot, await mirrored(carrot)]
  const image = expect.objectContaining({ id, title: 'Drop', status: 'pending', is_own: true })
  expect(await duplicatesOf(ada, ...files)).toMatchObject([
    { kind: 'same_file', image },
    { kind: 'same_drawing', image },
  ])
  const found = await duplicatesOf(bob, ...files)
  expect(found).toMatchObject([
    { kind: 'same_file', image: null },
    { kind: 'same_drawing', image: null },
  ])
  expect(JSON.stringify(found)).not.toMatch(/drop|ada/i)
  const [{ image: shown }] = await duplicatesOf(admin, carrot)
  expect((await app.inject(shown.cloudflare_url)).statusCode).toBe(200)
  await discard({ id })
  expect(await duplicatesOf(ada, ...files)).toEqual([])
})

test('a file without visible pixels is like none, and invalid rows are refused', async () => {
  const sha256 = 'a'.repeat(64)
  expect(await findDuplicates(bob, [{ sha256, row: null }])).toEqual({ found: [] })
  for (const pictures of [
    [{ sha256: 'short', row: null }],
    [{ sha256, row: { aspect: 0, planes: 'ab' } }],
    [{ sha256, row: { aspect: 0.5, planes: '00'.repeat(planesLength) } }],
    Array(21).fill({ sha256, row: null }),
  ])
    expect((await findDuplicates(ada, pictures)).code).toBe('invalid')
})

test('a draft that is uploaded is told with the picture that it looks like, and never with itself', async () => {
  const file = await nextDrawing(400)
  const { look_alike, ...draft } = await sendDraft(testApp, bob, { png: file })
  expect([draft.status, look_alike]).toEqual(['draft', undefined])
  expect((await sendDraft(testApp, bob, { png: file })).look_alike).toBe(undefined)
  const copy = await sendDraft(testApp, bob, { png: await mirrored(file) })
  const image = expect.objectContaining({ id: draft.id, status: 'draft', is_own: true })
  // A drawing that is its own mirror image is the same picture.
  expect(copy.look_alike).toMatchObject({ other_colours: false, image })
})

test('a draft is told of someone else’s unpublished image only that it is there, of drafts nothing', async () => {
  const [file, drafted] = [await nextDrawing(400), await nextDrawing(400)]
  await createImage(testApp, ada, { png: file, title: 'Not shown' })
  await sendDraft(testApp, ada, { png: drafted })
  expect((await sendDraft(testApp, bob, { png: file })).look_alike).toMatchObject({ kind: 'same_file', image: null })
  expect((await sendDraft(testApp, bob, { png: drafted })).look_alike).toBe(undefined)
})

test('an admin sees what is like an image, of any contributor, and in what it differs', async () => {
  const one = await createImage(testApp, ada, { png: croissant, title: 'Croissant' })
  const margins = await sharp(await resizedWithMargins(croissant))
    .png()
    .toBuffer()
  const copy = await createImage(testApp, bob, { png: margins, title: 'My croissant' })
  const quarter = await sharp(croissant).rotate(90).png().toBuffer()
  const turned = await createImage(testApp, bob, { png: quarter, title: 'Turned' })
  expect(await alikeOf(one.id)).toMatchObject([
    { id: copy.id, username: bob.username, kind: 'same_picture', orientation: 0 },
    { id: turned.id, kind: 'same_drawing', other_colours: false },
  ])
  const same = await createImage(testApp, bob, { png: croissant, title: 'Again' })
  expect((await alikeOf(one.id))[0]).toMatchObject({ id: same.id, kind: 'same_file' })
  expect(await alikeOf(999_999)).toEqual([])
  // They go on seeing a picture whose approval is undone.
  await setStatus(testApp, admin, [copy.id], 'approved')
  const alike = (await alikeOf(one.id)).find(({ id }: { id: number }) => id === copy.id)
  await setStatus(testApp, admin, [copy.id], 'pending')
  expect((await app.inject(alike.cloudflare_url)).statusCode).toBe(200)
})

test('an admin sees the same picture that waits as the new file of two images, each once', async () => {
  const file = await nextDrawing(400)
  const bright = await sharp(file).modulate({ brightness: 1.1 }).png().toBuffer()
  const one = await createImage(testApp, ada, { png: await nextDrawing(400), title: 'Star' }, admin)
  const two = await createImage(testApp, bob, { png: bright, title: 'Arrow' }, admin)
  await replaceFile(ada, one.id, file)
  await replaceFile(bob, two.id, file)
  const [alike, ...others] = await alikeOf(one.id)
  expect(alike).toMatchObject({ id: two.id, kind: 'same_file', status: 'pending', username: bob.username })
  expect(others).toEqual([])
  expect((await app.inject(alike.cloudflare_url)).statusCode).toBe(200)
})

test('the database finds exactly the rows that the browser compares', async () => {
  const drawings = [await drawing(50), await drawing(51), await drawing(52)]
  for (const [at, drawing] of drawings.entries()) await createImage(testApp, bob, { png: drawing, title: `Row ${at}` })
  const files = await Promise.all(
    drawings.flatMap((one) => [one, mirrored(one), recoloured(one), sharp(one).rotate(90).toBuffer()]),
  )
  const rows = await testApp.db.selectFrom('perceptual_row').select(['sha256', 'aspect', 'planes']).execute()
  let count = 0
  for (const file of files) {
    const row = unpackRow((await soughtPicture(file)).row!)
    const isCandidate = candidateTest(row)
    const expected = rows.filter(({ aspect, planes }) => isCandidate(rowOfPlanes(aspect, planes)))
    const found = await nearRows(testApp.db, row)
    expect(found.map(({ sha256 }) => sha256).sort()).toEqual(expected.map(({ sha256 }) => sha256).sort())
    count += found.length
  }
  expect(count).toBeGreaterThanOrEqual(files.length)
})
