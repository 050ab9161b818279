import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { aPng } from '../server/test/png.ts'
import { expect, expectAccessible, openPage, test, waitForHydration } from './support/fixtures.ts'
import { seedPicture } from './support/pictures.ts'
import { collection } from './support/seed-data.ts'

const stage = (page: Page) => page.locator('.stage')
const backdropColour = (page: Page) => stage(page).evaluate((element) => getComputedStyle(element).backgroundColor)

/** The backdrops that are marked as the present one, as they look. */
const marked = (page: Page) =>
  page
    .locator('.backdrops > :has([name="backdrop"])')
    .evaluateAll((choices) =>
      choices
        .filter((choice) => !/, 0\)$|transparent/.test(getComputedStyle(choice, '::before').borderTopColor))
        .map((choice) => choice.querySelector<HTMLInputElement>('[name="backdrop"]')!.value),
    )

async function openImage(page: Page, slug = 'golden-apple') {
  await openPage(page, `/image/${slug}/`)
}

const expectImage = (page: Page, title: string) => expect(page.getByRole('heading', { level: 1 })).toHaveText(title)

test('the present backdrop is marked from the first paint on, and a chosen one is kept', async ({ page }) => {
  await openImage(page)
  expect(await marked(page)).toEqual(['light'])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await marked(page)).toEqual(['dark'])
  await page.getByRole('radio', { name: 'Black' }).check()
  expect(await marked(page)).toEqual(['black'])
  await page.emulateMedia({ forcedColors: 'active' })
  expect(await marked(page)).toEqual(['black'])
  await page.emulateMedia({ forcedColors: 'none' })
  await page.getByRole('link', { name: 'Red apple', exact: true }).click()
  await expectImage(page, 'Red apple')
  expect(await backdropColour(page)).toBe('rgb(0, 0, 0)')
  await expect(page.getByRole('navigation', { name: 'Images of the same search' }).getByRole('link')).not.toHaveCount(0)
  await page.goBack()
  await expectImage(page, 'Golden apple')
  await expect(page.getByRole('navigation', { name: 'Images of the same search' })).toHaveCount(0)
  await page.getByLabel('A colour of your own').fill('#336699')
  await page.reload()
  await waitForHydration(page)
  await expect.poll(() => backdropColour(page)).toBe('rgb(51, 102, 153)')
  await expect(page.getByLabel('A colour of your own')).toHaveValue('#336699')
})

test('a colour of the picture is copied, becomes the backdrop, and leads to others', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openImage(page, 'blue-kettle')
  const swatch = page.getByRole('list', { name: 'Colours of this picture' }).locator('summary').first()
  const [hex] = (await swatch.getAttribute('aria-label'))!.split(',') as [string]
  expect(await swatch.getAttribute('aria-label')).toMatch(/^#[0-9a-f]{6}, \d+ %$/)
  await swatch.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: `Copy ${hex}` })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: `Copy ${hex}` }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(hex)
  await page.getByRole('button', { name: 'Use as background' }).click()
  await expect(page.getByLabel('A colour of your own')).toHaveValue(hex)
  expect(await marked(page)).toEqual(['custom'])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: 'More in blue' })).toBeHidden()
  await expect(swatch).toBeFocused()
  await swatch.click()
  await page.getByRole('link', { name: 'More in blue' }).click()
  await expect(page).toHaveURL('/?colour=blue')
  await expect(page.getByRole('link', { name: 'Blue kettle', exact: true })).toBeVisible()
})

test('the loupe shows alpha by the pixel, follows arrow keys and pointer, and Escape closes it', async ({ page }) => {
  await openImage(page)
  await page.getByRole('radio', { name: 'Alpha' }).check()
  expect(await backdropColour(page)).toBe('rgb(0, 0, 0)')
  await expect(stage(page).getByRole('img', { name: 'Golden apple' })).toHaveAttribute('src', /original\.png/)
  await page.getByRole('button', { name: 'Loupe' }).focus()
  await page.keyboard.press('Enter')
  const loupe = page.getByRole('application', { name: 'Loupe at 400 %' })
  await expect(loupe).toBeFocused()
  const pixels = () => loupe.locator('canvas').evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL())
  await expect(loupe).toHaveAttribute('aria-busy', 'false')
  await expectAccessible(page)
  // From the centre, which is at 110, 115, to the soft edge of the disc.
  for (const key of ['Shift+ArrowRight', 'Shift+ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight'])
    await page.keyboard.press(key)
  const shown = await loupe.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d')!
    copy.fillRect(0, 0, canvas.width, canvas.height)
    copy.filter = getComputedStyle(canvas).filter
    copy.drawImage(canvas, 0, 0)
    return { side: canvas.width, pixels: [...copy.getImageData(0, 0, canvas.width, canvas.height).data] }
  })
  const { data, info } = await sharp(seedPicture('Golden apple')).raw().toBuffer({ resolveWithObject: true })
  const seen = new Set<number>()
  for (let y = -20; y < 20; y++)
    for (let x = -15; x < 15; x++) {
      const at = (shown.side / 2 + x * 4 + 1 + (shown.side / 2 + y * 4 + 1) * shown.side) * 4
      const alpha = data[((115 + y) * info.width + 202 + x) * info.channels + 3]!
      expect(shown.pixels.slice(at, at + 3)).toEqual([alpha, alpha, alpha])
      seen.add(alpha)
    }
  expect(seen.size).toBeGreaterThan(5)

  const before = await pixels()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(pixels).not.toBe(before)
  await page.keyboard.press('ArrowRight')
  await expect.poll(pixels).toBe(before)
  const { x, y, width, height } = (await stage(page).boundingBox())!
  await page.mouse.move(x + width / 4, y + height / 3)
  await page.mouse.move(x + width / 3, y + height / 3)
  const centre = async () => loupe.boundingBox().then((box) => box!.x + box!.width / 2)
  await expect.poll(centre).toBeCloseTo(x + width / 3, -1)
  await page.keyboard.press('Escape')
  await expect(loupe).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Loupe' })).toBeFocused()
})

test('the original is dragged out; one’s own photo is a backdrop, and sent nowhere', async ({ page, request }) => {
  await openImage(page)
  await stage(page).hover()
  const dragged = () =>
    stage(page)
      .locator('img')
      .evaluate((image) => {
        const dataTransfer = new DataTransfer()
        image.dispatchEvent(new DragEvent('dragstart', { dataTransfer, bubbles: true }))
        return dataTransfer.getData('DownloadURL')
      })
  await expect.poll(dragged).toMatch(/^image\/png:golden-apple\.png:http/)
  const address = (await dragged()).split(':').slice(2).join(':')
  expect((await (await request.get(address)).body()).equals(seedPicture('Golden apple'))).toBe(true)

  await page.getByRole('radio', { name: 'White' }).check()
  await page.waitForLoadState('networkidle')
  const requested: string[] = []
  page.on('request', (request) => {
    if (!/^blob:|\/assets\//.test(request.url())) requested.push(`${request.method()} ${request.url()}`)
  })
  const photo = { name: 'desk.png', mimeType: 'image/png', buffer: aPng({ alpha: 'opaque' }) }
  await page.getByLabel('Your photo').setInputFiles(photo)
  await expect(page.getByText('Your photo stays on this device.')).toBeVisible()
  const backdrop = () => stage(page).evaluate((element) => getComputedStyle(element).backgroundImage)
  expect(await backdrop()).toMatch(/^url\("blob:/)
  const first = await backdrop()
  /** Answers whether the page has taken it. */
  const bring = (type: 'paste' | 'drop', where: string, text = '') =>
    page.evaluate(
      ([bytes, type, where, text]) => {
        const data = new DataTransfer()
        data.items.add(new File([new Uint8Array(bytes)], 'brought.png', { type: 'image/png' }))
        if (text) data.setData('text/plain', text)
        const init = { bubbles: true, cancelable: true }
        const event =
          type === 'paste'
            ? new ClipboardEvent(type, { ...init, clipboardData: data })
            : new DragEvent(type, { ...init, dataTransfer: data })
        return !document.querySelector(where)!.dispatchEvent(event)
      },
      [[...aPng({ alpha: 'opaque', seed: 2 })], type, where, text] as const,
    )
  // A field takes text, and so does a spreadsheet's cell, which is pasted as a picture too.
  expect([await bring('paste', 'form.search input'), await bring('paste', 'body', 'A cell')]).toEqual([false, false])
  expect(await bring('drop', 'footer')).toBe(true) // and the browser does not open it in place of the page
  expect(await backdrop()).toBe(first)
  await bring('paste', 'body')
  await expect.poll(backdrop).not.toBe(first)
  expect(await marked(page)).toEqual(['photo'])
  const notes = { name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no picture') }
  await page.getByLabel('Your photo').setInputFiles(notes)
  await expect(page.getByText('This file is not a picture that your browser can show.')).toBeVisible()
  expect(requested).toEqual([])
})

test('arrows, keys and swipes lead through the search, and Back to its results', async ({ page }) => {
  await openPage(page, '/?keyword=apple')
  await page.getByRole('link', { name: 'Coral apple', exact: true }).click()
  await expectImage(page, 'Coral apple')
  await page.getByRole('link', { name: 'Next: Amber apple' }).click()
  await expectImage(page, 'Amber apple')
  await expect(page).toHaveURL('/image/amber-apple/')
  await page.keyboard.press('ArrowRight')
  await expectImage(page, 'Silver apple')
  await page.keyboard.press('ArrowLeft')
  await expectImage(page, 'Amber apple')
  await page.getByPlaceholder('Search images...').fill('fox')
  await page.keyboard.press('ArrowLeft')
  await swipe(page, 'left')
  await expectImage(page, 'Silver apple')
  await swipe(page, 'right')
  await expectImage(page, 'Amber apple')
  await page.reload()
  await waitForHydration(page)
  await expect(page.getByRole('link', { name: 'Next: Silver apple' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/?keyword=apple')
})

async function swipe(page: Page, direction: 'left' | 'right') {
  await stage(page)
    .locator('img')
    .evaluate(
      (image, across) => {
        const finger = { pointerType: 'touch', isPrimary: true, bubbles: true, clientY: 200 }
        image.dispatchEvent(new PointerEvent('pointerdown', { ...finger, clientX: 200 }))
        image.dispatchEvent(new PointerEvent('pointerup', { ...finger, clientX: 200 + across }))
      },
      direction === 'left' ? -90 : 90,
    )
}

test('the words of the search stay in the field, and the image’s place in it is said', async ({ page }) => {
  await openPage(page, '/?title=fox')
  await page.locator('.grid-of-images > li > a:first-child').nth(1).click()
  await expect(page.getByRole('link', { name: '2 of 10 for “fox”' })).toHaveAttribute('href', '/?title=fox')
  await expect(page.getByPlaceholder('Search images...')).toHaveValue('fox')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('link', { name: '3 of 10 for “fox”' })).toBeVisible()
})

test('Escape closes a menu before it leads back, also a menu that was opened without the focus', async ({ page }) => {
  await openPage(page, '/?title=fox')
  await page.locator('.grid-of-images > li > a:first-child').nth(1).click()
  await expect(page.getByRole('link', { name: '2 of 10 for “fox”' })).toBeVisible()
  const copy = page.getByText('Copy…')
  // As Safari and screen readers do, and then as others, which give it the focus.
  for (const open of [() => copy.evaluate((button: HTMLElement) => button.click()), () => copy.click()]) {
    await open()
    await expect(page.getByRole('button', { name: 'Markdown' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Markdown' })).toBeHidden()
    await expect(page).toHaveURL(/\/image\//)
  }
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/?title=fox')
})

test('the list goes on over the pages of a search, and Back returns to the exact place in it', async ({ page }) => {
  await page.goto(`/?keyword=${collection}&sort=newest`) // what is trending follows the downloads of other tests
  await waitForHydration(page)
  const card = page.locator('.grid-of-images > li > a:first-child').nth(99)
  await card.scrollIntoViewIfNeeded()
  const place = () => page.evaluate(() => scrollY)
  const before = await place()
  expect(before).toBeGreaterThan(1000)
  await card.click()
  await expectImage(page, 'Golden feather')
  await page.getByRole('link', { name: 'Next: Golden kettle' }).click()
  await expectImage(page, 'Golden kettle')
  await page.getByRole('link', { name: 'Next: Golden anchor' }).click()
  await page.getByRole('link', { name: 'Previous: Golden kettle' }).click()
  await page.getByRole('link', { name: 'Previous: Golden feather' }).click()
  await expectImage(page, 'Golden feather')
  await page.goBack()
  await expect(page).toHaveURL(`/?keyword=${collection}&sort=newest`)
  await expect(card).toBeVisible()
  await expect.poll(place).toBe(before)
})
