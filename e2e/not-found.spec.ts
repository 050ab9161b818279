import { expect, test } from './support/fixtures.ts'

test('an unknown URL answers 404 with a page that leads home', async ({ page, expects }) => {
  expects.errors.push(/404/)
  const response = await page.goto('/no/such/place/')
  expect(response!.status()).toBe(404)
  await expect(page.getByText(/unknown digital realm/)).toBeVisible()
  await page.getByRole('link', { name: 'Return to website' }).click()
  await expect(page).toHaveURL('/')
})
