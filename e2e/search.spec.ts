import type { Page } from '@playwright/test'
import { expect, expectAccessible, openPage, test, testWithoutScripts, waitForHydration } from './support/fixtures.ts'
import { holdRequests } from './support/held-requests.ts'
import { collection } from './support/seed-data.ts'

const searchField = (page: Page) => page.getByRole('combobox', { name: 'Search images' })
/** What is announced about the words of a search. */
const note = (page: Page) => page.getByRole('status').filter({ hasText: /Showing|Searched/ })
const option = (page: Page, name: string) => page.getByRole('option', { name: new RegExp(`^${name}$`, 'i') })

const firstCardTop = (page: Page) =>
  page
    .locator('.card')
    .first()
    .evaluate((card) => card.getBoundingClientRect().top)

test('a menu closes after a choice and keeps an exact search; other words are corrected again', async ({ page }) => {
  await openPage(page, '/?title=fox&exact=1')
  const newest = page.getByRole('link', { name: 'Newest' })
  await page.getByText(/^Sort/).click()
  await expectAccessible(page)
  await newest.click()
  await expect(page).toHaveURL('/?title=fox&sort=newest&exact=1')
  await expect(newest).toBeHidden()
  await searchField(page).fill('foxx')
  await expect(page).toHaveURL('/?title=foxx&sort=newest')
  await expect(note(page)).toContainText('Showing fox for “foxx”.')
})

test('a note says how a foreign word was read, and what is shown where nothing has all words', async ({ page }) => {
  await page.goto('/?title=zorro')
  await expect(page.getByText('10 images', { exact: true })).toBeVisible()
  await expect(note(page)).toContainText('Showing fox for “zorro”.')
  await page.goto('/?title=golden+apple+rocket')
  await expect(page.getByRole('link', { name: 'Golden apple', exact: true })).toBeVisible()
  await expect(note(page)).toContainText('Nothing has all of these words. Showing apple or rocket.')
  await waitForHydration(page)
  await searchField(page).fill('golden apple')
  await expect(page.getByText('10 images', { exact: true })).toBeVisible()
  await expect(page.locator('.card').first()).toContainText('Golden apple')
  await expect(note(page)).toBeHidden()
})

test('an empty result and a page after the last one say so, and lead to what there is', async ({ page }) => {
  await openPage(page, '/?title=%22apple+golden%22+-red&category=Food&size=500')
  await expect(page.getByText('No images found.')).toBeVisible()
  await expect(page.getByText('0 images')).toBeVisible()
  await page.getByRole('link', { name: 'No filters' }).click()
  await expect(page).toHaveURL('/?title=%22apple+golden%22+-red')
  await expect(page.getByText('No images found.')).toBeVisible()
  await page.getByRole('link', { name: '“apple golden”' }).click()
  await expect(page).toHaveURL('/?title=apple+golden')
  await expect(page.getByRole('link', { name: 'Golden apple', exact: true })).toBeVisible()
  await page.goto('/?keyword=fox&page=4')
  await expect(page.getByText('There is one page only.')).toBeVisible()
  await page.getByRole('link', { name: 'First page' }).click()
  await expect(page).toHaveURL('/?keyword=fox')
  await expect(page.locator('.grid-of-images').getByRole('img')).toHaveCount(10)
})

test('suggestions show a picture, mark what was typed and count images; keys work', async ({ page }) => {
  await openPage(page, '/')
  await searchField(page).pressSequentially('lan', { delay: 30 })
  const lantern = option(page, 'lantern, 10 images')
  await expect(lantern.locator('strong')).toHaveText('lan')
  const picture = lantern.locator('img')
  await expect(picture).toHaveAttribute('src', /320-v\d+\.webp$/)
  await expect(picture).toHaveAttribute('loading', 'lazy')
  const box = () => lantern.boundingBox()
  await expect(page.locator('.has-hero')).toHaveCount(0) // typing folds it, which moves the field
  const before = await box()
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  expect(await box()).toEqual(before)
  await expect(page.getByText('10 images', { exact: true }).last()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('listbox')).toBeHidden()
  await page.keyboard.type('t')
  await expect(lantern).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('listbox').getByRole('option', { selected: true })).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/?title=lantern')
  await expect(page.getByText('10 images', { exact: true })).toBeVisible()
})

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: { width: 360, height: 740 } })

  test('a tap chooses a suggestion, while a finger that begins to scroll does not', async ({ page }) => {
    await openPage(page, '/')
    await searchField(page).pressSequentially('lan', { delay: 30 })
    const lantern = option(page, 'lantern, 10 images')
    await lantern.dispatchEvent('pointerdown', { pointerType: 'touch' })
    await lantern.dispatchEvent('pointercancel', { pointerType: 'touch' })
    await expect(lantern).toBeVisible()
    await lantern.tap()
    await expect(page).toHaveURL('/?title=lantern')
    await expect(page.getByRole('listbox')).toBeHidden()
  })
})

testWithoutScripts('without JavaScript pages and the links of a corrected search work', async ({ page }) => {
  await page.goto(`/?keyword=${collection}`)
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page.locator('.grid-of-images').getByRole('img')).toHaveCount(20)
  await page.goto('/')
  await page.getByPlaceholder('Search images...').fill('lanetrn')
  await page.getByPlaceholder('Search images...').press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('“lanetrn”')
  await expect(note(page)).toContainText('Showing lantern for “lanetrn”.')
  await note(page).getByRole('link', { name: 'Search only for “lanetrn”' }).click()
  await expect(page).toHaveURL('/?title=lanetrn&exact=1')
  await expect(note(page)).toContainText('Searched only for “lanetrn”.')
  await expect(page.getByText('No images found.')).toBeVisible()
  await note(page).getByRole('link', { name: 'Search for similar words too' }).click()
  await expect(page).toHaveURL('/?title=lanetrn')
  await expect(page.getByText('10 images', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Show More' })).toBeHidden()
})

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
  await openPage(page, '/?category=Transport')
  const tab = page.getByRole('link', { name: 'Transport', exact: true })
  await expect(tab).toHaveAttribute('aria-current', 'true')
  await expect(tab).toBeInViewport()
})

test('searches while typing, as one history entry; the field keeps focus and letters', async ({ page }) => {
  await openPage(page, '/')
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
    await openPage(page, '/')
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

test('after a search that found nothing, a category and a new word start a new search', async ({ page }) => {
  await openPage(page, '/?title=zeppelin&keyword=fox&size=500')
  await page.getByRole('link', { name: 'Food', exact: true }).click()
  await expect(page).toHaveURL('/?category=Food')
  await page.goBack()
  await searchField(page).fill('golden')
  await expect(page).toHaveURL('/?title=golden')
})

test('few results are followed by related images, which are no results', async ({ page }) => {
  await page.goto('/?title=golden+apple&exact=1')
  await expect(page.getByText('1 image', { exact: true })).toBeVisible()
  const related = page.getByRole('region', { name: 'Related images' })
  await expect(related.getByRole('img').first()).toBeVisible()
  await expect(related.getByRole('img', { name: 'Golden apple' })).toHaveCount(0)
})

test('the cover of a category is fitted to its tiles; a search that finds nothing has none', async ({ page }) => {
  const { images } = await (await page.request.get('/api/v1/images/approved/?title=golden+apple')).json()
  const ofTheDay = [{ ...images[0], visible_fit: '2.00 0.0 0.0' }]
  const json = { description: 'Of everything.', cover: null, images: ofTheDay }
  await page.route('**/api/v1/images/highlights/*', (route) => route.fulfill({ json }))
  await openPage(page, '/?title=golden+apple')
  await page.getByPlaceholder('Search images...').fill('zeppelin')
  await page.keyboard.press('Enter')
  const pictures = page.getByRole('region', { name: 'Pictures of the day' })
  await expect(pictures.getByRole('img', { name: 'Golden apple' })).toBeVisible()
  await expect(page.locator('.cover')).toHaveCount(0)
  await expect(page.getByText('Of everything.')).toHaveCount(0)
  await page.getByRole('link', { name: 'Food', exact: true }).first().click()
  await expect(page.locator('.cover img')).toHaveCSS('transform', 'matrix(2, 0, 0, 2, 0, 0)')
})

test('what was typed is searched though something changed the page before hydration', async ({ page, expects }) => {
  expects.errors.push(/#418/)
  const release = await holdRequests(page, /\/assets\/.*hydrate.*\.js|\/assets\/app.*\.js/)
  await page.goto('/')
  // As extensions do, and the translation of a page.
  await page.evaluate(() => {
    document.querySelector('form.search input')!.after(document.createElement('div'))
    document.querySelector('h1')!.firstChild!.replaceWith(document.createElement('font'))
  })
  await searchField(page).fill('golden')
  release()
  await expect(page).toHaveURL('/?title=golden')
  await expect(searchField(page)).toHaveValue('golden')
  await expect(searchField(page)).toBeFocused()
})

test('a style sheet that does not load takes away the suggestions alone', async ({ page, expects }) => {
  expects.errors.push(/404/)
  await page.route(/suggestion-list.*\.css/, (route) => route.fulfill({ status: 404, body: '' }))
  await openPage(page, '/')
  await searchField(page).pressSequentially('golden', { delay: 30 })
  await expect(page).toHaveURL('/?title=golden')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('“golden”')
  await expect(page.locator('.card').first()).toBeVisible()
})

test('keys that an input method uses mark and take no suggestion', async ({ page }) => {
  await openPage(page, '/')
  await searchField(page).pressSequentially('gold', { delay: 30 })
  await expect(page.getByRole('option').first()).toBeVisible()
  const press = (init: { key: string; isComposing?: boolean; keyCode?: number }) =>
    searchField(page).evaluate((field, event) => {
      field.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...event }))
    }, init)
  for (const key of ['ArrowDown', 'Enter']) {
    await press({ key, isComposing: true })
    await press({ key, keyCode: 229 })
  }
  const marked = page.getByRole('listbox').getByRole('option', { selected: true })
  await expect(marked).toHaveCount(0)
  await expect(searchField(page)).toHaveValue('gold')
  await press({ key: 'ArrowDown' })
  await expect(marked).toHaveCount(1)
})

test('Back gives the keyboard its place again', async ({ page }) => {
  await openPage(page, '/?title=golden')
  const link = page.locator('.card > a:first-child').nth(1)
  await link.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/image\//)
  await page.goBack()
  await expect(page).toHaveURL('/?title=golden')
  await expect(link).toBeFocused()
})
