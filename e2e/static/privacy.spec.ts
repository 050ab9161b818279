import { keptAfterClosing } from '@vitrine/contract/vocabulary/own-data/kept-data'
import { expect, test } from '../support/fixtures.ts'

test('describes the data about visitors and contributors, and what is left after an account', async ({ page }) => {
  await page.goto('/terms/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy', exact: true }).click()
  await expect(page).toHaveURL('/privacy/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy')
  for (const heading of [
    'Visitors',
    'Contributors',
    'Uploaded images',
    'What is stored, why and for how long',
    'What is left when an account was closed',
    'Your rights',
  ]) {
    await expect(page.getByRole('heading', { level: 2, name: heading })).toBeVisible()
  }
  const list = page.locator('section', { hasText: 'What is left when an account was closed' }).locator('dl > div')
  await expect(list).toHaveCount(keptAfterClosing.length)
  await expect(list.first()).toContainText('90 days after the decision, and at most 365 days while there is none')
})
