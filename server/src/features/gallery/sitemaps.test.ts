import fastify from 'fastify'
import { expect, test } from 'vitest'
import { createEncodingNegotiator } from '#kit/pages/send-cached-response'
import { aPng } from '#test/png'
import { callAs, createImage, openAppWithPeople } from '#test/test-app'
import { createUnlimitedCache } from '#test/unlimited-cache'
import { sitemapRoutes } from './sitemaps.ts'

const site = 'https://png.example'
const { testApp, ada: maker, admin: curator } = await openAppWithPeople({ SITE_URL: site })
const titles = ['Fox & friends', 'Übergröße', 'Kettle', 'Anchor', 'Lantern']
const images: { id: number; slug: string }[] = []
for (const [at, title] of titles.entries()) {
  const keywords = at ? 'tea & tin, iron' : 'tea & tin'
  images.push(await createImage(testApp, maker, { png: aPng({ seed: at + 1 }), title, keywords }, curator))
}
const waiting = await createImage(testApp, maker, { png: aPng({ seed: 99 }), title: 'Not yet seen' })

const request = (url: string, method: 'GET' | 'HEAD' = 'GET') => testApp.app.inject({ method, url })
const elementTexts = (xml: string, element: string) =>
  [...xml.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, 'g'))].map(([, text]) => text!)

test('robots.txt allows the site, disallows the API and the back office, and names the sitemap', async () => {
  const { body } = await request('/robots.txt')
  expect(body).toContain('User-agent: *\nDisallow: /api/\nDisallow: /contributor/\nDisallow: /admin/\n')
  expect(body).toContain(`\nSitemap: ${site}/sitemap.xml\n`)
})

test('the index lists the sitemaps of images, tags and pages with each category, and there are no others', async () => {
  const { body } = await request('/sitemap.xml')
  const start =
    '<?xml version="1.0" encoding="UTF-8"?><sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
  expect(body.slice(0, start.length)).toBe(start)
  const files = elementTexts(body, 'loc')
  expect(files).toEqual(['pages', 'tags', 'images-1'].map((name) => `${site}/sitemaps/${name}.xml`))
  for (const file of files) expect((await request(file.slice(site.length))).statusCode).toBe(200)
  for (const at of ['2', '0', '-1', '1e3', 'x', '999999'])
    expect((await request(`/sitemaps/images-${at}.xml`)).statusCode).toBe(404)
  const all = elementTexts((await request('/sitemaps/pages.xml')).body, 'loc')
  expect(all).toEqual(
    expect.arrayContaining(['', 'about/', 'terms/', '?category=Food'].map((page) => `${site}/${page}`)),
  )
  expect(all.filter((one) => one.includes('?category='))).toHaveLength(20)
})

test('tags of five images or more are listed', async () => {
  const { body } = await request('/sitemaps/tags.xml')
  expect(elementTexts(body, 'loc')).toEqual([`${site}/?keyword=tea+%26+tin`])
})

test('every published image is listed in order with its page, its date and its file, and nothing else', async () => {
  const { body } = await request('/sitemaps/images-1.xml')
  expect(body).toContain('xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"')
  expect(elementTexts(body, 'loc')).toEqual(images.map(({ slug }) => `${site}/image/${encodeURIComponent(slug)}/`))
  expect(elementTexts(body, 'image:loc')).toHaveLength(titles.length)
  for (const file of elementTexts(body, 'image:loc')) {
    const answer = await request(file.slice(site.length))
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/png'])
  }
  for (const changed of elementTexts(body, 'lastmod')) expect(new Date(changed).toISOString()).toBe(changed)
  expect(body).not.toContain(waiting.slug)
  expect(new Set(body.match(/<\/?[a-z:]+/g))).toEqual(
    new Set(['url', 'loc', 'lastmod', 'image:image', 'image:loc', 'urlset'].flatMap((one) => [`<${one}`, `</${one}`])),
  )
})

test('sitemaps are split at their limit, and an image stays in its file when others are removed', async () => {
  const app = fastify().decorate('negotiateEncoding', createEncodingNegotiator())
  const pageCache = createUnlimitedCache(1_000, () => 0)
  sitemapRoutes(app, { ...testApp, pageCache }, { site, size: 2 })
  const slugsIn = async (at: number) => elementTexts((await app.inject(`/sitemaps/images-${at}.xml`)).body, 'loc')
  const index = async () =>
    elementTexts((await app.inject('/sitemap.xml')).body, 'loc').filter((one) => one.includes('images-'))
  expect(await index()).toEqual([1, 2, 3].map((at) => `${site}/sitemaps/images-${at}.xml`))
  const before = await slugsIn(2)
  expect(before).toHaveLength(2)
  const leaving = images.slice(0, 2).map(({ id }) => id)
  for (const id of leaving) await callAs(testApp, curator, 'DELETE', `images/delete/${id}`)
  expect(await slugsIn(2)).toEqual(before)
  expect(await index()).toEqual([2, 3].map((at) => `${site}/sitemaps/images-${at}.xml`))
  await callAs(testApp, curator, 'POST', 'images/restore', { image_ids: leaving })
})
