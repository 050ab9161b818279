import { expect, expectAccessible, people, test } from '../support/fixtures.ts'
import { adminApi, contributorWithImages } from '../support/managed-images.ts'
import { createSession, openOwnPage, signInByApi, storeSession } from '../support/new-user.ts'
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

test('shows what waits, what was rejected and why; keeps a chart that fails to renew', async ({ page, expects }) => {
  expects.errors.push(/400/)
  const person = await contributorWithImages(page, 'Halo', 'Fine', 'Waits')
  const admin = await adminApi(page)
  const [halo, fine, waits] = person.ids
  await admin.call('PUT', `/images/update/${halo}/`, { status: 'rejected', reason: 'fringe', note: 'At the ear.' })
  await admin.approve([fine])
  await page.clock.install()
  await page.goto(person.dashboardPath)
  const tiles = page.getByRole('list', { name: 'Your images in numbers' }).getByRole('link')
  await expect(tiles).toHaveText(['Total Images3', 'Pending Images1', 'Approved Images1', 'Rejected Images1'])
  await expect(page.getByText(/\d in 30 days/)).toHaveCount(1)
  await expect(page.getByText('Nothing was downloaded yet.')).toBeVisible()
  await expect(page.getByText('A halo of the old background is left around the subject. At the ear.')).toBeVisible()
  await expect(page.getByText('One image, the oldest for 1 minute')).toBeVisible()
  await expect(page.getByRole('link', { name: `${person.word} Fine` })).toBeVisible()
  const bell = page.locator('summary', { hasText: /^2$/ })
  await expect(bell).toHaveAccessibleName('Waiting: 2')
  await bell.press('Enter')
  const lines = bell.locator('..').getByRole('link')
  await expect(lines).toHaveText(['Rejected images1', 'Pending images1'])
  await expectAccessible(page)

  const statistics = '**/api/v1/images/statistics/'
  let failures = 0
  await page.route(statistics, async (route) => {
    await route.fulfill({ status: 400, json: {} })
    failures++
  })
  await admin.approve([waits])
  await page.clock.runFor(5_100)
  await expect.poll(() => failures).toBe(1)
  await expect(tiles).toHaveText(['Total Images3', 'Pending Images0', 'Approved Images2', 'Rejected Images1'])
  await expect(page.getByText(/\d in 30 days/)).toHaveCount(1)
  await page.unroute(statistics)

  await page.locator('summary', { hasText: /^1$/ }).locator('..').getByRole('link').click()
  await expect(page).toHaveURL(person.listPath('rejected'))
  await page.goBack()
  await page.getByRole('link', { name: `Fix: ${person.word} Halo` }).click()
  const panel = page.getByRole('dialog', { name: 'Edit' })
  await expect(panel.getByLabel('Title')).toHaveValue(`${person.word} Halo`)
  await admin.call('PUT', `/images/update/${halo}/`, { status: 'pending' })
  await page.clock.runFor(5_100)
  await expect(panel.getByText('Pending')).toBeVisible()
})

test('a newcomer is told the first step, and on a small screen the navigation is a modal menu', async ({ page }) => {
  const person = await openOwnPage(page)
  await expect(page.getByRole('heading', { name: 'Welcome. Share your first images' })).toBeVisible()
  await page.getByRole('link', { name: 'Upload images' }).last().click()
  await expect(page).toHaveURL(`${person.dashboardPath}upload-images/`)

  await page.setViewportSize({ width: 360, height: 740 })
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
  for (const group of ['Insights', 'Settings']) await page.locator('summary', { hasText: group }).first().click()
  for (const name of ['Users', 'Audit', 'Trash', 'Cloudflare API']) {
    await expect(page.getByRole('link', { name, exact: true }).first()).toBeVisible()
  }
  await expect(page.getByRole('link', { name: /^Review mode [\d,]+/ }).first()).toBeVisible()
  const panels = page.getByRole('main')
  for (const name of ['Review queue', 'Findings in the queue', 'Reviewers'])
    await expect(panels.getByRole('heading', { name })).toBeVisible()
  await expect(panels.getByRole('link', { name: 'Review', exact: true })).toBeVisible()
  await expect(panels.getByText(/^Vitrine \d.*There is no backup of this library yet\.$/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  expect(await page.evaluate(() => localStorage.getItem('auth'))).toBeNull()
})
