import { expect, test } from '../support/fixtures.ts'

test('lists what the licence allows and forbids', async ({ page }) => {
  await page.goto('/about/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms and licence', exact: true }).click()
  await expect(page).toHaveURL('/terms/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms and licence')
  for (const heading of ['What you may do', 'What you may not do', 'What contributors promise']) {
    await expect(page.getByRole('heading', { level: 2, name: heading })).toBeVisible()
  }
  await expect(page.getByText('“Report this picture” on the page of each image')).toBeVisible()
  await expect(page.getByText(/this one, CC0 1.0, CC BY 4.0, Apache License 2.0,? or MIT License/)).toBeVisible()
  await page.goto('/terms/#licence')
  await expect(page.getByRole('heading', { level: 2, name: 'What you may do' })).toBeInViewport()
})
