import type { Locator, Page } from '@playwright/test'
import { download } from './support/downloads.ts'
import { expect, openPage, test } from './support/fixtures.ts'
import { collection } from './support/seed-data.ts'

const cards = (page: Page) => page.locator('.grid-of-images > li')

const boxOf = async (locator: Locator) => (await locator.boundingBox())!

const columnsOf = (page: Page) =>
  page
    .locator('.grid-of-images > li:visible')
    .evaluateAll((all) => new Set(all.map((card) => card.getBoundingClientRect().left)).size)

test('has two to six columns, full rows of related images, and small ones at their size', async ({ page }) => {
  await page.goto('/?keyword=fox')
  const widths = [360, 768, 1440, 1500, 1900]
  for (const [index, width] of widths.entries()) {
    await page.setViewportSize({ width, height: 800 })
    expect(await columnsOf(page)).toBe(2 + index)
  }
  await page.goto('/image/golden-apple/')
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    const shown = await page.locator('.grid-of-images > li:visible').count()
    expect(shown).toBeGreaterThan(0)
    expect(shown % (await columnsOf(page))).toBe(0)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  const stage = page.locator('.stage').getByRole('img', { name: 'Golden apple' }) // 220 px wide
  await expect(stage).toHaveCSS('image-rendering', 'auto')
  await expect(stage).toHaveCSS('object-fit', 'scale-down')
  await expect.poll(() => stage.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(220)
})

test('a picture that is dragged out of the grid is the original with its name', async ({ page }) => {
  await openPage(page, `/?keyword=${collection}`)
  const card = page.locator('.card').first()
  const href = await card.locator('a').first().getAttribute('href')
  const dragged = await card.locator('img').evaluate((image) => {
    const dataTransfer = new DataTransfer()
    image.dispatchEvent(new DragEvent('dragstart', { dataTransfer, bubbles: true }))
    return dataTransfer.getData('DownloadURL')
  })
  expect(dragged).toContain(`image/png:${href!.split('/')[2]}.png:http`)
})

test('the skip link leads to the images, arrow keys from card to card, and Enter downloads', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openPage(page, `/?keyword=${collection}`)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to images' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('#images')).toBeFocused()
  await page.keyboard.press('Tab')
  const link = (index: number) => cards(page).nth(index).getByRole('link').first()
  await expect(link(0)).toBeFocused()
  for (const [key, index] of [
    ['ArrowRight', 1],
    ['ArrowDown', 5],
    ['ArrowLeft', 4],
    ['ArrowUp', 0],
    ['End', 99],
    ['ArrowRight', 99],
    ['Home', 0],
  ] as const) {
    // The keys' chunk is loaded with the first focus.
    await expect(async () => {
      if (!(await link(index).evaluate((element) => element === document.activeElement))) await page.keyboard.press(key)
      await expect(link(index)).toBeFocused({ timeout: 500 })
    }).toPass()
  }
  for (const key of ['Tab', 'ArrowDown']) await page.keyboard.press(key)
  const downloads = cards(page).getByRole('link', { name: /^Download/ })
  await expect(downloads.nth(4)).toBeFocused()
  await expect(downloads.nth(4)).toBeVisible()
  expect((await download(page, () => page.keyboard.press('Enter'))).name).toMatch(/\w\.png$/)
})

test('an image that does not load has a mark and its title, and on its page "Try again"', async ({ page, expects }) => {
  expects.errors.push(/Failed to load resource/)
  await page.route('**/media/**', (route) => route.abort())
  await page.goto('/?title=golden+apple')
  const image = cards(page).first().getByRole('img', { name: 'Golden apple' })
  await expect(image).toHaveAttribute('data-failed', '')
  await expect(image).toHaveCSS('opacity', '0')
  await expect(cards(page).first().locator('span')).toHaveCSS('opacity', '1')
  await openPage(page, '/image/golden-apple/')
  await expect(page.getByText('This image did not load.')).toBeVisible()
  await page.unroute('**/media/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('This image did not load.')).toBeHidden()
  const stage = page.locator('.stage').getByRole('img', { name: 'Golden apple' })
  await expect.poll(() => stage.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
})

test.describe('on touch screens', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

  test('title and download stand in a line under the tile; the button to the top lies on neither', async ({ page }) => {
    await openPage(page, `/?keyword=${collection}`)
    const card = cards(page).first()
    const [tile, title, download] = [
      await boxOf(card.getByRole('link').first()),
      await boxOf(card.locator('span')),
      await boxOf(card.getByRole('link', { name: /^Download/ })),
    ]
    for (const box of [title, download]) {
      expect(box.y).toBeGreaterThanOrEqual(tile.y + tile.height)
      expect(box.height).toBe(44)
    }
    expect(title.x + title.width).toBeLessThanOrEqual(download.x)

    const top = page.getByRole('button', { name: 'Scroll to top' })
    await page.evaluate(() => scrollTo(0, 2000))
    await expect(top).toBeVisible()
    const right = await cards(page)
      .locator('span')
      .evaluateAll((all) => Math.max(...all.map((title) => title.getBoundingClientRect().right)))
    expect((await boxOf(top)).x).toBeGreaterThanOrEqual(right)
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    const footer = page.getByRole('contentinfo')
    await expect.poll(async () => (await boxOf(top)).y + 44).toBeLessThanOrEqual((await boxOf(footer)).y)
  })
})
