import { categories } from '@vitrine/contract/vocabulary/categories'
import * as limits from '@vitrine/contract/vocabulary/limits'
import { expect, test, vi } from 'vitest'
import { aNewPng } from '#test/png'
import { saveProfile } from '#test/profile'
import { addImages, callAs, createImage, createUser, openAppWithPeople, setStatus } from '#test/test-app'

const site = 'https://png.example'
const { testApp, app, ada, admin } = await openAppWithPeople({ SITE_URL: site })

const publish = (title: string, more: { category?: string } = {}, owner = ada) =>
  createImage(testApp, owner, { png: aNewPng({ width: 90, height: 60 }), title, ...more }, admin)

const fetchFeed = async (path: string, headers = {}) => app.inject({ url: path, headers })
const entriesOf = (xml: string) => [...xml.matchAll(/<entry>.*?<\/entry>/gs)].map(([entry]) => entry)
const textOf = (xml: string, element: string) =>
  decode(new RegExp(`<${element}[^>]*>(.*?)</${element}>`, 's').exec(xml)![1]!)
const titlesOf = (xml: string) => entriesOf(xml).map((entry) => textOf(entry, 'title'))
const hrefOf = (xml: string, rel: string) => decode(new RegExp(`<link rel="${rel}"[^>]* href="([^"]*)"`).exec(xml)![1]!)
const decode = (text: string) => text.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))

/** Waits until the feed of all images has it: pages and feeds are cached until the notification arrives. */
const entryTitled = (title: string) =>
  vi.waitUntil(
    async () => {
      const { body } = await fetchFeed('/feeds/newest/')
      return entriesOf(body).find((entry) => textOf(entry, 'title') === title)
    },
    { timeout: 30_000 },
  )

/** Throws unless every element is closed in its order and every reference is a number (XML 1.0). */
function assertWellFormed(xml: string) {
  const open: string[] = []
  const rest = xml
    .replace(/^<\?xml [^?]*\?>/, '')
    .replaceAll(/<(\/?)([a-z:]+)((?: [a-z:]+="[^"<]*")*)(\/?)>/g, (...match) => {
      const [, closing, name, , empty] = match
      if (closing) expect(open.pop()).toBe(name)
      else if (!empty) open.push(name)
      return ''
    })
  expect(open).toEqual([])
  expect(rest).not.toMatch(/[<>]/)
  expect(xml.replaceAll(/&#\d+;/g, '')).not.toContain('&')
}

test('an entry has what RFC 4287 asks for, absolute addresses, and the file with its type and length', async () => {
  const { slug, cloudflare_id } = await publish('Red fox', { category: 'Animals' })
  await entryTitled('Red fox')
  const { body } = await fetchFeed('/feeds/newest/')
  assertWellFormed(body)
  expect([hrefOf(body, 'self'), hrefOf(body, 'alternate')]).toEqual([`${site}/feeds/newest/`, `${site}/?sort=newest`])
  expect([textOf(body, 'id'), textOf(body, 'title')]).toEqual([`${site}/feeds/newest/`, 'Newest images · Vitrine'])
  const [entry] = entriesOf(body)
  expect(textOf(entry!, 'id')).toMatch(new RegExp(`^tag:png\\.example,\\d{4}-\\d\\d-\\d\\d:${cloudflare_id}$`))
  expect(hrefOf(entry!, 'alternate')).toBe(`${site}/image/${slug}/`)
  expect(hrefOf(entry!, 'license')).toBe(`${site}/terms/`)
  expect(textOf(entry!, 'rights')).toBe('Free for commercial use, no credit needed')
  expect(textOf(entry!, 'author')).toContain(ada.username)
  expect(entry).toContain('<category term="animals" label="Animals"/>')
  for (const element of ['published', 'updated'])
    expect(textOf(entry!, element)).toBe(new Date(textOf(entry!, element)).toISOString())
  expect(textOf(body, 'updated')).toBe(textOf(entry!, 'updated'))

  const file = await app.inject(hrefOf(entry!, 'enclosure').slice(site.length))
  expect(file.headers['content-type']).toBe('image/png')
  expect(entry).toContain(
    `type="image/png" href="${site}/media/${cloudflare_id}/original.png" length="${file.rawPayload.length}"`,
  )
  const [, thumbnail, width, height] = /<media:thumbnail url="([^"]+)" width="(\d+)" height="(\d+)"\/>/.exec(entry!)!
  expect([width, height]).toEqual(['90', '60'])
  expect((await app.inject(thumbnail!.slice(site.length))).headers['content-type']).toBe('image/webp')
})

test('a hostile new title and description stay text, in the feed and in the HTML inside it', async () => {
  const title = `</title><script>alert("1")</script> ]]> & 'x' \u{1F98A}`
  const { id } = await publish('Harmless')
  const before = await entryTitled('Harmless')
  const description = '<img src=x onerror=alert(2)>\n&amp;'
  await callAs(testApp, admin, 'PUT', `images/update/${id}`, { title, description })
  const entry = await entryTitled(title)
  expect(textOf(entry, 'id')).toBe(textOf(before, 'id'))
  expect(textOf(entry, 'updated') > textOf(before, 'updated')).toBe(true)
  assertWellFormed((await fetchFeed('/feeds/newest/')).body)
  const html = textOf(entry, 'content')
  expect([...html.matchAll(/<(\w+)/g)].map(([, name]) => name)).toEqual(['p', 'a', 'img', 'p'])
  expect(decode(html)).toContain(title)
  expect(html).not.toMatch(/<script|<img src=x/)
})

test('a category has a feed of its own images, valid also without any, and an unknown one has none', async () => {
  await publish('Apple pie', { category: 'Food' })
  await publish('Racing car', { category: 'Transport' })
  for (const { value } of categories) {
    const { body, statusCode } = await fetchFeed(`/feeds/category/${value}/`)
    expect(statusCode).toBe(200)
    assertWellFormed(body)
  }
  const empty = (await fetchFeed('/feeds/category/drinks/')).body
  expect([entriesOf(empty), textOf(empty, 'updated')]).toEqual([[], '1970-01-01T00:00:00.000Z'])
  const { body } = await fetchFeed('/feeds/category/food/')
  expect(titlesOf(body)).toEqual(['Apple pie'])
  expect(hrefOf(body, 'alternate')).toBe(`${site}/?category=Food&sort=newest`)
  expect((await fetchFeed('/feeds/category/nonsense/')).json()).toMatchObject({ code: 'feed_not_found' })
  expect((await fetchFeed('/feeds/')).statusCode).toBe(404)
  expect((await fetchFeed('/feeds/newest')).headers.location).toBe('/feeds/newest/')
})

test('a contributor has a feed while their page is on, and entries name the page', async () => {
  const user = await createUser(testApp)
  await publish('Signed', {}, user)
  const path = `/feeds/by/${user.username}/`
  expect((await fetchFeed(path)).statusCode).toBe(404)
  await saveProfile(testApp, user, { last_name: '<King> & Co', has_page: '1' })
  const { body } = await fetchFeed(path)
  assertWellFormed(body)
  expect(textOf(body, 'title')).toBe('Newest images by Ada <King> & Co · Vitrine')
  expect(titlesOf(body)).toEqual(['Signed'])
  expect(textOf(entriesOf(body)[0]!, 'uri')).toBe(`${site}/by/${user.username}/`)
  expect((await fetchFeed('/sitemap.xml')).body).toContain(`${site}/sitemaps/contributors.xml`)
  expect((await fetchFeed('/sitemaps/contributors.xml')).body).toContain(`<loc>${site}/by/${user.username}/</loc>`)
  await saveProfile(testApp, user, { has_page: '0' })
  await expect.poll(async () => (await fetchFeed(path)).statusCode).toBe(404)
  expect((await fetchFeed('/sitemaps/contributors.xml')).statusCode).toBe(404)
  expect((await fetchFeed('/sitemap.xml')).body).not.toContain('contributors.xml')
})

test('an unchanged feed is answered with 304, and a removed image leaves it', async () => {
  const { id } = await publish('Short-lived')
  await entryTitled('Short-lived')
  const { headers } = await fetchFeed('/feeds/newest/')
  expect(headers['cache-control']).toBe('no-cache')
  const known = { 'if-none-match': headers.etag }
  const unchanged = await fetchFeed('/feeds/newest/', known)
  expect([unchanged.statusCode, unchanged.body]).toEqual([304, ''])
  await setStatus(testApp, admin, [id], 'rejected')
  await expect.poll(async () => (await fetchFeed('/feeds/newest/', known)).statusCode).toBe(200)
  expect(titlesOf((await fetchFeed('/feeds/newest/')).body)).not.toContain('Short-lived')
})

test('a feed has the fifty images that were approved last, the newest first', async () => {
  const titles = Array.from({ length: limits.feedEntries + 2 }, (_, at) => `Row ${at}`)
  const ids = (await addImages(testApp, ada, titles)).map(({ id }) => id)
  await setStatus(testApp, admin, ids, 'approved')
  const newest = Array.from({ length: limits.feedEntries }, (_, at) => `Row ${limits.feedEntries + 1 - at}`)
  await expect.poll(async () => titlesOf((await fetchFeed('/feeds/newest/')).body)).toEqual(newest)
})
