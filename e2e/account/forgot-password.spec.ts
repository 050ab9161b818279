import { expect, expectAccessible, test, waitForHydration } from '../support/fixtures.ts'
import { registerUser } from '../support/new-user.ts'

test('is reached from the login page, and says that it is sending', async ({ page }) => {
  const person = await registerUser(page)
  await page.goto('/contributor/auth/')
  await page.getByRole('link', { name: 'Forgot Password' }).click()
  await expect(page).toHaveURL('/forgot-password/')
  let release = () => {}
  const held = new Promise<void>((go) => (release = go))
  await page.route('**/forgot-password/', async (route) => {
    if (route.request().method() === 'POST') await held
    await route.continue()
  })
  await waitForHydration(page)
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByRole('button', { name: 'Sending...' })).toBeDisabled()
  release()
  await expect(page.getByText('Please check your email address!')).toBeVisible()
})

test('an address that nobody has here gets the same answer', async ({ page }) => {
  await page.goto('/forgot-password/')
  await page.getByLabel('Email').fill('nobody-at-all@people.example')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText('Please check your email address!')).toBeVisible()
})

test('asks for an address, and stops asking when there is one', async ({ page }) => {
  await page.goto('/forgot-password/')
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await page.getByLabel('Email').fill('somebody@people.example')
  await expect(page.getByText('Email is required')).toBeHidden()
})

test('a server that fails is a sentence in a toast', async ({ page, expects }) => {
  expects.errors.push(/500/)
  await page.route('**/api/v1/accounts/user/forgot-password/', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/forgot-password/')
  await page.getByLabel('Email').fill('somebody@people.example')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText('Something went wrong.')).toBeVisible()
})

test('whoever asks too often is told how long to wait', async ({ page, expects }) => {
  expects.errors.push(/429/)
  const json = { code: 'too_many', message: 'Too many attempts. Please try again in 1 minute.' }
  await page.route('**/api/v1/accounts/user/forgot-password/', (route) => route.fulfill({ status: 429, json }))
  await page.goto('/forgot-password/')
  await page.getByLabel('Email').fill('somebody@people.example')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText(json.message)).toBeVisible()
})

test('leads back to the login and home, and is accessible', async ({ page }) => {
  await page.goto('/forgot-password/')
  await expect(page.getByRole('link', { name: 'Back to home' })).toHaveAttribute('href', '/')
  await expect(page.getByRole('link', { name: 'Back to login' })).toHaveAttribute('href', '/contributor/auth/')
  await expectAccessible(page)
})
