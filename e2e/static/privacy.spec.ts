import { expect, expectAccessible, test } from '../support/fixtures.ts'

test('describes the data about visitors and contributors', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy', exact: true }).click()
  await expect(page).toHaveURL('/privacy/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy')
  for (const heading of ['Visitors', 'Contributors', 'Uploaded images', 'Your rights']) {
    await expect(page.getByRole('heading', { level: 2, name: heading })).toBeVisible()
  }
})

test('is accessible', async ({ page }) => {
  await page.goto('/privacy/')
  await expectAccessible(page)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('shows the same content', async ({ page }) => {
    await page.goto('/privacy/')
    await expect(page.getByRole('heading', { level: 2 })).toHaveCount(4)
  })
})
