import type { Page } from '@playwright/test'
import { button, expect, expectAccessible, test } from '../support/fixtures.ts'
import { adminApi, checkboxOf, contributorWithImages, sidePanel, tileOf, tiles } from '../support/managed-images.ts'
import { openAdminPage } from '../support/new-user.ts'

const link = (page: Page, title: string) => tileOf(page, title).getByRole('link')
const rows = (page: Page) => page.locator('.image-table tbody tr')

test('filters and order are in the address; phones show tiles, and a table is remembered', async ({ page }) => {
  const { listPath, ids, call } = await contributorWithImages(page, 'one', 'two', 'three')
  await call('PUT', `/images/update/${ids[0]}/`, { keywords: [], category: null })
  await (await adminApi(page)).reject([ids[1]], 'cropped')
  await page.goto(listPath('total'))
  await page.getByText('Filter', { exact: true }).click()
  // The second is chosen as soon as the first is in the address: React draws the page in a task of its own, later.
  await page.locator('.filter-fields').evaluate(async (fields) => {
    for (const label of ['Keywords', 'Category']) {
      const select = [...fields.querySelectorAll('select')].find(({ labels }) => labels[0]!.textContent === label)!
      select.value = 'none'
      select.dispatchEvent(new Event('change', { bubbles: true }))
      for (let i = 0; i < 100 && !location.search; i++) await null
    }
  })
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL((url) => url.search === '?category=none&keywords=none')
  await expect(page.getByRole('heading', { name: 'Total images: 1' })).toBeVisible()
  await page.reload()
  await button(page, 'Remove the filter No category').click()
  await button(page, 'Remove the filter No keywords').click()
  await expect(tiles(page)).toHaveCount(3)
  await page.getByLabel('Sort').selectOption('Oldest first')
  await expect(tiles(page).first()).toContainText('one')
  expect(new URL(page.url()).search).toBe('?order=oldest')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(listPath('pending'))
  await expect(tiles(page)).toHaveCount(2)
  expect((await tiles(page).first().boundingBox())!.y).toBeLessThan(300)
  await expect(button(page, 'All Delete')).toHaveCount(0)
  await checkboxOf(page, 'one').check()
  await expect(button(page, 'All Delete')).toBeVisible()
  await expectAccessible(page)

  await page.setViewportSize({ width: 1280, height: 720 })
  await page.goto(listPath('total'))
  await page.getByRole('radio', { name: 'Table' }).check({ force: true })
  await expect(rows(page)).toHaveCount(3)
  await expect(rows(page).nth(1)).toContainText('The subject is cut off at the edge.')
  await page.reload()
  await rows(page).first().getByRole('link').focus()
  await page.keyboard.press('ArrowDown')
  await expect(rows(page).nth(1).getByRole('link')).toBeFocused()
  await page.keyboard.press('x')
  await expect(page.getByText('1 selected')).toBeVisible()
  await expectAccessible(page)
})

test('keys move, select, edit, open and search; ? shows them; characters can be off', async ({ page }) => {
  const { listPath, word } = await contributorWithImages(page, 'one', 'two', 'three', 'four')
  await page.goto(listPath('total'))
  await link(page, 'four').focus()
  await page.keyboard.press('ArrowRight')
  await expect(link(page, 'three')).toBeFocused()
  await page.keyboard.press('End')
  await expect(link(page, 'one')).toBeFocused()
  for (const key of ['Home', 'x', 'Shift+ArrowRight']) await page.keyboard.press(key)
  await expect(page.getByText('2 selected')).toBeVisible()
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(link(page, 'three')).toBeFocused()
  await page.keyboard.press('e')
  await expect(sidePanel(page).getByLabel('Title')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.locator('.side-panel')).toHaveCount(0)
  await expect(link(page, 'three')).toBeFocused()
  for (const key of ['x', 'e']) await page.keyboard.press(key)
  await expect(page.getByRole('dialog', { name: 'Edit 1 image' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await link(page, 'three').press('Escape')
  await page.keyboard.press('Enter')
  const heading = page.getByRole('heading', { name: `Edit ${word} three` })
  await expect(heading).toBeFocused()
  await sidePanel(page).getByLabel('Description').focus()
  await page.keyboard.press('Control+Shift+Enter')
  await page.keyboard.press('Escape')
  // Closing goes back in history, and the panel leaves then.
  await expect(page.locator('.side-panel')).toHaveCount(0)
  await link(page, 'three').press('Enter')
  await expect(heading, 'whatever was edited or saved before').toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.locator('.side-panel')).toHaveCount(0)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keys' })).toContainText('Save, in every field')
  await expectAccessible(page)
  await page.getByLabel('Use the keys that are characters').uncheck()
  await page.keyboard.press('Escape')
  // The browser has closed the dialog before the page takes it away.
  await expect(page.getByRole('dialog', { name: 'Keys', includeHidden: true })).toHaveCount(0)
  await link(page, 'two').focus()
  for (const key of ['e', '?', '/']) await page.keyboard.press(key)
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.keyboard.press('ArrowRight')
  await expect(link(page, 'one')).toBeFocused()
  await page.reload()
  await button(page, 'Keys').click()
  await page.getByLabel('Use the keys that are characters').check()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Keys', includeHidden: true })).toHaveCount(0)
  await page.keyboard.press('/')
  await expect(page.getByLabel('Search images by title…')).toBeFocused()
})

test('an admin filters by contributor and reason; A and R decide about the image with the focus', async ({ page }) => {
  const { username, word, call, ids } = await contributorWithImages(page, 'one', 'two', 'three')
  const admin = await adminApi(page)
  await admin.reject([ids[0]], 'cropped')
  await openAdminPage(page, 'total-images/')
  await page.getByText('Filter', { exact: true }).click()
  await page.getByLabel('Contributor').fill(username)
  await page.keyboard.press('Enter')
  await expect(tiles(page)).toHaveCount(3)
  await page.getByLabel('Rejected because').selectOption('The subject is cut off at the edge.')
  await expect(tiles(page)).toHaveCount(1)
  await expect(button(page, `Remove the filter By ${username}`)).toBeVisible()

  await openAdminPage(page, `pending-images/?title=${word}`)
  await link(page, 'three').focus()
  await page.keyboard.press('a')
  await expect(tiles(page)).toHaveCount(1)
  await expect(link(page, 'two')).toBeFocused()
  await page.keyboard.press('r')
  await expect(page.getByLabel('Reason', { exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: /^Dashboard/ }).click()
  const status = async () => (await call('GET', `/images/user/total/?title=${ids[2]}`)).images[0].status
  await expect.poll(status).toBe('approved')
})

test('Control and Enter save from the keyword field, with Shift the next image’s opens', async ({ page }) => {
  const { listPath, word, call } = await contributorWithImages(page, 'one', 'two', 'three')
  await page.clock.install()
  await page.goto(listPath('pending'))
  await link(page, 'three').click()
  await button(page, '+ Add keyword').click()
  await page.keyboard.type('wild')
  await page.keyboard.press('Control+Shift+Enter')
  await expect(page.getByRole('dialog', { name: `Edit ${word} two` })).toBeVisible()
  await expect(sidePanel(page).getByLabel('New keyword')).toBeFocused()
  await page.keyboard.type('tame')
  await page.keyboard.press('Control+Enter')
  await expect(sidePanel(page)).toHaveCount(0)
  const images = async () => (await call('GET', '/images/user/total/?order=oldest')).images
  await page.clock.runFor(3_000)
  const keywords = [
    ['heron', 'pond'],
    ['heron', 'pond', 'tame'],
    ['heron', 'pond', 'wild'],
  ] // the oldest image first
  await expect.poll(images).toMatchObject(keywords.map((names) => ({ keywords: names.map((name) => ({ name })) })))
})

test('a change that fails half-way says how far it came and keeps the others selected', async ({ page, expects }) => {
  expects.errors.push(/500/)
  const { listPath, ids } = await contributorWithImages(page, 'one', 'two')
  const many = Array.from({ length: 700 }, (_, at) => ids[at] ?? 1_000_000 + at)
  await page.route('**/images/selection/**', (route) => route.fulfill({ json: { ids: many, versions: many } }))
  await page.route('**/images/user/pending/**', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ json: { ...(await response.json()), count: 700 } })
  })
  let calls = 0
  const done = { message: '', count: 500, versions: many.slice(0, 500) }
  await page.route('**/images/update-multiple/', (route) =>
    ++calls === 1 ? route.fulfill({ json: done }) : route.fulfill({ status: 500, body: '' }),
  )
  await page.clock.install()
  await page.goto(listPath('pending'))
  await expect(tiles(page)).toHaveCount(2)
  await button(page, 'All Select').click()
  await button(page, 'Select all 700').click()
  await button(page, /^Edit/).click()
  await page.getByRole('dialog').getByLabel('Category').selectOption('Sports')
  await button(page, /^All Save/).click()
  await page.clock.runFor(11_000)
  await expect(page.getByText('500 of 700 images were changed. The others are still selected.')).toBeVisible()
  await expect(page.getByText(/^200 selected/)).toBeVisible()
})

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

test('a list says that there is no connection, and goes on', { tag: '@slow' }, async ({ page, expects, context }) => {
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
  // As a process answers that has just started and remembers no change.
  await page.route('**/images/revision/', (route) => route.fulfill({ json: { revision: '' } }))
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
