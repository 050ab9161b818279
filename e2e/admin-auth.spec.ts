import { alive, expect, expectAccessible, signIn, test } from './site.ts'

test('an admin signs in and arrives at the admins’ desk', async ({ page }) => {
  await signIn(page, 'admin')
  await expect(page.getByRole('link', { name: 'Upload images' })).toBeVisible()
})

test('its messages end with a full stop', async ({ page }) => {
  await page.goto('/admin/auth/')
  await alive(page)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText('Email is required.')).toBeVisible()
  await expect(page.getByText('Password is required.')).toBeVisible()
})

test('is accessible', async ({ page }) => {
  await page.goto('/admin/auth/')
  await expectAccessible(page)
})
