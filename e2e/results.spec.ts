import type { Page } from '@playwright/test'
import { expect, expectAccessible, test, waitForHydration } from './support/fixtures.ts'

const searchField = (page: Page) => page.getByRole('combobox', { name: 'Search images' })
const firstCardTop = (page: Page) =>
  page
    .locator('.card')
    .first()
    .evaluate((card) => card.getBoundingClientRect().top)

for (const { width, height, home, results } of [
  { width: 1440, height: 900, home: 540, results: 230 },
  { width: 360, height: 740, home: 440, results: 240 },
]) {
  test(`images begin on the first screen at ${width} px, of the home page and of results`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await page.goto('/')
    expect(await firstCardTop(page)).toBeLessThanOrEqual(home)
    await page.goto('/?title=fox')
    expect(await firstCardTop(page)).toBeLessThanOrEqual(results)
    await page.goto('/?category=Food')
    expect(await firstCardTop(page)).toBeLessThanOrEqual(results)
  })
}

test('the first word folds the hero, and the field keeps the focus and every letter', async ({ page }) => {
  await page.goto('/')
  await waitForHydration(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Free download transparent png files')
  await expect(async () => {
    await page.keyboard.press('/') // a page that is hydrated may listen a moment later
    expect(await searchField(page).evaluate((field) => field === document.activeElement)).toBe(true)
  }).toPass()
  await page.keyboard.type('golden apple', { delay: 60 })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('“golden apple”')
  await expect(searchField(page)).toBeFocused()
  await expect(searchField(page)).toHaveValue('golden apple')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Free download transparent png files')
})

test('the field stays in view while results are scrolled, and a slash typed into it is a letter', async ({ page }) => {
  await page.goto('/?page=2')
  await waitForHydration(page)
  await page.mouse.wheel(0, 900)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(300)
  await expect(searchField(page)).toBeInViewport()
  await searchField(page).fill('')
  await searchField(page).press('/')
  await expect(searchField(page)).toHaveValue('/')
})

test('the heading names the search, and a correction as what was searched for', async ({ page }) => {
  const heading = page.getByRole('heading', { level: 1 })
  await page.goto('/?title=lanetrn')
  await expect(heading).toHaveText('“lantern”')
  await page.goto('/?title=fox&category=Food')
  await expect(heading).toHaveText(/“fox” in Food|Nothing for “fox”/)
  await page.goto('/?title=zeppelin')
  await expect(heading).toHaveText('Nothing for “zeppelin”')
})

test('after a search that found nothing, a category, a tag and a new word start a new search', async ({ page }) => {
  const empty = '/?title=zeppelin&keyword=fox&size=500'
  await page.goto(empty)
  await waitForHydration(page)
  await page.getByRole('link', { name: 'Food', exact: true }).click()
  await expect(page).toHaveURL('/?category=Food')
  await page.goto(empty)
  await page
    .getByRole('region', { name: 'Trending Tags Today' })
    .getByRole('link', { name: /^fox \d+$/ })
    .click()
  await expect(page).toHaveURL('/?keyword=fox')
  await page.goto(empty)
  await waitForHydration(page)
  await searchField(page).fill('golden')
  await expect(page).toHaveURL('/?title=golden')
})

test('a menu closes by Escape, by a press elsewhere and after a choice', async ({ page }) => {
  await page.goto('/?title=fox')
  await waitForHydration(page)
  const sort = page.getByText(/^Sort/)
  const newest = page.getByRole('link', { name: 'Newest' })
  await sort.click()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(newest).toBeHidden()
  await expect(page.locator('summary', { hasText: 'Sort' })).toBeFocused()
  await sort.click()
  await page.mouse.click(5, 400)
  await expect(newest).toBeHidden()
  await sort.click()
  await newest.click()
  await expect(page).toHaveURL('/?title=fox&sort=newest')
  await expect(newest).toBeHidden()
})

test('the chosen category is in view in its row, however far it is', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/?category=Transport')
  await waitForHydration(page)
  const tab = page.getByRole('link', { name: 'Transport', exact: true })
  await expect(tab).toHaveAttribute('aria-current', 'true')
  await expect(tab).toBeInViewport()
})

test('the heading names the order', async ({ page }) => {
  await page.goto('/?sort=newest')
  await expect(page.getByRole('heading', { name: 'Newest images' })).toBeVisible()
  await page.goto('/?sort=downloads')
  await expect(page.getByRole('heading', { name: 'Most downloaded images' })).toBeVisible()
})

test('a search that finds nothing shows neither a cover nor the description of a category', async ({ page }) => {
  await page.route('**/api/v1/images/highlights/', (route) =>
    route.fulfill({
      json: { description: 'Of everything.', cover: null, images: [{ ...card, slug: 'kite', title: 'Kite' }] },
    }),
  )
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="640"/>'
  await page.route('**/media/px-kite/**', (route) => route.fulfill({ contentType: 'image/svg+xml', body: svg }))
  await page.goto('/?title=zeppelin')
  await waitForHydration(page)
  const pictures = page.getByRole('region', { name: 'Pictures of the day' })
  await expect(pictures.getByRole('img', { name: 'Kite' })).toBeVisible()
  await expect(page.locator('.cover')).toHaveCount(0)
  await expect(page.getByText('Of everything.')).toHaveCount(0)
})

/** What a list says of an image, as far as the page reads it. */
const card = {
  id: 1,
  cloudflare_url: '/media/px-kite/640.webp',
  cloudflare_id: 'px-kite',
  width: 640,
  height: 640,
  byte_size: 1000,
  colour: null,
  contrast_tile: null,
}
