import { hash } from 'node:crypto'
import { copyFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { previewKey } from '#features/images/storage-keys'
import { galleryChanged } from '#features/publishing/read-model'
import { startImagingPool } from '#imaging/imaging-pool'
import { licenceXmp } from '#imaging/licence-xmp'
import { readTextChunks } from '#imaging/png/png-text-chunks'
import { PngValidator } from '#imaging/png/png-validator'
import { jobOf } from '#imaging/pool/job-files'
import { readTexts } from '#imaging/run-job'
import { notify } from '#kit/database/notifications'
import { aPng, exifChunk } from '#test/png'
import { answerOf, createImage, openAppWithPeople, setStatus, temporaryFiles } from '#test/test-app'
import { chooseDerivative } from './derivatives.ts'

const pool = startImagingPool({ workers: 1 })
const written: string[] = []
let write = pool.write
const recordingWrite: typeof write = (job, requester) => {
  if ('derivative' in job) written.push(job.derivative.to.split('/').at(-1)!)
  return write(job, requester)
}
const site = { SITE_URL: 'https://png.example', SITE_NAME: 'Fox & "Friends"' }
const resources = { imagingPool: { ...pool, write: recordingWrite } }
const { testApp, ada, bob, admin } = await openAppWithPeople(site, resources)

let seed = 900
const publish = (title: string, options: Parameters<typeof aPng>[0] = {}) =>
  createImage(testApp, ada, { png: aPng({ width: 700, height: 350, seed: ++seed, ...options }), title }, admin)

type DerivativeQuery = { size?: string; format?: string; width?: string; trim?: string }
const fetchDerivative = (id: string, query: DerivativeQuery, headers = {}, method: 'GET' | 'HEAD' = 'GET') =>
  testApp.app.inject({ method, url: `/api/v1/images/download/${id}/`, query: query as Record<string, string>, headers })

const bytesOf = async (id: string, query: DerivativeQuery) => (await fetchDerivative(id, query)).rawPayload

async function pixelsOf(bytes: Buffer) {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const alphas = [...new Set(data.filter((_, at) => at % 4 === 3))].sort((a, b) => a - b)
  return { ...info, data, alphas }
}

/** The pixels without the colours of those that are clear, which WebP does not keep. */
const visiblePixels = ({ data }: { data: Buffer }) =>
  Buffer.from(data.map((value, at) => (data[at - (at % 4) + 3] === 0 ? 0 : value)))

function validate(png: Buffer) {
  const validator = new PngValidator()
  validator.push(png)
  return validator.end()
}

const terms = 'xmpRights:WebStatement="https://png.example/terms/"'
const usage = 'Free for commercial use, no credit needed</rdf:li></rdf:Alt></xmpRights:UsageTerms>'
const licensor = '<plus:LicensorURL>https://png.example/</plus:LicensorURL>'
const credit = 'photoshop:Credit="Fox &#38; &#34;Friends&#34;"'

const fox = await publish('Red <fox> & co')

test.each([
  [{ size: '256' }, 'png', [256, 128], 'red-fox-co-256.png'],
  [{ size: '256', format: 'webp' }, 'webp', [256, 128], 'red-fox-co-256.webp'],
  [{ format: 'webp' }, 'webp', [700, 350], 'red-fox-co.webp'],
  [{ size: '1024' }, 'png', [700, 350], 'red-fox-co.png'],
  [{ width: '320' }, 'png', [320, 160], 'red-fox-co-320w.png'],
] as const)(
  'a derivative of %j has the right size, transparency and file name, and is never enlarged',
  async (...[query, format, sides, name]) => {
    const answer = await fetchDerivative(fox.cloudflare_id, query)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, `image/${format}`])
    expect(answer.headers['content-disposition']).toContain(`attachment; filename="${name}"`)
    expect((await sharp(answer.rawPayload).metadata()).format).toBe(format)
    const { width, height, alphas } = await pixelsOf(answer.rawPayload)
    expect([width, height]).toEqual(sides)
    expect([alphas[0], alphas.at(-1), alphas.length > 3]).toEqual([0, 255, true])
  },
)

test('a derivative of the full size has the pixels of the original and none of its texts', async () => {
  for (const form of [{}, { bitDepth: 16 }, { colourType: 3, bitDepth: 2 }] as const) {
    const png = aPng({ width: 90, height: 60, seed: ++seed, text: { Title: 'Mine' }, ...form })
    const { cloudflare_id } = await createImage(testApp, ada, { png, title: 'Exact' }, admin)
    const whole = await bytesOf(cloudflare_id, { format: 'png' })
    expect((await pixelsOf(whole)).data.equals((await pixelsOf(png)).data)).toBe(true)
    expect((await sharp(whole).metadata()).depth).toBe((await sharp(png).metadata()).depth)
    validate(whole) // nothing stands behind its end
    expect(readTextChunks(whole).byKeyword.size).toBe(0)
    expect(await bytesOf(cloudflare_id, {})).toEqual(png)
  }
})

test('a derivative is turned where eXIf turns the original, as are previews and what is said of the size', async () => {
  const original = aPng({ width: 600, height: 300, seed: ++seed, chunks: [exifChunk(6)] })
  const { slug, cloudflare_id } = await createImage(testApp, ada, { png: original, title: 'Turned' }, admin)
  const sizeOf = async (bytes: Buffer) => {
    const { width, height } = await sharp(await sharp(bytes).autoOrient().toBuffer()).metadata()
    return [width, height]
  }
  const { image } = (await testApp.app.inject(`/api/v1/images/${slug}/`)).json()
  expect([image.width, image.height]).toEqual([300, 600])
  expect(await bytesOf(cloudflare_id, {})).toEqual(original)
  expect(await sizeOf(await bytesOf(cloudflare_id, { format: 'png' }))).toEqual([300, 600])
  expect(await sizeOf(await bytesOf(cloudflare_id, { format: 'webp' }))).toEqual([300, 600])
  expect(await sizeOf(await bytesOf(cloudflare_id, { width: '128' }))).toEqual([128, 256])
  const preview = await testApp.app.inject(`/media/${cloudflare_id}/320.webp`)
  expect(await sizeOf(preview.rawPayload)).toEqual([160, 320])
  const listed = async (orientation: string) =>
    (await testApp.app.inject(`/api/v1/images/approved/?title=turned&page=1&orientation=${orientation}`)).json().images
  expect([await listed('portrait'), await listed('landscape')]).toEqual([[expect.objectContaining({ slug })], []])
})

test('a derivative as WebP has the exact pixels of the original, or of the PNG of its size', async () => {
  const { cloudflare_id } = await publish('Lossless')
  for (const size of [{}, { size: '256' }]) {
    const visible = async (query: DerivativeQuery) => visiblePixels(await pixelsOf(await bytesOf(cloudflare_id, query)))
    expect((await visible({ ...size, format: 'webp' })).equals(await visible(size))).toBe(true)
  }
})

test('a derivative carries its licence, title and contributor where every reader finds them', async () => {
  for (const query of [{ size: '256' }, { format: 'png' }]) {
    const png = await bytesOf(fox.cloudflare_id, query)
    const [xmp] = readTextChunks(png).xmp
    for (const part of [terms, usage, licensor, credit]) expect(xmp).toContain(part)
    expect(xmp).toContain(`<rdf:li>${ada.username}</rdf:li>`)
    expect(readTexts(png).embedded.title).toBe('Red <fox> & co')
  }
  const bytes = await bytesOf(fox.cloudflare_id, { size: '256' })
  expect(bytes.toString('latin1', 37, 59)).toBe('iTXtXML:com.adobe.xmp\0')
  for (const size of [{}, { size: '256' }]) {
    const { xmpAsString } = await sharp(await bytesOf(fox.cloudflare_id, { ...size, format: 'webp' })).metadata()
    for (const part of [terms, usage, licensor, credit, 'Red &#60;fox&#62; &#38; co'])
      expect(xmpAsString).toContain(part)
  }
})

test('a derivative is made once for concurrent and later requests', async () => {
  const { cloudflare_id } = await publish('Popular')
  await bytesOf(cloudflare_id, {}) // the image is cached now, so that no request waits for the lookup of another
  written.length = 0
  const answers = await Promise.all([1, 2, 3].map(() => bytesOf(cloudflare_id, { size: '256', format: 'webp' })))
  answers.push(await bytesOf(cloudflare_id, { size: '256', format: 'webp' }))
  for (const answer of answers) expect(answer.equals(answers[0]!)).toBe(true)
  await bytesOf(cloudflare_id, { size: '1024' })
  await bytesOf(cloudflare_id, { size: '2048' })
  expect(written).toEqual(['v3-256.webp', 'v3-full.png'])
  const stored = await readdir(join(testApp.folder, 'files/copies', cloudflare_id))
  expect([stored.sort(), await temporaryFiles(testApp)]).toEqual([['v3-256.webp', 'v3-full.png'], []])
})

test('a derivative has an ETag of its own size and format, and counts as a download', async () => {
  const { id, cloudflare_id } = await publish('Counted')
  const queries = [{}, { size: '256' }, { size: '512' }, { size: '256', format: 'webp' }]
  const etags = new Set<unknown>()
  for (const query of queries) etags.add((await fetchDerivative(cloudflare_id, query)).headers.etag)
  expect(etags.size).toBe(queries.length)
  const row = testApp.db.selectFrom('images').select('downloads').where('id', '=', id)
  await expect.poll(() => row.executeTakeFirstOrThrow()).toEqual({ downloads: queries.length })
})

test('a derivative of a rejected image is for its owner and admins, made before or not', async () => {
  const { id, cloudflare_id } = await publish('Was public')
  await fetchDerivative(cloudflare_id, { size: '256' })
  await setStatus(testApp, admin, [id], 'rejected')
  for (const query of [{}, { size: '256' }, { format: 'webp' }]) {
    const callers = [{}, bob.headers, ada.headers, admin.headers]
    const answers = await Promise.all(callers.map((headers) => fetchDerivative(cloudflare_id, query, headers)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 200, 200])
  }
})

test.each([
  [{ size: '100' }, 'The size is one of 256, 512, 1024, 2048 pixels'],
  [{ size: '-1' }, 'The size is one of 256, 512, 1024, 2048 pixels'],
  [{ format: 'gif' }, 'There is no such format'],
  [{ width: '100' }, 'The width is a multiple of 64 pixels'],
  [{ width: '0' }, 'The width is a multiple of 64 pixels'],
  [{ width: '64000' }, 'The width is at most 12000 pixels'],
  [{ trim: 'yes' }, 'Trim is 1 or left out'],
  [{ trim: '1', width: '64' }, 'Width and trim go alone'],
  [{ trim: '1', format: 'webp' }, 'Width and trim go alone'],
  [{ width: '64', size: '256' }, 'Width and trim go alone'],
])('a derivative of %j is refused with a sentence', async (query, message) => {
  expect(answerOf(await fetchDerivative(fox.cloudflare_id, query))).toMatchObject([400, { code: 'invalid', message }])
})

test('the WebP previews of an upload have their size or the largest there is, licence and transparency', async () => {
  const { cloudflare_id } = await publish('Previews')
  for (const [side, width] of Object.entries({ 320: 320, 640: 640, 1280: 700, 9999: 700 })) {
    const { rawPayload, headers } = await testApp.app.inject(`/media/${cloudflare_id}/${side}.webp`)
    const { xmpAsString } = await sharp(rawPayload).metadata()
    for (const part of [terms, licensor, credit]) expect(xmpAsString).toContain(part)
    const { alphas, ...pixels } = await pixelsOf(rawPayload)
    expect([headers['content-type'], pixels.width, alphas[0]]).toEqual(['image/webp', width, 0])
  }
  const xmp = licenceXmp({ name: 'Vitrine', url: 'https://transparent-pictures.example' })
  expect(Buffer.byteLength(xmp)).toBeLessThan(700)
})

test('links to an image show a JPEG of 1200 × 630, which is made once and of public images alone', async () => {
  const { id, slug, cloudflare_id } = await publish('Linked', { width: 90, height: 240 })
  const page = (await testApp.app.inject(`/image/${slug}/`)).body
  const url = `/media/${cloudflare_id}/cover.jpg`
  expect(page).toContain(`<meta property="og:image" content="https://png.example${url}"/>`)
  const fetchCover = (headers = {}) => testApp.app.inject({ url, headers })
  const answers = [await fetchCover(), await fetchCover()]
  for (const { headers, rawPayload } of answers) {
    expect(headers).toMatchObject({ 'content-type': 'image/jpeg', 'access-control-allow-origin': '*' })
    expect(headers['content-disposition']).toMatch(/^inline; filename="linked\.jpg"/)
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
  }
  expect(await readdir(join(testApp.folder, 'files/copies', cloudflare_id))).toEqual(['v3-cover.jpg'])
  await setStatus(testApp, admin, [id], 'rejected')
  for (const headers of [{}, admin.headers]) expect((await fetchCover(headers)).statusCode).toBe(404)
})

test('each version of the previews has its own address, ETag and file; older addresses show the newest', async () => {
  const { slug, cloudflare_id } = await publish('Older')
  const sha256 = hash('sha256', await bytesOf(cloudflare_id, {}))
  const fetchPreview = (file: string) => testApp.app.inject(`/media/${cloudflare_id}/${file}`)
  for (const file of ['640-v2.webp', '640-v1.webp', '640.webp'])
    expect((await fetchPreview(file)).headers.etag).toBe(`"${sha256}-640-v2.webp"`)

  const older = join(testApp.folder, 'older.webp')
  await writeFile(older, 'an older preview')
  await testApp.store.put(older, previewKey(sha256, 640, 1))
  await testApp.db.updateTable('file').set({ preview_version: 1 }).where('sha256', '=', sha256).execute()
  await notify(testApp.db, galleryChanged)
  await expect.poll(async () => (await fetchPreview('640.webp')).headers.etag).toBe(`"${sha256}-640-v1.webp"`)
  expect((await fetchPreview('640.webp')).payload).toBe('an older preview')
  const reply = await testApp.app.inject(`/api/v1/images/${slug}/`)
  expect(reply.json().image.cloudflare_url).toBe(`https://png.example/media/${cloudflare_id}/640-v1.webp`)
})

test('more than 50 derivatives at once answer 503 with Retry-After; the others are made', async () => {
  onTestFinished(() => {
    write = pool.write
  })
  const images = await Promise.all(Array.from({ length: 9 }, () => publish('Many', { width: 600, height: 40 })))
  const queries = ['256', '512', '1024'].flatMap((size) => ['png', 'webp'].map((format) => ({ size, format })))
  const fetches = images.flatMap(({ cloudflare_id: id }) => queries.map((query) => () => fetchDerivative(id, query)))
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  write = async (job) => {
    const { file, to } = jobOf(job)
    await gate
    await copyFile(file, to)
  }
  written.length = 0
  // One after the other, because their lookups would be refused where they wait for each other.
  const made = []
  for (const fetch of fetches.slice(0, 50)) {
    made.push(fetch().then((answer) => answer.statusCode))
    await expect.poll(() => written.length, { interval: 5 }).toBe(made.length)
  }
  const refused = await fetches[50]!()
  expect([refused.statusCode, refused.json().code]).toEqual([503, 'busy'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  open()
  expect(new Set(await Promise.all(made))).toEqual(new Set([200]))
  // The last answers may be sent before their workspaces are removed.
  await expect.poll(() => temporaryFiles(testApp)).toEqual([])
  expect((await fetches[50]!()).statusCode).toBe(200)
})

test.each([
  [{ size: 1024 }, '1024', { width: 1024, height: 683 }],
  [{ size: 3000 }, '', null],
  [{ width: 640 }, '640w', { width: 640, height: 427 }],
  [{ width: 3008 }, '', null],
])('a request of %j of a picture 3,000 pixels wide selects “%s”', (request, suffix, dimensions) => {
  const chosen = chooseDerivative({ width: 3000, height: 2000 }, request)
  expect(chosen).toEqual({ suffix, dimensions, format: 'png', isTrimmed: false })
})

test('a width is that of the picture, and a WebP has at most 8 megapixels, a PNG as many as the original', () => {
  const tall = { width: 333, height: 2000 }
  expect(chooseDerivative(tall, { width: 128 })?.dimensions).toEqual({ width: 128, height: 769 })
  const poster = { width: 8000, height: 6000 }
  expect(chooseDerivative(poster, { format: 'webp' })?.dimensions).toEqual({ width: 3265, height: 2449 })
  expect(chooseDerivative(poster, { format: 'png' })?.dimensions).toBeNull()
})
