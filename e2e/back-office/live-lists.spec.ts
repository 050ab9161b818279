import { button, expect, expectAccessible, test } from '../support/fixtures.ts'
import { adminApi, contributorWithImages, tileOf, tiles } from '../support/managed-images.ts'

test('an approval by someone else appears in the open list, in a background tab once it is seen', async ({ page }) => {
  const { ids, listPath } = await contributorWithImages(page, 'one', 'two', 'three')
  const admin = await adminApi(page)
  await page.clock.install()
  await page.goto(listPath('pending'))
  await expect(tiles(page)).toHaveCount(3)
  await admin.approve([ids[0]])
  await page.clock.runFor(5_100)
  await expect(tiles(page)).toHaveCount(2)
  await expect(page.getByRole('heading', { name: 'Pending images: 2' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Approved images/ })).toContainText('1')

  const setVisibility = (state: string) =>
    page.evaluate((to) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => to })
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    }, state)
  await setVisibility('hidden')
  const requests: string[] = []
  page.on('request', (request) => request.url().includes('/api/') && requests.push(request.url()))
  await admin.approve([ids[1]])
  await page.clock.runFor(60_000)
  expect(requests).toEqual([])
  await setVisibility('visible')
  await expect(tiles(page)).toHaveCount(1)
})

test('a list says after two seconds that there is no connection, and goes on', { tag: '@slow' }, async ({
  page,
  expects,
  context,
}) => {
  expects.errors.push(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|preload assets/)
  const { listPath, ids } = await contributorWithImages(page, 'one', 'two')
  const admin = await adminApi(page)
  await page.clock.install()
  const lastChunk = page.waitForResponse(/\/assets\/api-keys-page-.*\.js$/) // the last of backOfficePageNames
  await page.goto(listPath('pending'))
  await expect(tileOf(page, 'one')).toBeVisible()
  await (await lastChunk).finished()
  await context.setOffline(true)
  await page.getByRole('link', { name: /^Total images/ }).click()
  await expect(page.getByText(/^(Loading images\.\.\.|No connection\.)$/)).toBeVisible()
  await page.clock.runFor(2_000)
  await expect(page.getByText('No connection.', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: /^Pending images/ }).click()
  await expect(page.getByText('No connection. You see what was loaded last.')).toBeVisible()
  await expect(tiles(page)).toHaveCount(2)
  await context.setOffline(false)
  await admin.approve([ids[0]])
  await page.clock.runFor(5_100)
  await expect(tiles(page)).toHaveCount(1)
  await expect(page.getByText(/^No connection/)).toHaveCount(0)

  // A line that is dead while the browser calls itself online counts as no connection.
  await page.route('**/api/**', (route) => route.abort())
  await page.clock.runFor(10_000)
  await expect(page.getByText('No connection. You see what was loaded last.')).toBeVisible()
  await expect(tiles(page)).toHaveCount(1)
  await page.unrouteAll()
  await page.clock.runFor(10_000)
  await expect(page.getByText(/^No connection/)).toHaveCount(0)
  await expect(button(page, 'Try again')).toHaveCount(0)
})
