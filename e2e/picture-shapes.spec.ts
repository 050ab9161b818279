import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, test, waitForHydration } from './support/fixtures.ts'
import { adminApi, contributorWithPictures } from './support/managed-images.ts'
import { svgPicture } from './support/pictures.ts'

const [count, widths] = process.env.TEST_SLOW ? [60, [360, 768, 1440, 1920]] : [12, [360, 1440]]
/** From 1:8 to 8:1. */
const shapes = Array.from({ length: count }, (_, n) => 8 ** ((2 * n) / (count - 1) - 1))
const longerSide = 640

/** An oval with rays like no other, which touches all sides of its file. */
function paint(n: number): Promise<Buffer> {
  const shape = shapes[n]!
  const [width, height] = shape < 1 ? [longerSide * shape, longerSide] : [longerSide, longerSide / shape]
  const [rx, ry] = [width / 2, height / 2]
  const random = (to: number) => Math.floor(Math.random() * to)
  const oval = `<ellipse cx="${rx}" cy="${ry}" rx="${rx}" ry="${ry}" fill="hsl(${random(360)} 70% 45%)"/>`
  const ray = () => `<path d="M${rx} ${ry}L${random(width)} ${random(height)}" stroke="#000" stroke-width="9"/>`
  const rays = Array.from({ length: 6 }, ray)
  return svgPicture(oval + rays.join(''), width, height)
}

/** Pixels that a picture may lie off the middle of its tile, and outside of it: less than what one sees. */
const tolerance = 1

/** Pictures that lie partly outside of their tile, the closest ancestor that clips them, or off its middle. */
const misplaced = (pictures: Locator) =>
  pictures.evaluateAll((all: HTMLImageElement[], tolerance) => {
    const tileOf = (element: Element): Element =>
      getComputedStyle(element).overflow === 'visible' ? tileOf(element.parentElement!) : element
    return all.flatMap((img) => {
      const [tile, box, style] = [
        tileOf(img.parentElement!).getBoundingClientRect(),
        img.getBoundingClientRect(),
        getComputedStyle(img),
      ]
      const [top, right, bottom, left] = ['Top', 'Right', 'Bottom', 'Left'].map((side) =>
        Number.parseFloat(style[`padding${side}` as 'paddingTop']),
      ) as [number, number, number, number]
      const room = { width: box.width - left - right, height: box.height - top - bottom }
      const scale = Math.min(room.width / img.naturalWidth, room.height / img.naturalHeight)
      const [width, height] = [img.naturalWidth * scale, img.naturalHeight * scale]
      const [x, y] = [box.x + left + room.width / 2, box.y + top + room.height / 2]
      const outside = Math.max(
        tile.left - (x - width / 2),
        x + width / 2 - tile.right,
        tile.top - (y - height / 2),
        y + height / 2 - tile.bottom,
      )
      const offMiddle = Math.max(Math.abs(x - tile.x - tile.width / 2), Math.abs(y - tile.y - tile.height / 2))
      const isWhole = img.naturalWidth > 0 && outside <= tolerance && offMiddle <= tolerance
      return isWhole ? [] : [`${img.naturalWidth}x${img.naturalHeight}: ${outside} outside, ${offMiddle} off`]
    })
  }, tolerance)

/** All pictures are on the screen and loaded. */
async function expectWhole(page: Page, pictures: Locator, least: number) {
  await expect.poll(() => pictures.count()).toBeGreaterThanOrEqual(least)
  const isLoaded = () =>
    pictures.evaluateAll((all: HTMLImageElement[]) => all.every((img) => img.complete && img.naturalWidth > 0))
  await expect.poll(isLoaded).toBe(true)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect.poll(() => misplaced(pictures)).toEqual([])
  }
}

test('pictures of every shape are whole and in the middle of their tiles', async ({ page }) => {
  const titles = shapes.map((_, n) => `Shape ${n}`)
  const { word, ids, listPath } = await contributorWithPictures(page, titles, paint)
  const admin = await adminApi(page)
  await page.setViewportSize({ width: 1440, height: 9000 })
  await page.goto(listPath('pending'))
  await expectWhole(page, page.locator('.list-of-images img'), Math.min(count, 50))
  await admin.approve(ids)

  for (const width of widths) {
    await page.setViewportSize({ width, height: 12_000 })
    await page.goto(`/?title=${word}`)
    await expectWhole(page, page.locator('.card img:visible'), count)
  }
  await page.setViewportSize({ width: 1440, height: 4000 })
  await waitForHydration(page)
  await page.getByPlaceholder('Search images...').fill(`${word} s`)
  await expectWhole(page, page.locator('.suggestion-tile img'), 1)
  await page.keyboard.press('Escape')
  for (const title of ['Shape 0', `Shape ${count - 1}`]) {
    await page.getByRole('link', { name: `${word} ${title}`, exact: true }).hover()
    await page.getByRole('button', { name: `Add ${word} ${title} to tray` }).click()
  }
  await page.getByRole('button', { name: /^Tray, 2 images$/ }).click()
  await expectWhole(page, page.locator('.tray-images img'), 2)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: `${word} Shape 0`, exact: true }).click()
  await expect(page.getByRole('heading', { name: 'More related PNG files below' })).toBeVisible()
  await page.mouse.move(0, 0) // the picture of a card grows under the pointer
  await expectWhole(page, page.locator('.card', { hasText: word }).locator('img:visible'), Math.min(20, count - 2))
})

test('what is visible of a picture fills its tile, and pixel art is doubled and stays sharp', async ({ page }) => {
  const disc = '<circle cx="600" cy="200" r="150" fill="#2f6fd8"/>'
  const square = { create: { width: 24, height: 24, channels: 4 as const, background: '#d92f2f' } }
  const pictures = [
    () => svgPicture(disc, 800),
    () => sharp(square).extend({ top: 8, bottom: 8, left: 8, right: 8, background: '#0000' }).png().toBuffer(),
  ]
  const { word, ids } = await contributorWithPictures(page, ['Disc', 'Square'], (n) => pictures[n]!())
  await (await adminApi(page)).approve(ids)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/?title=${word}`)
  await expect(page.getByRole('img', { name: `${word} Disc` })).not.toHaveCSS('transform', 'none')
  const boxes = await page.locator('.card', { hasText: 'Disc' }).evaluate((card) => {
    const picture = card.querySelector('img')!.getBoundingClientRect()
    const tile = card.querySelector('a')!.getBoundingClientRect()
    const scale = picture.width / 800
    const middle = [picture.x + 600 * scale - tile.x, picture.y + 200 * scale - tile.y].map((at) => at / tile.width)
    return { middle, share: (300 * scale) / tile.width }
  })
  for (const at of boxes.middle) expect(at).toBeCloseTo(0.5, 2)
  expect(boxes.share).toBeCloseTo(0.74, 1)
  const art = page.getByRole('img', { name: `${word} Square` })
  await expect(art).toHaveCSS('image-rendering', 'pixelated')
  await expect(art).toHaveCSS('transform', 'matrix(2, 0, 0, 2, 0, 0)')
})
