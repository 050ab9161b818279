import type { Page } from '@playwright/test'
import { expect, test, waitForHydration } from './support/fixtures.ts'

const searchField = (page: Page) => page.getByRole('combobox', { name: 'Search images' })
/** What is announced about the words of a search. */
const note = (page: Page) => page.getByRole('status').filter({ hasText: /Showing|Searched/ })
const option = (page: Page, name: string) => page.getByRole('option', { name: new RegExp(`^${name}$`, 'i') })

test('a mistyped word is corrected; links lead to the exact search, which filters keep, and back', async ({ page }) => {
  await page.goto('/?title=lanetrn')
  await waitForHydration(page)
  await expect(page.getByText('10 images', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('“lanetrn”')
  await expect(note(page)).toContainText('Showing lantern for “lanetrn”.')
  await note(page).getByRole('link', { name: 'Search only for “lanetrn”' }).click()
  await expect(page).toHaveURL('/?title=lanetrn&exact=1')
  await expect(note(page)).toContainText('Searched only for “lanetrn”.')
  await expect(page.getByText('No images found.')).toBeVisible()
  await note(page).getByRole('link', { name: 'Search for similar words too' }).click()
  await expect(page).toHaveURL('/?title=lanetrn')
  await expect(page.getByText('10 images', { exact: true })).toBeVisible()
  await page.goto('/?title=fox&exact=1')
  await waitForHydration(page)
  await page.getByText(/^Sort/).click()
  await page.getByRole('link', { name: 'Newest' }).click()
  await expect(page).toHaveURL('/?title=fox&sort=newest&exact=1')
  await searchField(page).fill('foxx')
  await expect(page).toHaveURL('/?title=foxx&sort=newest')
  await expect(note(page)).toContainText('Showing fox for “foxx”.')
})

test('the note says what a foreign word was read as, and what is shown where nothing has all words', async ({
  page,
}) => {
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

test('an empty result says so and offers fewer filters and simpler words as links', async ({ page }) => {
  await page.goto('/?title=%22apple+golden%22+-red&category=Food&size=500')
  await waitForHydration(page)
  await expect(page.getByText('No images found.')).toBeVisible()
  await expect(page.getByText('0 images')).toBeVisible()
  await page.getByRole('link', { name: 'No filters' }).click()
  await expect(page.getByText('No images found.')).toBeVisible()
  await page.getByRole('link', { name: '“apple golden”' }).click()
  await expect(page).toHaveURL('/?title=apple+golden')
  await expect(page.getByRole('link', { name: 'Golden apple', exact: true })).toBeVisible()
})

test('a page after the last one says how many there are and leads to the first', async ({ page }) => {
  await page.goto('/?keyword=fox&page=4')
  await expect(page.getByText('There is one page only.')).toBeVisible()
  await page.getByRole('link', { name: 'First page' }).click()
  await expect(page).toHaveURL('/?keyword=fox')
  await expect(page.locator('.grid-of-images').getByRole('img')).toHaveCount(10)
})

test('suggestions show a picture, mark what was typed and count images; keys work', async ({ page }) => {
  await page.goto('/')
  await waitForHydration(page)
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
    await page.goto('/')
    await waitForHydration(page)
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

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a corrected search, the exact one and the way back work', async ({ page }) => {
    await page.goto('/')
    await page.getByPlaceholder('Search images...').fill('lanetrn')
    await page.getByPlaceholder('Search images...').press('Enter')
    await expect(page.getByText('Showing lantern for “lanetrn”.')).toBeVisible()
    await page.getByRole('link', { name: 'Search only for “lanetrn”' }).click()
    await expect(page.getByText('No images found.')).toBeVisible()
    await page.getByRole('link', { name: 'Search for similar words too' }).first().click()
    await expect(page.getByText('10 images', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Show More' })).toBeHidden()
  })
})
