import type { Locator, Page } from '@playwright/test'
import { download } from './support/downloads.ts'
import { expect, expectAccessible, openPage, test } from './support/fixtures.ts'
import { holdRequests } from './support/held-requests.ts'

const downloadLink = (page: Page) => page.getByRole('link', { name: /^Free Download/ })
const downloadMenu = (page: Page) => page.getByLabel('Other sizes and formats')
const copyMenu = (page: Page) => page.getByText('Copy…')

/** Until the keys of an open menu work, since what controls it is loaded when it opens. */
const goToFirst = (page: Page, item: Locator) =>
  expect(async () => {
    await page.keyboard.press('Home')
    await expect(item).toBeFocused({ timeout: 100 })
  }).toPass()

test('a menu works by keys: trimmed copy, lossless WebP, a width of one’s own', { tag: '@slow' }, async ({ page }) => {
  await openPage(page, '/image/golden-apple/')
  await downloadMenu(page).focus()
  await page.keyboard.press('Enter')
  const original = page.getByRole('link', { name: /^Original/ })
  await expect(original).toBeVisible()
  // Of copies that are not made yet, too.
  await expect(page.locator('.download-split a[href*="?"]').filter({ hasNotText: /\d (B|KB|MB)$/ })).toHaveCount(0)
  await expectAccessible(page)
  await goToFirst(page, original)
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('link', { name: /^Trimmed/ })).toBeFocused()
  await page.keyboard.press('End')
  await expect(page.getByRole('button', { name: 'Download', exact: true })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(original).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(original).toBeHidden()
  await expect(downloadMenu(page)).toBeFocused()

  await copyMenu(page).click()
  await expect(page.getByRole('button', { name: 'Markdown' })).toBeVisible()
  // Without the keywords, of which an open menu covers parts.
  await expectAccessible(page, '.image-actions')
  await page.getByRole('heading', { level: 1 }).click()
  await expect(page.getByRole('button', { name: 'Markdown' })).toBeHidden()

  await expect(downloadLink(page)).toHaveText(/PNG · 220 × 230 · [\d.]+ KB$/)
  const choose = (link: RegExp) => async () => {
    await downloadMenu(page).click()
    await page.getByRole('link', { name: link }).click()
  }
  const webp = await download(page, choose(/^WebP, lossless 220 × 230/))
  expect([webp.name, webp.bytes.toString('latin1', 8, 12)]).toEqual(['golden-apple.webp', 'WEBP'])
  const trimmed = await download(page, choose(/^Trimmed to the picture \d+ × \d+/))
  expect(trimmed.name).toBe('golden-apple-trimmed.png')
  expect(trimmed.bytes.readUInt32BE(16)).toBeLessThan(220)

  await downloadMenu(page).click()
  const width = page.getByLabel('Your own width')
  expect([await width.getAttribute('max'), await width.getAttribute('step')]).toEqual(['192', '64'])
  await width.fill('128')
  const own = await download(page, () => page.getByRole('button', { name: 'Download', exact: true }).click())
  expect([own.name, own.bytes.readUInt32BE(16)]).toEqual(['golden-apple-128w.png', 128])
})

test('image, link and snippets are copied, as the button confirms; a refusal is said', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openPage(page, '/image/golden-apple/')
  await page.clock.install()
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  const confirmed = page.locator('.image-actions').getByText('Copied', { exact: true })
  const snippets = {
    Link: /\/image\/golden-apple\/$/,
    HTML: /^<a href=".*\/image\/golden-apple\/"><img src=".*\.webp" alt="Golden apple"/,
    Markdown: /^\[!\[Golden apple\]\(.*\.webp\)\]\(.*\)$/,
    'CSS background': /^background-image: url\("http.*\.webp"\);$/,
  }
  for (const [name, text] of Object.entries(snippets)) {
    await copyMenu(page).click()
    await goToFirst(page, page.getByRole('button', { name: 'Link' })) // until then a choice would leave the menu open
    await page.getByRole('button', { name }).click()
    await expect(confirmed).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: / copied$/ })).toBeAttached()
    expect(await copied()).toMatch(text)
    await page.clock.fastForward(2_000)
    await expect(copyMenu(page)).toBeVisible()
  }
  await page.getByRole('button', { name: 'Copy image' }).click()
  await expect(confirmed).toBeVisible()
  const mimeTypes = () => page.evaluate(async () => (await navigator.clipboard.read()).flatMap(({ types }) => types))
  expect(await mimeTypes()).toContain('image/png')
  await page.clock.fastForward(2_000)
  await expect(page.getByRole('button', { name: 'Copy image' })).toBeVisible()
  await expect(page.locator('.toasts')).toHaveCount(0)
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))
  })
  await copyMenu(page).click()
  await page.getByRole('button', { name: 'Link' }).click()
  await expect(page.getByText('The browser did not let us copy. Please use its own menu.')).toBeVisible()
})

test('a snippet that is copied before the image has loaded carries its credit', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const answer = await holdRequests(page, '**/api/v1/images/golden-apple/**', async (route) => {
    const response = await route.fetch()
    const { image, ...more } = await response.json()
    const credit = { licence: 'cc-by-4.0', creator: 'Studio Kite', credit_line: '“Golden apple” by Studio Kite' }
    await route.fulfill({ response, json: { ...more, image: { ...image, ...credit } } })
  })
  await openPage(page, '/?title=golden+apple')
  await page.locator('a[href="/image/golden-apple/"]').first().click()
  await expect(page).toHaveURL('/image/golden-apple/')
  await copyMenu(page).click()
  await page.getByRole('button', { name: 'HTML' }).click()
  answer()
  await expect(page.locator('.image-actions').getByText('Copied', { exact: true })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('by Studio Kite')
})

test('the download button keeps its place on a phone’s first screen while long texts arrive', async ({ page }) => {
  const title = 'A golden apple with two green leaves and a stalk, '.repeat(4)
  const description = 'It lies on a clear ground and its edge is soft. '.repeat(13).slice(0, 600)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.route('**/api/v1/images/approved/?*', async (route) => {
    const response = await route.fetch()
    const { images, ...list } = await response.json()
    const renamed = images.map((card: { slug: string }) => (card.slug === 'golden-apple' ? { ...card, title } : card))
    await route.fulfill({ response, json: { ...list, images: renamed } })
  })
  const release = await holdRequests(page, '**/api/v1/images/golden-apple/', async (route) => {
    const response = await route.fetch()
    const { image, images } = await response.json()
    await route.fulfill({ response, json: { image: { ...image, title, description }, images } })
  })
  await openPage(page, '/about/')
  await page.getByPlaceholder('Search images...').fill('golden apple')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: title.trim(), exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title.trim())
  await page.getByText('Details', { exact: true }).click()
  await expect(page.getByRole('definition').getByText('220 × 230')).toBeVisible()
  await page.getByText('Details', { exact: true }).click()
  await page.evaluate(() => window.scrollTo(0, 0))

  const boxes = async () => [await downloadLink(page).boundingBox(), await downloadMenu(page).boundingBox()]
  const before = await boxes()
  await expect(page.getByText('soft. It lies on')).toBeHidden()
  await expect(downloadLink(page)).toHaveAttribute('href', /download/)
  release()
  await expect(page.getByText('soft. It lies on')).toBeAttached()
  expect(await boxes()).toEqual(before)
  for (const box of before) expect(box!.y + box!.height).toBeLessThanOrEqual(740)
})
