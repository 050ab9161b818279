import { aPng } from '../../server/test/png.ts'
import { expect, expectAccessible, people, test } from '../support/fixtures.ts'
import { adminApi, contributorWithImages } from '../support/managed-images.ts'
import { authHeaders, createSession, registerUser, signInByApi, storeSession } from '../support/new-user.ts'
import { contributorWithPendingImages } from '../support/pending-images.ts'

test('is for its owner only, and the admins’ pages for admins; everyone else is redirected home', async ({ page }) => {
  await page.goto('/contributor/somebody/')
  await expect(page).toHaveURL('/')
  await expect(page.getByText('Please sign in.')).toBeVisible()
  const { username } = people.contributor
  await signInByApi(page, people.contributor)
  const admins = ['', 'users/', 'audit/', 'trash/', 'review/', 'search/', 'cloudflare-api/', 'reports/']
  for (const path of ['/contributor/somebody-else/', ...admins.map((name) => `/admin/${username}/${name}`)]) {
    await page.goto(path)
    await expect(page).toHaveURL('/')
  }
  await page.goto(`/contributor/${username}/`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const name of ['Users', 'Reports']) await expect(page.getByRole('link', { name })).toHaveCount(0)
})

test('shows the count of each list as a link to it, and the downloads below', async ({ page }) => {
  const person = await registerUser(page)
  const session = await signInByApi(page, person)
  const response = await page.request.post('/api/v1/images/upload/', {
    headers: authHeaders(session),
    multipart: { images: { name: 'a.png', mimeType: 'image/png', buffer: aPng({ seed: 7001 }) }, title: 'Tile' },
  })
  expect(response.status()).toBe(201)
  await page.goto(person.dashboardPath)
  const tiles = page.getByRole('list', { name: 'Your images in numbers' }).getByRole('link')
  await expect(tiles).toHaveText(['Total Images1', 'Pending Images1', 'Approved Images0', 'Rejected Images0'])
  await expect(page.getByText('0 in 30 days')).toHaveCount(2)
  await expect(page.getByText('Nothing was downloaded yet.')).toBeVisible()
  await expectAccessible(page)
  await tiles.nth(1).click()
  await expect(page).toHaveURL(`${person.dashboardPath}pending-images/`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pending images: 1')
})

test('the charts stay while their numbers cannot be read again', async ({ page, expects }) => {
  expects.errors.push(/400/)
  const { ids, dashboardPath } = await contributorWithImages(page, 'one', 'two')
  const admin = await adminApi(page)
  await page.goto(dashboardPath)
  await expect(page.getByText('0 in 30 days')).toHaveCount(2)
  let failures = 0
  await page.route('**/api/v1/images/statistics/', async (route) => {
    await route.fulfill({ status: 400, json: {} })
    failures++
  })
  for (const [before, id] of ids.entries()) {
    await admin.approve([id])
    await expect.poll(() => failures).toBe(before + 1)
  }
  await expect(page.getByRole('link', { name: /^Approved Images/ }).first()).toContainText('2')
  await expect(page.getByText('0 in 30 days')).toHaveCount(2)
})

test('on a small screen the navigation is a modal menu', async ({ page }) => {
  const person = await registerUser(page)
  await signInByApi(page, person)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(person.dashboardPath)
  await page.getByRole('button', { name: 'Open menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu.getByRole('link', { name: 'Total images' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await page.getByRole('button', { name: 'Open menu' }).click()
  await menu.getByText('Settings').click()
  await menu.getByRole('link', { name: 'Profile' }).click()
  await expect(page).toHaveURL(`${person.dashboardPath}profile/`)
  await expect(menu).toBeHidden()
})

test('leads admins to their pages, and can log out', async ({ page }) => {
  await contributorWithPendingImages(page, 'Waits')
  // A session of its own, which it ends.
  await storeSession(page, await createSession(page, people.admin))
  await page.goto(`/admin/${people.admin.username}/`)
  for (const name of ['Users', 'Audit', 'Trash', 'Cloudflare API']) {
    await expect(page.getByRole('link', { name, exact: true }).first()).toBeVisible()
  }
  await expect(page.getByRole('link', { name: /^Review mode [\d,]+/ }).first()).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('button', { name: 'Open menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await menu.getByRole('link', { name: /^Review mode [\d,]+/ }).click()
  await expect(page).toHaveURL(/\/review\/$/)
  await page.goBack()
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByText('Settings').first().click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  expect(await page.evaluate(() => localStorage.getItem('auth'))).toBeNull()
})
