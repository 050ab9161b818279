import { expect, expectAccessible, people, signIn, test } from './site.ts'

test('is for its own person alone; everybody else is led home', async ({ page }) => {
  await page.goto('/contributor/somebody/')
  await expect(page).toHaveURL('/')
  await signIn(page, 'contributor')
  await page.goto('/contributor/somebody-else/')
  await expect(page).toHaveURL('/')
  await page.goto(`/admin/${people.contributor.username}/`)
  await expect(page).toHaveURL('/')
})

test('comes back after a reload, and ends with logging out', async ({ page }) => {
  await signIn(page, 'contributor')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(people.contributor.username)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/')
  expect(await page.evaluate(() => localStorage.getItem('auth'))).toBeNull()
})
