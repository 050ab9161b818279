import type { Card } from '@vitrine/contract/images'
import { expect, test } from 'vitest'
import type { Answer, Request } from './call.ts'
import { render } from './server.tsx'

const site = { name: 'Vitrine', url: 'https://vitrine.example' }
const assets = { css: ['/assets/look.css'], entry: '/assets/defer.js' }

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
  tone: 'dark',
}
const opaque = { clear_share: 0, soft_share: 0, colours: [], keywords: [], mime_type: 'image/png', status: 'approved' }
const detail = { ...fox, ...opaque, description: '', category: null, main_url: '', user: null, created_at: '' }

/** Renders with a library that answers every question alike, and tells what it was asked. */
async function rendered(url: string, answer: Answer) {
  const asked: Request[] = []
  const send = async (request: Request) => {
    asked.push(request)
    return answer
  }
  return { ...(await render({ url, send, assets, site })), asked: asked.map(({ path }) => path) }
}

const found = { status: 200, json: { count: 250, images: [fox] } }
const trouble = { status: 503, json: { code: 'unavailable', message: 'The library cannot be reached.' } }

test('the home page asks only what its address says, and shows it', async () => {
  const page = await rendered('/?title=fox&category=&page=2', found)
  expect(page.status).toBe(200)
  expect(page.asked).toEqual(['/api/v1/images/approved/?title=fox&page=2'])
  expect(page.html).toContain('href="/image/fox/"')
  expect(page.html).toContain('href="/api/v1/images/download/px-fox/"')
  expect(page.html).toContain('250 images')
  expect(page.html).toContain('href="/?title=fox&amp;page=3#results"')
})

test('what describes a page stands in its head, and nothing else moves there', async () => {
  const { html } = await rendered('/image/fox/', { status: 200, json: { image: detail, images: [fox] } })
  const head = html.slice(0, html.indexOf('</head>'))
  expect(head).toContain('<link rel="canonical" href="https://vitrine.example/image/fox/"/>')
  expect(head).toContain('<title>Fox &lt;/script&gt;&lt;b&gt; · Vitrine</title>')
  expect(html.slice(head.length)).not.toMatch(/<(title|meta)\b|rel="canonical"/)
  expect(html).toContain('61.70 KB')
})

test('no title can break out of the state, and no script or style stands in the page itself', async () => {
  const { html } = await rendered('/', found)
  const state = html.slice(html.indexOf('<script id="state"'))
  expect(state.match(/<\/script>/g)).toHaveLength(1)
  expect(html).not.toMatch(/<script(?![^>]* (src|type="application\/json"))|<style| style="| on\w+="/)
})

test('an address without a page is a 404 with the way back, and asks nothing', async () => {
  const page = await rendered('/nowhere/', found)
  expect(page.status).toBe(404)
  expect(page.asked).toEqual([])
  expect(page.html).toContain('ventured into the unknown digital realm')
  expect(page.html).toContain('Return to website')
})

test('a missing image is a 404, a library in trouble a 503, each with its words', async () => {
  const missing = await rendered('/image/gone/', { status: 404, json: { code: 'image_not_found', message: 'Gone.' } })
  expect([missing.status, missing.html.includes('Error loading image data.')]).toEqual([404, true])
  const home = await rendered('/', trouble)
  expect([home.status, home.html.includes('No images found.')]).toEqual([503, true])
  const image = await rendered('/image/fox/', trouble)
  expect([image.status, image.html.includes('The library cannot be reached.')]).toEqual([503, true])
})

test('back offices are rendered for nobody: the shell alone, and search engines stay away', async () => {
  const page = await rendered('/contributor/grace/', found)
  expect(page.status).toBe(200)
  expect(page.asked).toEqual([])
  expect(page.html).toContain('Loading...')
  expect(page.html).toContain('<meta name="robots" content="noindex"/>')
})
