import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { startImagingPool } from '#imaging/imaging-pool'
import { licenceXmp } from '#imaging/licence-xmp'
import { readEmbeddedMetadata } from '#imaging/png/embedded-metadata'
import { readTextChunks } from '#imaging/png/png-text-chunks'
import { PngValidator } from '#imaging/png/png-validator'
import { aPng } from '#test/png'
import { createImage, createUser, openTestApp, setStatus, temporaryFiles } from '#test/test-app'
import { chooseDerivative } from './derivatives.ts'

const pool = startImagingPool({ workers: 1, maxWaiting: 50 })
const made: string[] = []
const copy: typeof pool.writeDerivative = (job) => {
  made.push(job.to.split('/').at(-1)!)
  return pool.writeDerivative(job)
}
const site = { SITE_URL: 'https://png.example', SITE_NAME: 'Fox & "Friends"' }
const house = await openTestApp(site, { imagingPool: { ...pool, writeDerivative: copy } })
const [ada, bob, admin] = [await createUser(house), await createUser(house), await createUser(house, 'admin')]

let seed = 900
const publish = (title: string, wishes: Parameters<typeof aPng>[0] = {}) =>
  createImage(house, ada, { png: aPng({ width: 700, height: 350, seed: ++seed, ...wishes }), title }, admin)

type Wanted = { size?: string; format?: string }
const fetchCopy = (id: string, query: Wanted, headers = {}, method: 'GET' | 'HEAD' = 'GET') =>
  house.app.inject({ method, url: `/api/v1/images/download/${id}/`, query: query as Record<string, string>, headers })

const bytesOf = async (id: string, query: Wanted) => (await fetchCopy(id, query)).rawPayload

async function pixelsOf(bytes: Buffer) {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const alphas = [...new Set(data.filter((_, at) => at % 4 === 3))].sort((a, b) => a - b)
  return { ...info, data, alphas }
}

function walked(png: Buffer) {
  const walker = new PngValidator()
  walker.push(png)
  return walker.end()
}

const terms = 'xmpRights:WebStatement="https://png.example/terms/"'
const licensor = '<plus:LicensorURL>https://png.example/</plus:LicensorURL>'
const credit = 'photoshop:Credit="Fox &#38; &#34;Friends&#34;"'

describe('a copy', async () => {
  const fox = await publish('Red <fox> & co')

  test.each([
    [{ size: '256' }, 'png', [256, 128], 'red-fox-co-256.png'],
    [{ size: '512', format: 'png' }, 'png', [512, 256], 'red-fox-co-512.png'],
    [{ size: '256', format: 'webp' }, 'webp', [256, 128], 'red-fox-co-256.webp'],
    [{ format: 'webp' }, 'webp', [700, 350], 'red-fox-co.webp'],
    [{ size: '2048', format: 'webp' }, 'webp', [700, 350], 'red-fox-co.webp'],
    [{ size: '1024' }, 'png', [700, 350], 'red-fox-co.png'],
  ] as const)(
    'of %j has its size, its transparency and its name, and is never enlarged',
    async (...[wanted, format, sides, name]) => {
      const answer = await fetchCopy(fox.cloudflare_id, wanted)
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, `image/${format}`])
      expect(answer.headers['content-disposition']).toContain(`attachment; filename="${name}"`)
      expect((await sharp(answer.rawPayload).metadata()).format).toBe(format)
      const { width, height, alphas } = await pixelsOf(answer.rawPayload)
      expect([width, height]).toEqual(sides)
      expect([alphas[0], alphas.at(-1), alphas.length > 3]).toEqual([0, 255, true])
    },
  )

  test('of the full size as PNG has the very pixels of the original, 16 bits and palettes included', async () => {
    for (const form of [{}, { bitDepth: 16 }, { colourType: 3, bitDepth: 2 }] as const) {
      const png = aPng({ width: 90, height: 60, seed: ++seed, text: { Title: 'Mine' }, ...form })
      const { cloudflare_id } = await createImage(house, ada, { png, title: 'Exact' }, admin)
      const whole = await bytesOf(cloudflare_id, { format: 'png' })
      expect((await pixelsOf(whole)).data.equals((await pixelsOf(png)).data)).toBe(true)
      expect((await sharp(whole).metadata()).depth).toBe((await sharp(png).metadata()).depth)
      expect(await bytesOf(cloudflare_id, {})).toEqual(png)
    }
  })

  test('as PNG says its licence, its title and its contributor where every reader looks', async () => {
    for (const wanted of [{ size: '256' }, { format: 'png' }]) {
      const png = walked(await bytesOf(fox.cloudflare_id, wanted))
      const { xmp } = readTextChunks(png.text)
      for (const said of [terms, licensor, credit]) expect(xmp).toContain(said)
      expect(xmp).toContain(`<rdf:li>${ada.username}</rdf:li>`)
      expect((await readEmbeddedMetadata(png)).title).toBe('Red <fox> & co')
    }
    const bytes = await bytesOf(fox.cloudflare_id, { size: '256' })
    expect(bytes.toString('latin1', 37, 59)).toBe('iTXtXML:com.adobe.xmp\0')
  })

  test('as WebP says the same', async () => {
    for (const wanted of [{ format: 'webp' }, { size: '256', format: 'webp' }]) {
      const { xmpAsString } = await sharp(await bytesOf(fox.cloudflare_id, wanted)).metadata()
      for (const said of [terms, licensor, credit, 'Red &#60;fox&#62; &#38; co']) expect(xmpAsString).toContain(said)
    }
  })

  test('is made once, however many want it at once and afterwards', async () => {
    const { cloudflare_id } = await publish('Wanted by many')
    made.length = 0
    const answers = await Promise.all([1, 2, 3].map(() => bytesOf(cloudflare_id, { size: '256', format: 'webp' })))
    answers.push(await bytesOf(cloudflare_id, { size: '256', format: 'webp' }))
    for (const answer of answers) expect(answer.equals(answers[0]!)).toBe(true)
    await bytesOf(cloudflare_id, { size: '1024' })
    await bytesOf(cloudflare_id, { size: '2048' })
    expect(made).toEqual(['256.webp', 'full.png'])
    const kept = await readdir(join(house.folder, 'files/copies', cloudflare_id))
    expect([kept.sort(), await temporaryFiles(house)]).toEqual([['256.webp', 'full.png'], []])
  })

  test('knows HEAD, If-None-Match and Range', async () => {
    const wanted = { size: '256', format: 'webp' }
    const { rawPayload, headers } = await fetchCopy(fox.cloudflare_id, wanted)
    const head = await fetchCopy(fox.cloudflare_id, wanted, {}, 'HEAD')
    expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([200, '', String(rawPayload.length)])
    const other = await fetchCopy(fox.cloudflare_id, { size: '512' })
    expect([headers.etag === head.headers.etag, headers.etag === other.headers.etag]).toEqual([true, false])
    expect((await fetchCopy(fox.cloudflare_id, wanted, { 'if-none-match': headers.etag })).statusCode).toBe(304)
    const part = await fetchCopy(fox.cloudflare_id, wanted, { range: 'bytes=10-19' })
    expect([part.statusCode, part.rawPayload.equals(rawPayload.subarray(10, 20))]).toEqual([206, true])
  })

  test('counts as a download', async () => {
    const { id, cloudflare_id } = await publish('Counted')
    await fetchCopy(cloudflare_id, { size: '256' })
    await fetchCopy(cloudflare_id, { size: '256' }, {}, 'HEAD')
    await fetchCopy(cloudflare_id, {})
    const row = house.db.selectFrom('images').select('downloads').where('id', '=', id)
    await expect.poll(() => row.executeTakeFirstOrThrow()).toEqual({ downloads: 2 }) // counted once the bytes are sent
  })

  test('of what was rejected is for its owner and admins, made before or not', async () => {
    const { id, cloudflare_id } = await publish('Was public')
    await fetchCopy(cloudflare_id, { size: '256' })
    await setStatus(house, admin, [id], 'rejected')
    for (const wanted of [{ size: '256' }, { format: 'webp' }]) {
      const statuses = [{}, bob.headers, ada.headers, admin.headers].map(async (headers) => {
        const { statusCode } = await fetchCopy(cloudflare_id, wanted, headers)
        return statusCode
      })
      expect(await Promise.all(statuses)).toEqual([404, 404, 200, 200])
    }
  })

  test.each([{ size: '100' }, { size: '-1' }, { size: 'x' }, { format: 'gif' }])('of %j is refused', async (wanted) => {
    const answer = await fetchCopy(fox.cloudflare_id, wanted)
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid'])
  })
})

test('the WebP variants of an upload carry the licence, and their transparency', async () => {
  const { cloudflare_id } = await publish('Variants')
  for (const side of [320, 640, 1280]) {
    const { rawPayload } = await house.app.inject(`/media/${cloudflare_id}/${side}.webp`)
    const { xmpAsString, hasAlpha } = await sharp(rawPayload).metadata()
    for (const said of [terms, licensor, credit]) expect(xmpAsString).toContain(said)
    expect([hasAlpha, (await pixelsOf(rawPayload)).alphas[0]]).toEqual([true, 0])
  }
  expect(Buffer.byteLength(licenceXmp({ name: 'Vitrine', url: 'https://transparent-pictures.example' }))).toBeLessThan(
    700,
  )
})

test('too many copies at once are answered with 503 and when to come back; the others are made', async () => {
  const small = await openTestApp({}, { imagingPool: startImagingPool({ workers: 1, maxWaiting: 1 }) })
  const png = aPng({ width: 1200, height: 1200, seed: ++seed })
  const { cloudflare_id } = await createImage(
    small,
    await createUser(small),
    { png, title: 'Big' },
    await createUser(small, 'admin'),
  )
  const wishes = ['256', '512', '1024'].flatMap((size) => ['png', 'webp'].map((format) => ({ size, format })))
  const ask = (query: Record<string, string>) =>
    small.app.inject({ url: `/api/v1/images/download/${cloudflare_id}/`, query })
  const answers = await Promise.all(wishes.map(ask))
  expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([200, 503]))
  const refused = answers.find((answer) => answer.statusCode === 503)!
  expect([refused.json().code, Number(refused.headers['retry-after']) > 0]).toEqual(['busy', true])
  expect(await temporaryFiles(small)).toEqual([])
  expect((await ask(wishes[answers.indexOf(refused)]!)).statusCode).toBe(200)
})

test.each([
  ['the original', {}, null],
  ['a smaller one', { size: 1024 }, { size: 1024, format: 'png' }],
  ['a smaller WebP', { size: 256, format: 'webp' as const }, { size: 256, format: 'webp' }],
  ['the full size', { format: 'webp' as const }, { size: null, format: 'webp' }],
  ['the full size where a larger one was requested', { size: 4096 }, { size: null, format: 'png' }],
  ['the full size where exactly that was requested', { size: 3000 }, { size: null, format: 'png' }],
])('a request selects %s', (_, request, derivative) => {
  expect(chooseDerivative({ width: 3000, height: 2000 }, request)).toEqual(derivative)
})

test('a WebP has at most 8 megapixels, a PNG as many as the original', () => {
  const poster = { width: 8000, height: 6000 }
  expect(chooseDerivative(poster, { format: 'webp' })).toEqual({ size: 3265, format: 'webp' })
  expect(chooseDerivative(poster, { format: 'png' })).toEqual({ size: null, format: 'png' })
})
