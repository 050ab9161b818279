import { expect, expectAccessible, test } from '../support/fixtures.ts'

test('shows how and when to reach us', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact', exact: true }).click()
  await expect(page).toHaveURL('/contact/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact')
  for (const heading of ['How to reach us', 'Support hours']) {
    await expect(page.getByRole('heading', { level: 2, name: heading })).toBeVisible()
  }
  await expect(page.getByRole('link', { name: 'support@vitrine.example' })).toHaveAttribute('href', /^mailto:/)
  await expect(page.getByRole('link', { name: '+1 555 0100' })).toHaveAttribute('href', 'tel:+15550100')
  for (const hours of ['9-6 EST', '10-2', 'closed']) await expect(page.getByText(hours, { exact: true })).toBeVisible()
})

test('is accessible', async ({ page }) => {
  await page.goto('/contact/')
  await expectAccessible(page)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('shows the same content', async ({ page }) => {
    await page.goto('/contact/')
    await expect(page.getByRole('heading', { level: 2 })).toHaveCount(3)
  })
})
