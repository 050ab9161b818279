import type { Page } from '@playwright/test'
import type { Card } from '@vitrine/contract/schemas/image'
import { download } from './support/downloads.ts'
import { expect, openPage, test, waitForHydration } from './support/fixtures.ts'
import { holdRequests } from './support/held-requests.ts'
import { seedPicture } from './support/pictures.ts'
import { collection } from './support/seed-data.ts'

/** Those of the list, without the picture of the day, which the job of each hour may find meanwhile. */
const cards = (page: Page) => page.locator('.grid-of-images').getByRole('img')

test('a visitor finds an image, opens its page and downloads the bytes that were uploaded', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Free download transparent png files')
  await expect(page.getByRole('heading', { name: 'Trending images for designers' })).toBeVisible()
  await expect(cards(page)).toHaveCount(100)
  await page.getByPlaceholder('Search images...').fill('violet viol')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL('/?title=violet+viol')
  await page.getByRole('link', { name: 'Violet violin', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Violet violin')

  const file = await download(page, () => page.getByRole('link', { name: /^Free Download/ }).click())
  expect([file.name, file.bytes.equals(seedPicture('Violet violin'))]).toEqual(['violet-violin.png', true])
})

test('shows a hundred images, others on the next page, and a button that leads back to the top', async ({ page }) => {
  await openPage(page, `/?keyword=${collection}&sort=newest`)
  await expect(page.getByText('120 images')).toBeVisible()
  await expect(cards(page)).toHaveCount(100)
  await expect(cards(page).first()).toHaveAttribute('alt', 'Teal marble')
  const button = page.getByRole('button', { name: 'Scroll to top' })
  await expect(button).toBeHidden()
  await page.mouse.wheel(0, 900)
  await button.click()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await expect(button).toBeHidden()
  await page.getByRole('link', { name: 'Page 2' }).click()
  await expect(page).toHaveURL(`/?keyword=${collection}&sort=newest&page=2`)
  await expect(cards(page)).toHaveCount(20)
  await expect(cards(page).last()).toHaveAttribute('alt', 'Red fox')
  await page.evaluate(() => scrollTo(0, 400))
  await page.getByRole('link', { name: 'Red fox', exact: true }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Red fox')
  const place = await page.evaluate(() => history.state.usr.from)
  expect(place).toBe(`/?keyword=${collection}&sort=newest&page=2`)
  await page.goBack()
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(300)
})

test('a search offline says so in place of old pictures, and goes on by itself', async ({ page, context, expects }) => {
  expects.errors.push(/ERR_INTERNET_DISCONNECTED/)
  await openPage(page, '/?title=golden+apple')
  const old = page.getByRole('link', { name: 'Golden apple', exact: true })
  await expect(old).toBeVisible()
  await context.setOffline(true)
  await page.getByPlaceholder('Search images...').fill('violin')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'The library does not answer' })).toBeVisible()
  await expect(page.getByText('No images found.')).toBeVisible()
  await expect(old).toHaveCount(0)
  await context.setOffline(false)
  await expect(page.getByRole('link', { name: 'Violet violin', exact: true })).toBeVisible()
})

test('loads the font of basic letters alone, little JavaScript, and none of the back office', async ({ page }) => {
  const requests: string[] = []
  page.on('request', (request) => {
    if (['font', 'script'].includes(request.resourceType())) requests.push(new URL(request.url()).pathname)
  })
  await openPage(page, '/')
  const used = await page.evaluate(async () => {
    const faces = await document.fonts.ready
    return [...faces].filter(({ status }) => status !== 'unloaded').map(({ family, status }) => [family, status])
  })
  expect(used.filter(([family]) => family!.includes('Hanken Grotesk'))).toEqual([[expect.anything(), 'loaded']])
  const scripts = requests.filter((name) => name.endsWith('.js'))
  const fonts = requests.filter((name) => !scripts.includes(name))
  expect(new Set(fonts)).toEqual(new Set([expect.stringMatching(/hanken-basic/)]))
  expect(scripts.length).toBeLessThanOrEqual(5)
  expect(scripts.filter((name) => /back-office|dashboard|upload|auth|login/.test(name))).toEqual([])
})

test('filters lie above the images, on phones in a sheet, and are in the URL with the order', async ({ page }) => {
  await openPage(page, `/?keyword=${collection}`)
  await page.getByText('Filters').click()
  const panel = page.locator('.filters > .panel')
  const { y, height } = (await panel.boundingBox())!
  expect((await page.locator('.card').first().boundingBox())!.y).toBeGreaterThanOrEqual(y + height)
  await expect(page.getByRole('link', { name: 'Clean edges' })).toBeHidden()
  await page.setViewportSize({ width: 360, height: 740 })
  const show = (count: number) => page.getByRole('button', { name: `Show ${count}`, exact: true })
  await expect(show(120)).toBeInViewport()
  await page.getByRole('link', { name: 'Blue', exact: true }).click()
  await show(12).click()
  await expect(panel).toBeHidden()
  await expect(page).toHaveURL(`/?keyword=${collection}&colour=blue`)
  await expect(page.getByText('12 images')).toBeVisible()

  await page.setViewportSize({ width: 1280, height: 720 })
  await page.getByText('Filters').click()
  await page.getByRole('link', { name: 'Square', exact: true }).click()
  await page.getByText(/^Sort/).click()
  await page.getByRole('link', { name: 'Most downloaded' }).click()
  await expect(page).toHaveURL(`/?keyword=${collection}&colour=blue&orientation=square&sort=downloads`)
  await page.getByRole('link', { name: 'Blue: remove' }).click()
  await expect(page).toHaveURL(`/?keyword=${collection}&orientation=square&sort=downloads`)
  await page.getByRole('link', { name: '500 px' }).click()
  await expect(page.getByText('No images found.')).toBeVisible()
  await page.getByRole('link', { name: 'Any size' }).first().click()
  await expect(page.getByText('No images found.')).toBeHidden()
  await page.getByText('More', { exact: true }).click()
  await page.getByRole('link', { name: 'Clean edges' }).click()
  await expect(page).toHaveURL(/clean_edges=1/)
  await expect(page.getByText(/^\d+ images$/)).toBeVisible()
  await page.getByRole('link', { name: 'No transparency' }).click()
  await expect(page).toHaveURL(/transparency=none/)
  await expect(page.getByText('No images found.')).toBeVisible()
  await page.getByRole('link', { name: 'Any edges' }).click()
  await page.getByRole('link', { name: 'No transparency: remove' }).click()
  await expect(page).toHaveURL(`/?keyword=${collection}&orientation=square&sort=downloads`)
})

test('shows thirty tags, thirty more at a time up to the last; a tag begins a new search', async ({ page }) => {
  await openPage(page, '/?title=zzzzqqq')
  const block = page.getByRole('region', { name: 'Trending Tags Today' })
  const more = block.getByRole('button', { name: 'Show More' })
  await expect(block.getByRole('link')).toHaveCount(30)
  for (let shown = 30; await more.isVisible(); shown += 30) {
    await more.click()
    await expect.poll(() => block.getByRole('link').count()).toBeGreaterThan(shown)
    expect(await block.getByRole('link').count()).toBeLessThanOrEqual(shown + 30)
  }
  expect(await block.getByRole('link').count()).toBeGreaterThan(60)
  const fox = block.getByRole('link', { name: /^fox \d+$/ })
  await fox.click()
  await expect(page).toHaveURL('/?keyword=fox')
  await expect(fox).toHaveAttribute('aria-current', 'true')
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
})

test('an image’s placeholder colour shows until it has loaded', async ({ page }) => {
  const release = await holdRequests(page, '**/media/**')
  await page.goto('/?title=golden+apple', { waitUntil: 'commit' })
  await waitForHydration(page)
  const placeholderColour = () =>
    page
      .getByRole('img')
      .first()
      .evaluate((img) => img.style.getPropertyValue('--placeholder'))
  await expect.poll(placeholderColour).toMatch(/^#[0-9a-f]{6}$/)
  release()
  await expect.poll(placeholderColour).toBe('')
})

test('pictures around the heading lie on nothing, and are loaded where they have a place', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const { images } = await (await page.request.get('/api/v1/images/approved/?title=golden')).json()
  // Of other addresses than on the cards, which load them too.
  const ofTheDay = images.slice(0, 6).map((card: Card) => ({ ...card, cloudflare_url: `${card.cloudflare_url}?day` }))
  const json = { description: null, cover: null, images: ofTheDay }
  await page.route('**/api/v1/images/highlights/', (route) => route.fulfill({ json }))
  await openPage(page, '/?title=golden')
  await page.getByRole('link', { name: 'Vitrine' }).first().click()
  const pictures = page.locator('.cut-outs a')
  await expect(pictures).toHaveCount(6)
  const loaded = () => pictures.locator('img').evaluateAll((all: HTMLImageElement[]) => all.map((img) => img.complete))
  await expect.poll(loaded).toEqual([true, true, false, false, false, false])
  for (const width of [360, 768, 1024, 1152, 1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    const overlaps = await page.evaluate(() => {
      const boxOf = (element: Element) => element.getBoundingClientRect()
      const linesOf = (element: Element) =>
        [...element.childNodes].flatMap((text) => {
          const words = document.createRange()
          words.selectNode(text)
          return text instanceof Text ? [...words.getClientRects()] : []
        })
      const texts = [...document.querySelectorAll('.hero *')].flatMap(linesOf)
      const others = [...texts, ...[...document.querySelectorAll('.search, .tabs')].map(boxOf)]
      const isOn = (one: DOMRect, other: DOMRect) =>
        one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top
      const pictures = [...document.querySelectorAll('.cut-outs a')].filter((link) => link.checkVisibility())
      return pictures.map(boxOf).filter((picture) => others.some((other) => isOn(picture, other)))
    })
    expect([width, overlaps]).toEqual([width, []])
  }
})

test('keeps what was typed before hydration', async ({ page }) => {
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByPlaceholder('Search images...').fill('typed early')
  await waitForHydration(page)
  await expect(page.getByPlaceholder('Search images...')).toHaveValue('typed early')
})

test('going home and back asks for each answer once', async ({ page }) => {
  await openPage(page, '/')
  const requests: string[] = []
  // What the browser asks for by itself to renew its cache is of the type 'other' (decision 0012).
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (request.resourceType() === 'fetch' && pathname.startsWith('/api/')) requests.push(pathname + search)
  })
  const tags = page.getByRole('region', { name: 'Trending Tags Today' })
  const leave = async () => {
    await page.getByRole('main').locator('a[href^="/image/"]').first().click()
    await expect(page).toHaveURL(/\/image\//)
    await expect(tags).toBeHidden()
    await page.waitForLoadState('networkidle')
    requests.length = 0
  }
  for (const goHome of [() => page.getByRole('link', { name: 'Vitrine' }).first().click(), () => page.goBack()]) {
    await leave()
    await goHome()
    await expect(tags).toBeVisible()
    await expect.poll(() => requests).not.toEqual([])
    await page.waitForLoadState('networkidle')
    expect(requests).toEqual([expect.stringMatching(/^\/api\/v1\/images\/keywords\//)])
  }
})
