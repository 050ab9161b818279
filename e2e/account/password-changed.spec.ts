import { expect, expectAccessible, test } from '../support/fixtures.ts'

test('leads back to the contributors’ login, and is accessible', async ({ page }) => {
  await page.goto('/password-change-successful/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your password is set')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Back to contributor login' }).click()
  await expect(page).toHaveURL('/contributor/auth/')
})
