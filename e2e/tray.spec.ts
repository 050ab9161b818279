import type { Page } from '@playwright/test'
import { download } from './support/downloads.ts'
import { expect, expectAccessible, openPage, test, waitForHydration } from './support/fixtures.ts'

const trayButton = (page: Page, images: number) =>
  page.getByRole('button', { name: `Tray, ${images} ${images === 1 ? 'image' : 'images'}`, exact: true })
const drawer = (page: Page) => page.getByRole('dialog')
const titlesIn = (page: Page) => drawer(page).getByRole('listitem').getByRole('link')

/** From the list of the images of this subject. */
async function collect(page: Page, subject: string, ...titles: string[]) {
  // All cards are in view: scrolling would move another one under the mouse.
  await page.setViewportSize({ width: 1280, height: 1800 })
  await openPage(page, `/?keyword=${subject}`)
  for (const [at, title] of titles.entries()) {
    await page.getByRole('link', { name: title, exact: true }).hover()
    await page.getByRole('button', { name: `Add ${title} to tray` }).click()
    await expect(trayButton(page, at + 1)).toBeVisible()
  }
}

/** By the button of an image's page, as on a phone. */
async function collectOnPage(page: Page, slug: string) {
  await openPage(page, `/image/${slug}/`)
  await page.getByRole('button', { name: 'Add to tray' }).click()
  await expect(page.getByRole('button', { name: 'Take out of tray' })).toBeVisible()
}

test('images are collected in all tabs, cleared with undo, and survive a reload', async ({ page, context }) => {
  const other = await context.newPage()
  await openPage(other, '/about/')
  await collect(page, 'apple', 'Red apple')
  await page.getByRole('link', { name: 'Blue apple', exact: true }).focus()
  await page.keyboard.press('t')
  await expect(page.getByText('Blue apple is in your tray: 2 images.')).toBeAttached()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Download Blue apple' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Take Blue apple out of tray' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(trayButton(page, 1)).toBeVisible()
  await page.keyboard.press('t')
  await expect(trayButton(other, 2)).toBeVisible()
  await page.reload()
  await trayButton(page, 2).click()
  await expect(titlesIn(page)).toHaveText([/Red apple/, /Blue apple/])
  await expectAccessible(page)

  await drawer(page).getByRole('button', { name: 'Take Red apple out of tray' }).click()
  await expect(titlesIn(page)).toHaveText([/Blue apple/])
  await expect(drawer(page).getByRole('button', { name: 'Take Blue apple out of tray' })).toBeFocused()
  await drawer(page).getByRole('button', { name: 'Undo' }).click()
  await expect(titlesIn(page)).toHaveText([/Red apple/, /Blue apple/])
  await drawer(page).getByRole('button', { name: 'Clear' }).click()
  await expect(drawer(page).getByText('Nothing here yet')).toBeVisible()
  await drawer(page).getByRole('button', { name: 'Undo' }).click()
  await expect(titlesIn(page)).toHaveCount(2)
  await page.keyboard.press('Escape')
  await expect(drawer(page)).toHaveCount(0)
  await expect(trayButton(page, 2)).toBeFocused()
  await trayButton(page, 2).click()
  await drawer(page).getByRole('button', { name: 'Clear' }).click()
  await drawer(page).getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('main')).toBeFocused()
})

test('all images are downloaded as one zip; a refused one says why', { tag: '@slow' }, async ({ page, expects }) => {
  expects.errors.push(/429/)
  await collect(page, 'violin', 'Red violin', 'Blue violin')
  await trayButton(page, 2).click()
  const link = drawer(page).getByRole('link', { name: /^Download all \(2 images, .+B\)$/ })
  const zip = await download(page, () => link.click())
  expect([zip.name, zip.bytes.toString('latin1', 0, 2)]).toEqual(['vitrine-2-images.zip', 'PK'])
  await expect(drawer(page).getByText('Your download has started.')).toBeVisible()

  const message = 'Your network is downloading a zip already. Please try again when it has arrived.'
  await page.route('**/images/download/?ids=*', (route) =>
    route.fulfill({ status: 429, json: { code: 'zip_running', message } }),
  )
  await link.click()
  await expect(drawer(page).getByText(message)).toBeVisible()
})

test('a tray is shared by a link that no server is sent, and can be added to one’s own', async ({ page, browser }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await collect(page, 'tulip', 'Red tulip', 'Blue tulip', 'Teal tulip')
  await trayButton(page, 3).click()
  await drawer(page).getByRole('button', { name: 'Copy link' }).click()
  await expect(drawer(page).getByText('Link copied')).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toMatch(/\/#tray=\w+\.\w+\.\w+$/)

  const other = await (await browser.newContext()).newPage()
  const addresses: string[] = []
  other.on('request', (request) => addresses.push(request.url()))
  await other.goto(link)
  await expect(drawer(other).getByRole('heading')).toHaveText('A shared tray')
  await expect(titlesIn(other)).toHaveText([/Red tulip/, /Blue tulip/, /Teal tulip/])
  await expect(drawer(other).getByRole('button', { name: /out of tray/ })).toHaveCount(0)
  expect(addresses.filter((address) => address.includes('tray='))).toEqual([])
  await drawer(other).getByRole('button', { name: 'Add all to my tray' }).click()
  await expect(drawer(other).getByText('All of them are in your tray.')).toBeVisible()
  await other.keyboard.press('Escape')
  await expect(other).toHaveURL('/')
  await expect(trayButton(other, 3)).toBeVisible()
  await other.context().close()
})

test('an image that has left the library leaves the tray when it is opened; 200 have room in it', async ({ page }) => {
  await collectOnPage(page, 'red-anchor')
  await page.evaluate(() => {
    const [image] = JSON.parse(localStorage.getItem('tray')!)
    localStorage.setItem('tray', JSON.stringify([image, { ...image, id: 987_654, title: 'Gone' }]))
  })
  await page.reload()
  await trayButton(page, 2).click()
  await expect(drawer(page).getByText('One image is no longer in the library.')).toBeVisible()
  await expect(titlesIn(page)).toHaveText([/Red anchor/])

  await page.evaluate(() => {
    const [image] = JSON.parse(localStorage.getItem('tray')!)
    const many = Array.from({ length: 200 }, (_, i) => ({ ...image, id: 900_000 + i }))
    localStorage.setItem('tray', JSON.stringify(many))
  })
  await page.reload()
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Add to tray' }).click()
  await expect(page.getByText('Your tray is full: it has room for 200 images.')).toBeVisible()
  await expect(trayButton(page, 200)).toBeVisible()
})

test('works as long as the page where the browser refuses storage', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      },
    })
  })
  await collectOnPage(page, 'red-anchor')
  await expect(trayButton(page, 1)).toBeVisible()
})
