import type { Page } from '@playwright/test'
import { expect, expectAccessible, test, testWithoutScripts } from './support/fixtures.ts'
import { adminApi } from './support/managed-images.ts'

const send = (page: Page) => page.getByRole('button', { name: 'Send report' }).click()

testWithoutScripts('without JavaScript a report leads to the page that shows what became of it', async ({ page }) => {
  await page.goto('/image/teal-compass/')
  await page.getByText('Details', { exact: true }).click()
  await page.getByRole('link', { name: 'Report this picture' }).click()
  await expect(page).toHaveURL('/image/teal-compass/report/')
  await expect(page.getByRole('link', { name: 'Teal compass' })).toBeVisible()
  await page.getByLabel('Title, tags or category are wrong').check()
  await page.getByLabel('What should we know?').fill('It is not that colour.')
  await send(page)
  await expect(page).toHaveURL(/\/report\/[\w-]{24}\/$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Report \d+$/)
  await expect(page.getByText('About “Teal compass”')).toBeVisible()
  await expect(page.getByText('We have it. A person will look at it.')).toBeVisible()
  const { call } = await adminApi(page)
  const { images } = await call('GET', '/reports/queue/')
  const { id, last_report_id } = images.find(({ title }: { title: string }) => title === 'Teal compass')
  const decision = { verb: 'keep', sentence: 'It is, in our eyes.', seen_report_id: last_report_id }
  await call('POST', `/reports/queue/${id}/`, decision)
  await page.reload()
  await expect(page.getByText('We have looked, and keep the picture.')).toBeVisible()
  await expect(page.getByText('It is, in our eyes.')).toBeVisible()
})

test('a notice of copyright says at each field what is missing, and keeps what is typed', async ({ page, expects }) => {
  expects.errors.push(/400/)
  await page.goto('/image/teal-ladder/report/')
  const name = page.getByLabel('Your name', { exact: true })
  await expect(name).toBeHidden()
  await page.getByLabel('It is mine, or I speak for its maker').check()
  await name.fill('Grace')
  await page.getByLabel('I believe in good faith').check()
  await send(page)
  await expect(page.getByText('Please check what is marked below.')).toBeVisible()
  await expect(name).toHaveValue('Grace')
  await expect(page.getByLabel('I believe in good faith')).toBeChecked()
  await expect(page.getByLabel('Signature: type your name')).toHaveAccessibleDescription('Sign by typing your name')
  await expect(page.getByLabel('E-mail for our answer')).toHaveAccessibleDescription(/required/)
  await expectAccessible(page)
})
