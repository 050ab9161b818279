import { expect, expectAccessible, expectAnswer, test, waitForHydration } from '../support/fixtures.ts'
import { registerUser } from '../support/new-user.ts'

test('is reached from the login page, and shows that it is sending', async ({ page }) => {
  const person = await registerUser(page)
  await page.goto('/contributor/auth/')
  await page.getByRole('link', { name: 'Forgot Password' }).click()
  await expect(page).toHaveURL('/forgot-password/')
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/forgot-password/', async (route) => {
    if (route.request().method() === 'POST') await released
    await route.continue()
  })
  await waitForHydration(page)
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByRole('button', { name: 'Sending...' })).toBeDisabled()
  release()
  await expect(page.getByText('Please check your email address!')).toBeVisible()
})

test('an unknown email address gets the same response', async ({ page }) => {
  await page.goto('/forgot-password/')
  await page.getByLabel('Email').fill('unknown@people.example')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText('Please check your email address!')).toBeVisible()
  await expect(page.getByText('If there is an account for unknown@people.example, a mail is on its way')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Use another address' }).click()
  await expect(page.getByLabel('Email')).toBeVisible()
})

test('requires an email address, and clears the error once there is one', async ({ page }) => {
  await page.goto('/forgot-password/')
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await page.getByLabel('Email').fill('somebody@people.example')
  await expect(page.getByText('Email is required')).toBeHidden()
})

test('a server error is reported in the form and by a toast', async ({ page, expects }) => {
  expects.errors.push(/500/)
  await page.route('**/api/v1/accounts/user/forgot-password/', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/forgot-password/')
  await page.getByLabel('Email').fill('somebody@people.example')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expectAnswer(page, 'Something went wrong.')
})

test('too many requests are refused with the time to wait', async ({ page, expects }) => {
  expects.errors.push(/429/)
  const json = { code: 'too_many', message: 'Too many attempts. Please try again in 1 minute.' }
  await page.route('**/api/v1/accounts/user/forgot-password/', (route) => route.fulfill({ status: 429, json }))
  await page.goto('/forgot-password/')
  await page.getByLabel('Email').fill('somebody@people.example')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expectAnswer(page, json.message)
  await page.getByLabel('Email').fill('somebody.else@people.example')
  await expect(page.getByRole('alert').and(page.getByRole('main').locator('*'))).toBeHidden()
})

test('leads back to the login and home, and is accessible', async ({ page }) => {
  await page.goto('/forgot-password/')
  await expect(page.getByRole('link', { name: 'Back to home' })).toHaveAttribute('href', '/')
  await expect(page.getByRole('link', { name: 'Back to login' })).toHaveAttribute('href', '/contributor/auth/')
  await expectAccessible(page)
})
