import { expect, expectAccessible, test } from './support/fixtures.ts'

test('an address without a page says so, with status 404, and leads home', async ({ page, expects }) => {
  expects.errors.push(/404/)
  const answer = await page.goto('/no/such/place/')
  expect(answer!.status()).toBe(404)
  await expect(page.getByText(/unknown digital realm/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Return to website' }).click()
  await expect(page).toHaveURL('/')
})
