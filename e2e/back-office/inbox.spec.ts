import { expect, expectAccessible, people, test } from '../support/fixtures.ts'
import { adminApi, contributorWithImages, openAdminPage, sidePanel } from '../support/managed-images.ts'
import { registerUser, signInByApi } from '../support/new-user.ts'

test('a contributor sees what was rejected and why, and “Fix” opens it', async ({ page }) => {
  const person = await contributorWithImages(page, 'Halo', 'Fine', 'Waits')
  const admin = await adminApi(page)
  const [halo, fine] = person.ids
  await admin.call('PUT', `/images/update/${halo}/`, { status: 'rejected', reason: 'fringe', note: 'At the ear.' })
  await admin.call('PUT', `/images/update/${fine}/`, { status: 'approved' })

  await page.goto(person.dashboardPath)
  await expect(page.getByText('A halo of the old background is left around the subject. At the ear.')).toBeVisible()
  await expect(page.getByText('One image, the oldest for 1 minute')).toBeVisible()
  await expect(page.getByRole('link', { name: `${person.word} Fine` })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: `Fix ${person.word} Halo` }).click()
  await expect(sidePanel(page).getByLabel('Title')).toHaveValue(`${person.word} Halo`)
  await admin.call('PUT', `/images/update/${halo}/`, { status: 'pending' })
  await expect(sidePanel(page).getByText('Pending')).toBeVisible()
})

test('an admin sees who waits since when, and what was found', async ({ page, browser, baseURL }) => {
  const person = await contributorWithImages(page, 'Waits')
  const admin = await openAdminPage(browser, baseURL)
  await admin.page.goto(`/admin/${people.admin.username}/`)
  const panels = admin.page.getByRole('main')
  await expect(panels.getByRole('heading', { name: 'Review queue' })).toBeVisible()
  await expect(panels.getByRole('link', { name: 'Review', exact: true })).toBeVisible()
  await expect(panels.getByRole('heading', { name: 'Flags in the queue' })).toBeVisible()
  await expect(panels.getByRole('heading', { name: 'Reviewers' })).toBeVisible()
  expect(person.ids).toHaveLength(1)
  await expectAccessible(admin.page)
  await admin.close()
})

test('a newcomer is told the first step', async ({ page }) => {
  const person = await registerUser(page)
  await signInByApi(page, person)
  await page.goto(person.dashboardPath)
  await expect(page.getByRole('heading', { name: 'Welcome. Share your first images' })).toBeVisible()
  await page.getByRole('link', { name: 'Upload images' }).last().click()
  await expect(page).toHaveURL(`${person.dashboardPath}upload-images/`)
})
