import { expect, test } from '../support/fixtures.ts'

test('claims nothing to a visitor who has set no password, and leads to the login', async ({ page }) => {
  await page.goto('/password-change-successful/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A new password')
  await expect(page.getByText('Your password is set')).toBeHidden()
  await page.getByRole('link', { name: 'Back to contributor login' }).click()
  await expect(page).toHaveURL('/contributor/auth/')
})
