import { expect, expectAccessible, expectAnswer, openPage, test, testWithoutScripts } from '../support/fixtures.ts'

test('shows how and when to reach us', async ({ page }) => {
  await page.goto('/terms/')
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

test('the form sends a message about the image in its address, and says so', async ({ page }) => {
  await openPage(page, '/contact/?about=golden-apple')
  const form = page.getByRole('form', { name: 'Contact Form' })
  await expect(form.getByText('Golden apple')).toBeVisible()
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByLabel('Message')).toHaveAccessibleDescription('Message is required')
  await expectAccessible(page)
  await page.getByLabel('Message').fill('This apple is mine.')
  const sent = page.waitForRequest('**/api/v1/contact/')
  await page.getByRole('button', { name: 'Send message' }).click()
  expect((await sent).postDataJSON()).toMatchObject({ message: 'This apple is mine.', about: 'golden-apple' })
  await expectAnswer(page, 'Thank you. Your message is on its way to us.')
  await expect(page.getByLabel('Message')).toHaveValue('')
})

testWithoutScripts('without JavaScript the page is the same but for what needs it', async ({ page }) => {
  await page.goto('/contact/')
  await expect(page.getByRole('combobox', { name: 'Theme' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Send message' })).toBeHidden()
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(4)
})
