import { keptAfterClosing } from '@vitrine/contract/vocabulary/own-data/kept-data'
import { expect, expectAccessible, test } from '../support/fixtures.ts'

test('describes the data about visitors and contributors', async ({ page }) => {
  await page.goto('/')
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
})

test('says what is left after an account, and for how long, by the settings', async ({ page }) => {
  await page.goto('/privacy/')
  const list = page.locator('section', { hasText: 'What is left when an account was closed' }).locator('dl > div')
  await expect(list).toHaveCount(keptAfterClosing.length)
  await expect(list.first()).toContainText('90 days after the decision, and at most 365 days while there is none')
})

test('is accessible', async ({ page }) => {
  await page.goto('/privacy/')
  await expectAccessible(page)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('shows the same content', async ({ page }) => {
    await page.goto('/privacy/')
    await expect(page.getByRole('heading', { level: 2 })).toHaveCount(6)
  })
})
