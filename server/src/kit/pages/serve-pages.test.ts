import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { aPng } from '#test/png'
import { createImage, openAppWithPeople, withoutJobs } from '#test/test-app'

// Each minute a job would change the home page between two looks at it.
const settings = { SITE_NAME: 'Glass & Co', SITE_URL: 'https://png.example' }
const { testApp: site, app, ada, admin } = await openAppWithPeople(settings, withoutJobs)
const page = (url: string, headers = {}) => app.inject({ url, headers })

test('a page contains its data before any script runs', async () => {
  const { slug } = await createImage(site, ada, { png: aPng({ seed: 1 }), title: 'Copper kettle' }, admin)
  await expect.poll(async () => (await page('/')).body).toContain('Copper kettle')
  const { body, statusCode } = await page(`/image/${slug}/`)
  expect(statusCode).toBe(200)
  expect(body).toContain('<title>Copper kettle')
  expect(body).toContain(`https://png.example/image/${slug}/`)
})

test('a page has relative addresses of pictures, those of replies and of oEmbed name the site', async () => {
  const png = aPng({ seed: 2, width: 700, height: 300 })
  const { slug } = await createImage(site, ada, { png, title: 'Jug' }, admin)
  const { image } = (await app.inject(`/api/v1/images/${slug}/`)).json()
  for (const address of [image.cloudflare_url, image.main_url])
    expect(address).toMatch(/^https:\/\/png\.example\/media\//)
  const { body } = await page(`/image/${slug}/`)
  expect(body).toContain('"cloudflare_url":"/media/')
  const link = /type="application\/json\+oembed" title="oEmbed" href="https:\/\/png\.example([^"]+)"/.exec(body)![1]!
  const embed = async (query = '') => app.inject(link.replaceAll('&amp;', '&') + query)
  const { url, ...photo } = (await embed('&maxwidth=350')).json()
  expect(photo).toMatchObject({ version: '1.0', type: 'photo', title: 'Jug', width: 350, height: 150 })
  const picture = await app.inject(url.slice('https://png.example'.length))
  expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/webp'])
  expect((await embed('&maxheight=90000')).json()).toMatchObject({ width: 700, height: 300 })
  expect((await embed('&format=xml')).statusCode).toBe(400)
  expect((await app.inject('/api/v1/oembed/?url=https://png.example/about/')).statusCode).toBe(404)
})

test('a page that does not exist is the not-found page; one without its final slash redirects', async () => {
  const nowhere = await page('/no/such/place/')
  expect(nowhere.statusCode).toBe(404)
  expect(nowhere.body).toContain('unknown digital realm')
  expect((await page('/image/no-such-image/')).statusCode).toBe(404)
  const moved = await page('/image/fox?title=a%20b')
  expect([moved.statusCode, moved.headers.location]).toEqual([301, '/image/fox/?title=a%20b'])
})

test('a page answers a question beyond its limit as if it ended there', async () => {
  const long = await page(`/?title=${'jug+'.repeat(60)}`)
  expect(long.statusCode).toBe(200)
  expect((await page(`/?title=${'jug+'.repeat(50)}fox`)).body).toBe(long.body)
})

test('a page is sent in an encoding that the browser accepts, and not again while it is unchanged', async () => {
  const plain = await page('/')
  const br = await page('/', { 'accept-encoding': 'gzip, br' })
  const gz = await page('/', { 'accept-encoding': 'gzip' })
  expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body)
  expect(gunzipSync(gz.rawPayload).toString()).toBe(plain.body)
  const other = await site.openSecondProcess() // renders it again, without a change
  for (const server of [app, other]) {
    const headers = { 'if-none-match': String(plain.headers.etag) }
    const again = await server.inject({ url: '/?utm_source=x&fbclid=y', headers })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  }
})

test('a page is rendered once for the back offices of all usernames', async () => {
  const [first, second] = [await page('/contributor/ada/total-images/'), await page('/contributor/eve/total-images/')]
  expect(first.statusCode).toBe(200)
  expect(first.body).not.toContain('ada')
  expect(second.headers.etag).toBe(first.headers.etag)
  expect((await page('/contributor/auth/')).body).toContain('<form')
  expect((await page('/contributor/ada/no-such-page/')).statusCode).toBe(404)
})

test('a page is stored by no cache and sends no referrer where its address holds a secret', async () => {
  const { headers, body, statusCode } = await page('/confirm-password/MQ/t1.secret/')
  expect(statusCode).toBe(200)
  expect(body).not.toContain('t1.secret')
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  expect(headers).not.toHaveProperty('cdn-cache-control')
  expect((await page('/confirm-password/MQ/t1.secret')).headers['cache-control']).toBe('no-store')
})
