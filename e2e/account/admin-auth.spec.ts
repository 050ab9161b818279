import { expect, openPage, people, test } from '../support/fixtures.ts'
import { logIn } from '../support/new-user.ts'

test('an admin signs in and arrives at the admin dashboard; every message ends with a full stop', async ({ page }) => {
  await openPage(page, '/admin/auth/')
  await expect(page.getByRole('link', { name: 'Forgot Password' })).toHaveAttribute('href', '/forgot-password/')
  await expect(page.getByRole('link', { name: 'Back to home' })).toHaveAttribute('href', '/')
  await page.getByRole('button', { name: 'Log in' }).click()
  const [email, password] = [page.getByLabel('Email'), page.getByLabel('Password', { exact: true })]
  await expect(email).toHaveAccessibleDescription('Email is required.')
  await expect(password).toHaveAccessibleDescription('Password is required.')
  for (const [field, typed, message] of [
    [email, 'a@b', 'Email must be at least 10 characters.'],
    [email, `${'a'.repeat(40)}@people.example`, 'Email must be at most 40 characters.'],
    [email, 'not an email', 'Enter a valid email.'],
    [password, '1234', 'Password must be at least 5 characters.'],
    [password, '1234567890123456', 'Password must be at most 15 characters.'],
  ] as const) {
    await field.fill(typed)
    await expect(field).toHaveAccessibleDescription(message)
  }
  await logIn(page, people.admin)
  await expect(page).toHaveURL(`/admin/${people.admin.username}/`)
  await expect(page.getByRole('link', { name: 'Upload images' })).toBeVisible()
})
