import type { Page } from '@playwright/test'
import { button, expect, expectAccessible, test } from '../support/fixtures.ts'
import { chooseFiles, openUploadPage, smallFiles, uploadUrl } from '../support/upload-page.ts'

const chunk = '**/assets/trash-page-*'
const pageLink = (page: Page) => page.getByRole('link', { name: 'Trash' })
const loadErrors = [/Failed to load resource/, /dynamically imported module/, /load preload assets|Unable to load/]

test('a page whose chunk does not load leaves all around it', { tag: '@slow' }, async ({ page, expects }) => {
  expects.errors = loadErrors
  await page.clock.install()
  await page.route(chunk, (route) => route.abort())
  await openUploadPage(page)
  await page.route(uploadUrl, () => {}) // never answered
  await chooseFiles(page, smallFiles(3))
  const uploading = page.getByText('Uploading 3 of your photos, please wait...')
  await expect(uploading).toBeVisible()

  await pageLink(page).click()
  await expectFailure(page)
  await expectAccessible(page)
  await button(page, 'Try again').click()
  await expect(page.getByRole('main').getByText('Loading...')).toBeVisible()
  await page.goBack()
  await expect(uploading).toBeVisible()

  await pageLink(page).click()
  await expectFailure(page)
  await page.unroute(chunk)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page.getByRole('heading', { name: 'Trash' })).toBeVisible()
  const tile = page.locator('.back-office-content')
  expect(await tile.evaluate((content) => getComputedStyle(content).paddingTop)).not.toBe('0px')
})

test('the chunks of all pages and the toasts are loaded before they are needed', async ({ page, context }) => {
  const last = page.waitForResponse(/\/assets\/api-keys-page-.*\.js$/) // the last of backOfficePageNames
  await openUploadPage(page)
  await (await last).finished()
  // Not the icon, which Chromium may ask for again whenever the address changes.
  await context.route(/\/assets\/.+\.(js|css)$/, (route) => route.abort())
  for (const [link, heading] of [
    ['Rejected images 0', 'Rejected images: 0'],
    ['Dashboard', /^Hello/],
  ] as const) {
    await page.getByRole('link', { name: link }).click()
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  }
})

/** Waits for the last try, turning the clock over the pauses before it. */
async function expectFailure(page: Page) {
  await expect(async () => {
    await page.clock.fastForward(5_000)
    await expect(page.getByText('This page could not be loaded.')).toBeVisible({ timeout: 250 })
  }).toPass({ intervals: [0] })
}

/** Opens a page of a build after which another is deployed: its chunks are missing until a document is loaded. */
async function openBeforeDeployment(page: Page) {
  await page.clock.install()
  await page.route(chunk, (route) => route.fulfill({ status: 404 }))
  await page.route('**/trash/', async (route) => {
    if (route.request().resourceType() === 'document') {
      await page.unroute(chunk)
      return route.continue()
    }
    const html = await (await route.fetch()).text()
    return route.fulfill({
      contentType: 'text/html',
      body: html.replaceAll(/first-script-[\w-]+/g, 'first-script-new'),
    })
  })
  await openUploadPage(page)
}

test('after a deployment, a tab that holds nothing unsaved is reloaded by itself', async ({ page, expects }) => {
  expects.errors = loadErrors
  await openBeforeDeployment(page)
  await page.clock.fastForward(11_000)
  await pageLink(page).click()
  await expect(page.getByRole('heading', { name: 'Trash' })).toBeVisible()
})

test('after a deployment, a tab with unsaved work says so and keeps it', async ({ page, expects }) => {
  expects.errors = loadErrors
  await openBeforeDeployment(page)
  await page.route(uploadUrl, () => {}) // never answered
  await chooseFiles(page, smallFiles(2))
  await page.clock.fastForward(11_000)
  await pageLink(page).click()
  await expect(page.getByText('The site has been updated.')).toBeVisible()
  await expectAccessible(page)
  await page.goBack()
  await expect(page.getByText('Uploading 2 of your photos, please wait...')).toBeVisible()
})
