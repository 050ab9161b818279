import type { Card } from '@vitrine/contract/schemas/image'
import type { Site } from '@vitrine/contract/site'
import * as limits from '@vitrine/contract/vocabulary/limits'
import { expect, test } from 'vitest'
import type { ApiRequest, ApiResponse } from '#api/api-client.ts'
import { render } from './ssr.tsx'

const site = {
  name: 'Vitrine',
  url: 'https://vitrine.example',
  contact: { email: 'support@vitrine.example', phone: '+1 555 0100', address: [] },
  social: { x: 'https://x.com/vitrine' },
  credit: { name: 'somebody', url: '' },
  licences: ['library'],
} as unknown as Site // without what back offices and the privacy page need

const assets = {
  icon: '/assets/mark.svg',
  css: ['/assets/main.css'],
  themeScript: '/assets/theme-script.js',
  entry: '/assets/first-script.js',
}

const fox: Card = {
  id: 1,
  slug: 'fox',
  title: 'Fox </script><b>',
  cloudflare_url: '/media/px-fox/640.webp',
  cloudflare_id: 'px-fox',
  width: 1024,
  height: 768,
  byte_size: 63_181,
  colour: '#e9622c',
  contrast_tile: null,
  soft_share: 0,
  visible_fit: null,
}
const opaque = { clear_share: 0, soft_share: 0, colours: [], keywords: [], mime_type: 'image/png', status: 'approved' }
const detail = {
  ...fox,
  ...opaque,
  description: '',
  category: null,
  main_url: '/media/px-fox/original.png',
  licence: 'library',
  ai_made: 'unknown',
  file_source: null,
  provenance: [],
  transparency_text: 'No transparency.',
  downloads: 7,
  digital_source_url: null,
  licence_text: 'Free for commercial use, no credit needed',
  licence_url: 'https://vitrine.example/terms/',
  creator: 'Ada',
  credit_line: null,
  user: { username: 'maker', first_name: 'Ada', last_name: '' },
  created_at: '2026-11-20T10:00:00.000Z',
}

/** Renders with an API that gives every request the same response, and records the paths of the requests. */
async function renderPage(url: string, response: ApiResponse) {
  const requests: ApiRequest[] = []
  const send = async (request: ApiRequest) => {
    requests.push(request)
    return response
  }
  return { ...(await render({ url, send, assets, site })), requested: requests.map(({ path }) => path) }
}

const results = { status: 200, json: { count: 250, images: [fox] } }
const unavailable = { status: 503, json: { code: 'unavailable', message: 'The library cannot be reached.' } }

test('the home page requests what its address names, and shows it', async () => {
  const page = await renderPage('/?title=fox&category=&page=2', results)
  expect(page.status).toBe(200)
  expect(page.requested).toEqual([
    '/api/v1/images/approved/?title=fox&page=2',
    '/api/v1/images/keywords/?first=31&exclude_generic=1',
  ])
  expect(page.html).toContain('href="/image/fox/"')
  expect(page.html).toContain('href="/api/v1/images/download/px-fox/"')
  expect(page.html).toContain('250 images')
  expect(page.html).toContain('href="/?title=fox&amp;page=3#results"')
})

test('the last page has no next one, and a filter leads to the first page of what it leaves', async () => {
  const { html } = await renderPage(`/?title=fox&page=${Math.ceil(250 / limits.imagesPerPage)}`, results)
  expect(html).toContain('rel="prev"')
  expect(html).not.toContain('rel="next"')
  const filters = html.match(/href="[^"]*colour=[^"]*"/g)!
  expect(filters.filter((href) => href.includes('page='))).toEqual([])
})

test('the home page shows what trends, and pictures of the day as decoration', async () => {
  const page = await renderPage('/', results)
  expect(page.requested).toEqual([
    '/api/v1/images/approved/?sort=trending&page=1',
    '/api/v1/images/keywords/?first=31&exclude_generic=1',
    '/api/v1/images/highlights/',
  ])
  expect(page.html).toMatch(
    /<div class="cut-outs" aria-hidden="true"><a href="\/image\/fox\/" tabindex="-1"><img [^>]*low/,
  )
})

test('the tags that describe a page are in its head, escaped, and nothing else is', async () => {
  const { html } = await renderPage('/image/fox/', { status: 200, json: { image: detail, images: [fox] } })
  const head = html.slice(0, html.indexOf('</head>'))
  expect(head).toContain('<link rel="canonical" href="https://vitrine.example/image/fox/"/>')
  expect(head).toContain('<title>Fox &lt;/script&gt;&lt;b&gt; · Vitrine</title>')
  expect(html.slice(head.length)).not.toMatch(/<(title|meta)\b|rel="canonical"/)
  expect(html).toContain('61.70 KB')
})

const structuredDataOf = (html: string) =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(([, json]) => JSON.parse(json!))

test('an image has the structured data that Google’s licence badge needs, and breadcrumbs', async () => {
  const { html } = await renderPage('/image/fox/', { status: 200, json: { image: detail, images: [] } })
  const [image, crumbs] = structuredDataOf(html)
  const page = 'https://vitrine.example/image/fox/'
  expect(image).toMatchObject({
    '@context': 'https://schema.org',
    '@type': 'ImageObject',
    contentUrl: 'https://vitrine.example/media/px-fox/original.png',
    license: 'https://vitrine.example/terms/',
    acquireLicensePage: page,
    creditText: 'Vitrine',
    creator: { '@type': 'Person', name: 'Ada' },
    copyrightNotice: expect.any(String),
    name: fox.title,
  })
  expect(crumbs).toMatchObject({
    '@type': 'BreadcrumbList',
    itemListElement: [{ position: 1 }, { position: 2, item: page }],
  })
})

test('an image on the CDN is shown from there; addresses that others store are our own', async () => {
  const address = 'https://imagedelivery.net/hash/px-fox/vitrine'
  const image = { ...detail, cloudflare_url: `${address}640` }
  const { html } = await renderPage('/image/fox/', { status: 200, json: { image, images: [image] } })
  const ours = 'https://vitrine.example/media/px-fox/'
  expect(html).toContain(`<meta property="og:image" content="${ours}cover.jpg"/>`)
  expect(html).toContain(`srcSet="${address}320 320w, ${address}640 640w, ${address}1280 1024w"`)
  expect(html).toContain(new URLSearchParams({ media: `${ours}1280.webp` }).toString())
  expect(html).not.toMatch(/vitrine\.example(https|%2Fhttps)/)
  expect(structuredDataOf(html)[0]).toMatchObject({
    contentUrl: `${ours}original.png`,
    thumbnailUrl: `${ours}640.webp`,
  })
})

test('the home page has structured data of the site and its search, a missing image none', async () => {
  const [site] = structuredDataOf((await renderPage('/', results)).html)
  expect(site).toMatchObject({ '@type': 'WebSite', potentialAction: { '@type': 'SearchAction' } })
  expect(site.potentialAction.target.urlTemplate).toBe('https://vitrine.example/?title={title}')
  expect(structuredDataOf((await renderPage('/image/gone/', { status: 404, json: {} })).html)).toEqual([])
})

test('filters and orders share a canonical address, and text searches are not indexed', async () => {
  const filters = '/?category=Food&colour=red&orientation=square&size=1000&sort=downloads&page=2'
  const filtered = await renderPage(filters, results)
  expect(filtered.html).toContain('<link rel="canonical" href="https://vitrine.example/?category=Food&amp;page=2"/>')
  expect((await renderPage('/?title=fox', results)).html).toContain('<meta name="robots" content="noindex"/>')
})

test('no title can end the state script, and the page has no inline script or style', async () => {
  const { html } = await renderPage('/', results)
  const state = html.slice(html.indexOf('<script id="state"'))
  expect(state.match(/<\/script>/g)).toHaveLength(1)
  expect(html).not.toMatch(/<script(?![^>]* (src|type="application\/(ld\+)?json"))|<style| style="| on\w+="/)
})

test('a missing page or image is a 404, an unavailable API a 503, each with its message', async () => {
  const nowhere = await renderPage('/nowhere/', results)
  expect([nowhere.status, nowhere.requested]).toEqual([404, []])
  const missing = await renderPage('/image/gone/', { status: 404, json: { code: 'image_not_found', message: 'Gone.' } })
  expect([missing.status, missing.html.includes('Error loading image data.')]).toEqual([404, true])
  const home = await renderPage('/', unavailable)
  expect(home.status).toBe(503)
  for (const text of ['The library does not answer', 'No images found.']) expect(home.html).toContain(text)
  const image = await renderPage('/image/fox/', unavailable)
  expect([image.status, image.html.includes('The library cannot be reached.')]).toEqual([503, true])
})

test('back offices are not rendered on the server: the page is empty and not indexed', async () => {
  const page = await renderPage('/contributor/grace/', results)
  expect([page.status, page.requested]).toEqual([200, []])
  expect(page.html).toContain('Loading...')
  expect(page.html).toContain('<meta name="robots" content="noindex"/>')
})
