import { once } from 'node:events'
import { connect } from 'node:net'
import { uploads } from '@vitrine/contract/calls/back-office/uploads'
import { rightsStatement } from '@vitrine/contract/vocabulary/provenance/rights-statement'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { measuresVersion } from '#imaging/measures/measure-picture'
import { backOfficeOf } from '#test/back-office'
import { hostilePngs } from '#test/hostile-pngs'
import { aNewPng, aPng, chunk, sha256Of } from '#test/png'
import {
  codeOf,
  type FormPart,
  messageOf,
  multipart,
  openAppWithPeople,
  setStatus,
  temporaryFiles,
  upload,
} from '#test/test-app'

const { testApp, app, db, ada, bob, admin } = await openAppWithPeople()
const { row } = backOfficeOf(testApp)

const file = (value: Buffer, filename = 'a.png', type?: string): FormPart => ({ name: 'images', value, filename, type })
const field = (name: string, value: string): FormPart => ({ name, value })
const detailsOf = async (slug: string) =>
  (await app.inject({ url: `/api/v1/images/${encodeURIComponent(slug)}/`, headers: admin.headers })).json().image

async function uploaded(parts: FormPart[], person = ada) {
  const answer = await upload(testApp, person, parts)
  expect(answer.statusCode).toBe(201)
  return answer.json().images[0]
}

test('an upload answers in the contract’s shape, waits for review, and is stored byte for byte, measured', async () => {
  const png = aPng({ width: 500, height: 250, colour: '#2266cc', seed: 2 })
  const answer = await upload(testApp, ada, [file(png), field('title', 'Blue vase')])
  expect(answer.statusCode).toBe(201)
  expect(z.parse(uploads.upload.reply, answer.json())).toEqual(answer.json())
  const [image] = answer.json().images
  expect(image).toMatchObject({ index: 0, title: 'Blue vase', slug: 'blue-vase', status: 'pending', findings: [] })
  expect((await app.inject(image.main_url)).rawPayload.equals(png)).toBe(true)
  const sha256 = sha256Of(png)
  const row = await db.selectFrom('file').selectAll().where('sha256', '=', sha256).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ byte_size: png.length, width: 500, height: 250, measures_version: measuresVersion })
  expect(await detailsOf(image.slug)).toMatchObject({ is_verified: true, edge_score: expect.any(Number) })
  expect(row.transparent_ratio).toBeGreaterThan(0.2)
  expect(row.colours[0]!.hex).toMatch(/^#[0-9a-f]{6}$/)
})

test('the i-th title, keywords and category belong to the i-th file, in any order of the parts', async () => {
  const answer = await upload(testApp, ada, [
    ...[field('title', 'First of two'), field('title', '')],
    ...[file(aPng({ seed: 3 }), 'one.png'), file(aPng({ seed: 4 }), 'second_of-two.png')],
    ...[field('keywords', 'sea; [Boat]、boat'), field('keywords', '["sky", {"name": "kite"}]')],
    ...[field('category', 'Hobbies and Leisure'), field('category', 'science')],
  ])
  const [one, two] = answer.json().images
  expect([await detailsOf(one.slug), await detailsOf(two.slug)]).toMatchObject([
    { title: 'First of two', category: 'hobbies_and_leisure', keywords: [{ name: 'sea' }, { name: 'Boat' }] },
    { title: 'Second of two', category: 'science', keywords: [{ name: 'sky' }, { name: 'kite' }] },
  ])
})

test('a batch is listed in its own order, regardless of decoding times', async () => {
  const pictures = [500, 60, 400, 40].map((width, at) => file(aPng({ width, height: width, seed: 70 + at })))
  const ids = (await upload(testApp, bob, pictures)).json().images.map((one: { id: number }) => one.id)
  expect(ids).toEqual(ids.toSorted((a: number, b: number) => a - b))
})

test('missing metadata is read from the file itself', async () => {
  const text = { Title: 'Ripe & red', Description: 'A tomato', Keywords: 'tomato, salad' }
  const xmp = '<rdf:RDF><rdf:Description photoshop:Category="Food"/></rdf:RDF>'
  const { slug } = await uploaded([file(aPng({ seed: 5, text, xmp })), field('description', 'My own words')])
  const keywords = [{ name: 'tomato' }, { name: 'salad' }]
  const words = { title: 'Ripe & red', description: 'My own words', category: 'food', keywords }
  expect(await detailsOf(slug)).toMatchObject(words)
})

test('a field that was emptied, as a space says, stays empty although the file has a text', async () => {
  const text = { Title: 'Clipart by Bob - apple', Description: 'An apple', Keywords: 'apple' }
  const xmp = '<rdf:RDF><rdf:Description photoshop:Category="Food"/></rdf:RDF>'
  const emptied = ['title', 'description', 'keywords', 'category', 'licence', 'credit', 'ai_made']
  const parts = emptied.map((name) => field(name, ' '))
  const { id, slug } = await uploaded([file(aPng({ seed: 51, text, xmp }), 'pear.png'), ...parts])
  expect(await detailsOf(slug)).toMatchObject({ title: 'Pear', description: '', category: null, keywords: [] })
  expect((await row(id)).credit).toBe('')
})

test('the same bytes are one image of a contributor, also at the same moment, and two of two', async () => {
  const png = aPng({ seed: 6 })
  const answers = await Promise.all(Array.from({ length: 5 }, () => uploaded([file(png)])))
  expect(new Set(answers.map((one) => one.id)).size).toBe(1)
  expect(await uploaded([file(png), file(png)])).toMatchObject({ id: answers[0].id })
  const both = [answers[0], await uploaded([file(png)], bob)]
  const ids = both.map((one) => one.id)
  expect(new Set(ids).size).toBe(2)
  await setStatus(testApp, admin, ids, 'approved')
  for (const { cloudflare_id } of both)
    expect((await app.inject(`/api/v1/images/download/${cloudflare_id}/`)).rawPayload.equals(png)).toBe(true)
})

test('the statement of rights is stored in the version that was shown, by default the newest', async () => {
  for (const [parts, version] of [
    [[field('rights', '1')], 1],
    [[], rightsStatement.version],
  ] as const) {
    const { id } = await uploaded([file(aPng({ seed: 7001 + version })), ...parts])
    const own = db.selectFrom('images').select('rights_version').where('id', '=', id)
    expect(await own.executeTakeFirst()).toEqual({ rights_version: version })
  }
  for (const version of [String(rightsStatement.version + 1), '0', 'yes']) {
    const answer = await upload(testApp, ada, [file(aPng({ seed: 7003 })), field('rights', version)])
    expect(answer.json()).toMatchObject({ code: 'invalid', fields: [{ at: 'rights' }] })
  }
})

test.each([
  ['an empty file', 'This file is empty'],
  ['an SVG', 'This is an SVG drawing'],
  ['half of the pixels', 'This file is damaged: its pixels cannot be read.'],
  ['a wrong checksum in a chunk of its own', 'This file is damaged: the checksum of its pixels is wrong.'],
])('a rejected file is answered with the reason, and leaves no file: %s', async (name, message) => {
  const before = await db.selectFrom('images').select('id').orderBy('id').execute()
  const { make } = hostilePngs.find((one) => one.name === name)!
  const answer = await upload(testApp, ada, [file(make(), 'holiday.png')])
  expect(codeOf(answer)).toEqual([400, 'none_accepted'])
  expect(answer.json().fields).toEqual([{ at: 'images.0', message: expect.stringContaining(message) }])
  expect(await temporaryFiles(testApp)).toEqual([])
  expect(await db.selectFrom('images').select('id').orderBy('id').execute()).toEqual(before)
})

test('a rejected file does not affect the other files of its batch', async () => {
  const answer = await upload(testApp, ada, [
    file(aPng({ seed: 20 }), 'good.png'),
    file(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'disguised.png'),
    file(aPng({ seed: 21 }).subarray(0, 200), 'half.png'),
    file(aPng({ seed: 22 }), 'good too.png'),
    ...['', '', '', 'no such category'].map((value) => field('category', value)),
  ])
  expect(answer.statusCode).toBe(201)
  const { images, errors } = answer.json()
  const remark = 'There is no category "no such category". The picture has none now.'
  expect(images).toMatchObject([{ index: 0 }, { index: 3, category: null, remark }])
  expect(images[0]).not.toHaveProperty('remark')
  expect(errors).toMatchObject([
    { index: 1, filename: 'disguised.png', code: 'other_format' },
    { index: 2, filename: 'half.png', code: 'truncated' },
  ])
})

test('metadata and names that cannot be stored are cleaned, and the files are accepted', async () => {
  const names = ['first.png', 'a\u0000b.png', 'c.png']
  const keywords = ['["a\\u0000b", "sea"]', 'İstanbul, istanbul', 'x'.repeat(9000)]
  const answer = await upload(testApp, ada, [
    ...names.map((name, at) => file(aPng({ width: 71, seed: 40 + at }), name)),
    ...keywords.map((value) => field('keywords', value)),
  ])
  expect(answer.json().errors).toEqual([])
  expect(answer.json().images).toHaveLength(3)
  expect((await detailsOf(answer.json().images[0].slug)).keywords).toMatchObject([{ name: 'sea' }])
})

test('a rejected file that is large, or has more than 50 MB, does not swallow the valid file after it', async () => {
  const gif = Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(5_000_000)])
  const head = aPng({ seed: 24 }).subarray(0, 33) // signature and IHDR
  const tooLarge = Buffer.concat([head, chunk('IDAT', Buffer.alloc(50_000_000)), Buffer.alloc(1000)])
  const files = [file(gif, 'large.gif'), file(tooLarge, 'large.png'), file(aPng({ seed: 24 }), 'good.png')]
  const { images, errors } = (await upload(testApp, ada, files)).json()
  expect(images).toMatchObject([{ index: 2 }])
  expect(errors.map(({ code }: { code: string }) => code)).toEqual(['other_format', 'file_too_large'])
})

test('more than ten files are refused, and so is an upload without files or with too many fields', async () => {
  const many = Array.from({ length: 11 }, (_, i) => file(aPng({ seed: 30 + i })))
  expect(messageOf(await upload(testApp, ada, many))).toEqual([413, 'Send at most 10 images at once.'])
  expect((await upload(testApp, ada, [field('title', 'No file')])).json().code).toBe('no_images')
  const fields = Array.from({ length: 500 }, () => field('title', 'x'))
  expect((await upload(testApp, ada, [...fields, file(aPng())])).statusCode).toBe(413)
  expect(await temporaryFiles(testApp)).toEqual([])
})

test('file names become titles and never paths, and titles stay as they are, whatever they hold', async () => {
  const names = {
    '../../etc/passwd.png': 'Passwd',
    'C:\\pictures\\Sun set.png': 'Sun set',
    '.png': 'Untitled',
    'смешной_кот.png': 'Смешной кот',
    'say %22hi%22.png': 'Say "hi"',
    '👨‍👩‍👧 family.png': '👨‍👩‍👧 family',
    'set_01.png': 'Set',
    'set_02.png': 'Set',
  }
  const code = ['"><svg onload=alert(1)>', '{{7*7}}', "Robert'); drop table images;--", '=HYPERLINK("x")']
  const titles = [...code, '🦊 ‮gnp.exe', 'a'.repeat(200)]
  const titlesOf = async (parts: FormPart[]) =>
    (await upload(testApp, ada, parts)).json().images.map(({ title }: { title: string }) => title)
  const named = Object.keys(names).map((name) => file(aNewPng(), name))
  expect(await titlesOf(named)).toEqual(Object.values(names))
  const titled = titles.flatMap((title) => [file(aNewPng()), field('title', title)])
  expect(await titlesOf(titled)).toEqual(titles)
})

test('a file name in the code page of the sender is read', async () => {
  const { payload, headers } = multipart([file(aNewPng(), 'caf# #flat white#.png')], ada.headers)
  for (const byte of [0xe9, 0x93, 0x94]) payload[payload.indexOf('#')] = byte
  const answer = await app.inject({ method: 'POST', url: '/api/v1/images/upload/', payload, headers })
  expect(answer.json().images).toMatchObject([{ title: 'Café “flat white”' }])
})

test('a title of several lines becomes one', async () => {
  const parts = [file(aNewPng()), field('title', 'two \r\n lines'), field('credit', 'Ada\nLovelace')]
  const { id } = await uploaded(parts)
  expect(await row(id)).toMatchObject({ title: 'two lines', credit: 'Ada Lovelace' })
})

test.each([
  ['a\u0000b', /cannot be shown/],
  ['a'.repeat(201), /at most 200 characters/],
])('the title %j is refused with a message', async (title, message) => {
  const answer = await upload(testApp, ada, [file(aPng({ seed: 999 })), field('title', title)])
  expect(answer.statusCode).toBe(400)
  expect(answer.json().fields[0].message).toMatch(message)
})

test.each([
  ['multipart/form-data', 400],
  ['multipart/form-data; boundary=', 400],
  ['multipart/form-data; boundary=x', 400],
  ['application/json', 415],
  ['application/x-www-form-urlencoded', 415],
])('a broken request of the type %s with other contents is answered with %i', async (type, status) => {
  const headers = { ...ada.headers, 'content-type': type }
  const answer = await app.inject({ method: 'POST', url: '/api/v1/images/upload/', payload: '{"a":1}', headers })
  expect([answer.statusCode, typeof answer.json().message]).toEqual([status, 'string'])
})

test('field names of JavaScript’s prototypes are refused, and other unknown ones are ignored', async () => {
  for (const name of ['__proto__', 'constructor', 'toString']) {
    const answer = await upload(testApp, ada, [field(name, 'x'), file(aPng({ seed: 50 }))])
    expect(codeOf(answer)).toEqual([400, 'broken_multipart'])
  }
  expect((await upload(testApp, ada, [field('wish', 'x'), file(aPng({ seed: 50 }))])).statusCode).toBe(201)
  expect(await temporaryFiles(testApp)).toEqual([])
})

test('a connection that breaks within a file leaves no temporary file and a working server', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as { port: number }
  const { payload, headers } = multipart([file(aPng({ width: 400, height: 400, seed: 51 })), file(aPng())])
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(`POST /api/v1/images/upload/ HTTP/1.1\r\nhost: x\r\nauthorization: ${ada.headers.authorization}\r\n`)
  socket.write(`content-type: ${headers['content-type']}\r\ncontent-length: ${payload.length}\r\n\r\n`)
  socket.write(payload.subarray(0, 900))
  await expect.poll(() => temporaryFiles(testApp)).toHaveLength(1)
  socket.destroy()
  await expect.poll(() => temporaryFiles(testApp)).toEqual([])
  expect((await app.inject('/api/v1/images/approved/')).statusCode).toBe(200)
})

test('a disk that cannot be written answers 500', async () => {
  const createWorkspace = async () => ({ folder: '/proc/no/such/place', [Symbol.asyncDispose]: async () => {} })
  const broken = await testApp.openSecondProcess({ store: { ...testApp.store, createWorkspace } })
  const answer = await upload({ ...testApp, app: broken }, ada, [file(aPng({ seed: 52 }))])
  expect(codeOf(answer)).toEqual([500, 'internal'])
  expect(answer.body).not.toMatch(/proc|ENOENT|at /)
})
