import type { Page } from '@playwright/test'
import { expect, expectAnswer, openPage, test } from '../support/fixtures.ts'

async function setPassword(page: Page, password: string, confirmation = password) {
  await page.getByLabel('New password').fill(password)
  await page.getByLabel('Confirm password').fill(confirmation)
  await page.getByRole('button', { name: 'Set password' }).click()
}

test('both fields are required and must match; a refusal is said there and as a toast', async ({ page, expects }) => {
  expects.errors.push(/400/)
  await openPage(page, '/confirm-password/MQ/t1.nothing/')
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('New password is required')).toBeVisible()
  await expect(page.getByText('Confirm password is required')).toBeVisible()
  await setPassword(page, 'glass-case-3', 'glass-case-4')
  await expect(page.getByText('Passwords do not match.')).toBeVisible()
  await page.getByLabel('Confirm password').fill('glass-case-3')
  await expect(page.getByText('Passwords do not match.')).toBeHidden()

  await page.route('**/reset-password/**', (route) => route.fulfill({ status: 400, json: {} }), { times: 1 })
  await setPassword(page, 'glass-case-3')
  await expectAnswer(page, 'Something went wrong.')
  await setPassword(page, 'glass-case-4')
  await expectAnswer(page, 'This link does not work any more. Please ask for a new one.')
  await page.getByRole('link', { name: 'Ask for a new link' }).click()
  await expect(page).toHaveURL('/forgot-password/')
})
