import type { Page } from '@playwright/test'
import { expect, expectAccessible, test, waitForHydration } from './support/fixtures.ts'

const searchField = (page: Page) => page.getByRole('combobox', { name: 'Search images' })
const firstCardTop = (page: Page) =>
  page
    .locator('.card')
    .first()
    .evaluate((card) => card.getBoundingClientRect().top)

test('images begin on the first screen of home and results, where the chosen category is in view', async ({ page }) => {
  for (const [path, onDesktop, onPhone] of [
    ['/', 540, 440],
    ['/?title=fox', 230, 240],
  ] as const) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(path)
    expect(await firstCardTop(page)).toBeLessThanOrEqual(onDesktop)
    await page.setViewportSize({ width: 360, height: 740 })
    expect(await firstCardTop(page)).toBeLessThanOrEqual(onPhone)
  }
  await page.goto('/?category=Transport')
  await waitForHydration(page)
  const tab = page.getByRole('link', { name: 'Transport', exact: true })
  await expect(tab).toHaveAttribute('aria-current', 'true')
  await expect(tab).toBeInViewport()
})

test('searches while typing, as one history entry; the field keeps focus and letters', async ({ page }) => {
  await page.goto('/')
  await waitForHydration(page)
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Free download transparent png files')
  await expect(async () => {
    await page.keyboard.press('/') // a page that is hydrated may listen a moment later
    expect(await searchField(page).evaluate((field) => field === document.activeElement)).toBe(true)
  }).toPass()
  await page.keyboard.type('golden', { delay: 30 })
  await expect(page).toHaveURL('/?title=golden')
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.mouse.wheel(0, 900)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(300)
  await expect(searchField(page)).toBeInViewport()
  await page.keyboard.type(' apple', { delay: 30 })
  await expect(page).toHaveURL('/?title=golden+apple')
  await expect(heading).toHaveText('“golden apple”')
  await expect(searchField(page)).toBeFocused()
  await expect(searchField(page)).toHaveValue('golden apple')
  await page.goBack()
  await expect(page).toHaveURL('/')
  await expect(heading).toHaveText('Free download transparent png files')
  await expect(searchField(page)).toHaveValue('')
  await searchField(page).press('/')
  await expect(searchField(page)).toHaveValue('/')
})

test('every category is reached by a mouse without a sideways wheel', async ({ page }) => {
  const [left, right] = [page.locator('.tab-arrow').first(), page.locator('.tab-arrow').last()]
  const tabs = page.getByRole('navigation', { name: 'Categories' }).getByRole('link')
  for (const width of [768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/')
    await waitForHydration(page)
    await expect(right).toBeVisible()
    await expect(left).toBeHidden()
    await expect(async () => {
      // It is gone after the last press, which may be while the next one waits for it.
      if (await right.isVisible()) await right.click({ timeout: 2000 })
      await expect(right).toBeHidden({ timeout: 200 })
    }).toPass()
    await expect(tabs.last()).toBeInViewport({ ratio: 1 })
    await left.click()
    await expect(right).toBeVisible()
  }
})

test('after a search that found nothing, a category, a tag and a new word start a new search', async ({ page }) => {
  const empty = '/?title=zeppelin&keyword=fox&size=500'
  await page.goto(empty)
  await waitForHydration(page)
  await page.getByRole('link', { name: 'Food', exact: true }).click()
  await expect(page).toHaveURL('/?category=Food')
  await page.goBack()
  await page
    .getByRole('region', { name: 'Trending Tags Today' })
    .getByRole('link', { name: /^fox \d+$/ })
    .click()
  await expect(page).toHaveURL('/?keyword=fox')
  await page.goBack()
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

test('few results are followed by related images, which are no results', async ({ page }) => {
  await page.goto('/?title=golden+apple&exact=1')
  await expect(page.getByText('1 image', { exact: true })).toBeVisible()
  const related = page.getByRole('region', { name: 'Related images' })
  await expect(related.getByRole('img').first()).toBeVisible()
  await expect(related.getByRole('img', { name: 'Golden apple' })).toHaveCount(0)
})

test('a library that does not answer says so above the specification’s words', async ({ page, expects }) => {
  expects.errors.push(/503/)
  await page.goto('/')
  await waitForHydration(page)
  await page.route('**/api/v1/images/approved/**', (route) => route.fulfill({ status: 503, body: '' }))
  await page.getByRole('link', { name: 'Food', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'The library does not answer' })).toBeVisible()
  await expect(page.getByText('No images found.')).toBeVisible()
})

test('a search that finds nothing shows neither a cover nor the description of a category', async ({ page }) => {
  const { images } = await (await page.request.get('/api/v1/images/approved/?title=golden+apple')).json()
  const json = { description: 'Of everything.', cover: null, images: images.slice(0, 1) }
  await page.route('**/api/v1/images/highlights/', (route) => route.fulfill({ json }))
  await page.goto('/?title=golden+apple')
  await waitForHydration(page)
  await page.getByPlaceholder('Search images...').fill('zeppelin')
  await page.keyboard.press('Enter')
  const pictures = page.getByRole('region', { name: 'Pictures of the day' })
  await expect(pictures.getByRole('img', { name: 'Golden apple' })).toBeVisible()
  await expect(page.locator('.cover')).toHaveCount(0)
  await expect(page.getByText('Of everything.')).toHaveCount(0)
})
