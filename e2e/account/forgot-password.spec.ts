import { expect, expectAccessible, expectAnswer, test, waitForHydration } from '../support/fixtures.ts'
import { holdRequests } from '../support/held-requests.ts'

const request = '**/api/v1/accounts/user/forgot-password/'

test('is reached from the login page, requires an address, and answers an unknown one', async ({ page, expects }) => {
  expects.errors.push(/429/)
  await page.goto('/contributor/auth/')
  await page.getByRole('link', { name: 'Forgot Password' }).click()
  await expect(page).toHaveURL('/forgot-password/')
  await waitForHydration(page)
  await expect(page.getByRole('link', { name: 'Back to home' })).toHaveAttribute('href', '/')
  await expect(page.getByRole('link', { name: 'Back to login' })).toHaveAttribute('href', '/contributor/auth/')
  const send = page.getByRole('button', { name: 'Send the link' })
  await send.click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await page.getByLabel('Email').fill('unknown@people.example')
  await expect(page.getByText('Email is required')).toBeHidden()
  const json = { code: 'too_many', message: 'Too many attempts. Please try again in 1 minute.' }
  await page.route(request, (route) => route.fulfill({ status: 429, json }))
  await send.click()
  await expectAnswer(page, json.message)
  await page.getByLabel('Email').fill('unknown-too@people.example')
  await expect(page.getByRole('alert').and(page.getByRole('main').locator('*'))).toBeHidden()
  await page.unroute(request)
  await page.getByLabel('Email').fill('unknown@people.example')
  const release = await holdRequests(page, request)
  await send.click()
  await expect(page.getByRole('button', { name: 'Sending...' })).toBeDisabled()
  release()
  await expect(page.getByText('Please check your email address!')).toBeVisible()
  await expect(page.getByText('If there is an account for unknown@people.example, a mail is on its way')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Use another address' }).click()
  await expect(page.getByLabel('Email')).toBeVisible()
})
