import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectAnswer, test } from '../support/fixtures.ts'
import { holdRequests } from '../support/held-requests.ts'
import { openSettings, registerUser, signInByApi } from '../support/new-user.ts'

const labels = ['Old password', 'New password', 'Confirm password'] as const

async function fill(page: Page, ...passwords: [string, string, string]) {
  for (const [i, label] of labels.entries()) await page.getByLabel(label).fill(passwords[i]!)
}

const submit = (page: Page) => page.getByRole('button', { name: 'Change password' }).click()
const rows = (page: Page) => page.getByRole('main').getByRole('listitem')

test('errors are shown at fields, a refusal in a toast too; a password can be shown', async ({ page, expects }) => {
  expects.errors.push(/400|500/)
  const person = await registerUser(page)
  await signInByApi(page, person) // an earlier session
  await signInByApi(page, person)
  await page.goto(person.dashboardPath)
  await openSettings(page)
  await page.getByRole('link', { name: 'Change password' }).click()
  await expect(page).toHaveURL(person.passwordPath)
  await expect(rows(page)).toHaveCount(2)
  await submit(page)
  for (const label of labels) await expect(page.getByText(`${label} is required`)).toBeVisible()
  await expectAccessible(page)
  await fill(page, 'not-this-one', 'glass-case-3', 'glass-case-4')
  await expect(page.getByText('New password and confirm password do not match.')).toBeVisible()
  await page.getByLabel('Confirm password').fill('glass-case-3')
  await expect(page.getByText('New password and confirm password do not match.')).toBeHidden()
  await submit(page)
  await expect(page.getByText('The old password is not right.')).toHaveCount(2)
  await expect(page.getByLabel('Old password')).toBeFocused()
  await expect(page.getByLabel('Old password')).toHaveAccessibleDescription('The old password is not right.')
  await fill(page, person.password, 'password1', 'password1')
  await submit(page)
  await expect(page.getByLabel('New password')).toHaveAccessibleDescription(/one of the most common ones/)
  await expect(page.getByLabel('Old password')).toHaveValue(person.password)

  const field = page.getByLabel('New password')
  await expect(field).toHaveAttribute('type', 'password')
  await expect(field).toHaveAttribute('autocomplete', 'new-password')
  await expect(page.getByLabel('Old password')).toHaveAttribute('autocomplete', 'current-password')
  await field.focus()
  await page.keyboard.press('Tab')
  const eye = page.getByRole('button', { name: 'Show what is typed' }).nth(1)
  await expect(eye).toBeFocused()
  await page.keyboard.press('Space')
  await expect(eye).toHaveAttribute('aria-pressed', 'true')
  await expect(field).toHaveAttribute('type', 'text')
  await expect(field).toHaveValue('password1')
  await page.keyboard.press('Enter')
  await expect(field).toHaveAttribute('type', 'password')

  // An error without a message gets a general one.
  await page.route('**/password/change/', (route) => route.fulfill({ status: 500, body: 'out of order' }))
  await submit(page)
  await expectAnswer(page, 'Failed to change password.')

  // A new password clears the fields and ends the other sessions.
  await page.unroute('**/password/change/')
  await fill(page, person.password, 'glass-case-3', 'glass-case-3')
  await submit(page)
  await expectAnswer(page, 'Password changed successfully!')
  for (const label of labels) await expect(page.getByLabel(label)).toHaveValue('')
  await expect(rows(page)).toHaveCount(1)
})

test('lists open sessions; ends one by one, two at once, or others', { tag: '@slow' }, async ({ page, expects }) => {
  expects.errors.push(/403/)
  const person = await registerUser(page)
  const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) Version/26.1 Mobile/15E148 Safari/604.1'
  for (const userAgent of ['Firefox/140.0 (X11; Linux x86_64)', 'Firefox/140.0 (Windows NT 10.0)', phone]) {
    const signIn = { data: person, headers: { 'user-agent': userAgent } }
    expect((await page.request.post('/api/v1/accounts/user/login/', signIn)).ok()).toBe(true)
  }
  await signInByApi(page, person)
  const refusal = { status: 403, json: {} }
  const refuse = await holdRequests(page, '**/user/sessions/', (route) => route.fulfill(refusal))
  await page.goto(person.passwordPath)
  await expect(page.getByText('Loading where you are signed in...')).toBeVisible()
  await expectAccessible(page)
  refuse()
  await expect(page.getByText('Failed to load where you are signed in.')).toBeVisible()
  await page.unroute('**/user/sessions/')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(rows(page)).toHaveCount(4)
  const here = rows(page).filter({ hasText: 'This browser' })
  await expect(here).toContainText('Chrome on Linux')
  await expect(here.locator('time')).toHaveCount(2)
  await expect(rows(page).filter({ hasText: 'Safari on iPhone' })).toContainText('just now')

  const answer = await holdRequests(page, '**/user/sessions/*/')
  const endFirst = page.getByRole('button', { name: 'Sign out Firefox on Linux, Network 127.0.0.1' })
  await endFirst.click()
  await expect(endFirst).toBeDisabled()
  await page.getByRole('button', { name: 'Sign out Firefox on Windows, Network 127.0.0.1' }).click()
  answer()
  await expect(page.getByText('Signed out there.').first()).toBeVisible()
  await expect(rows(page)).toHaveCount(2)

  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(page.getByText('Signed out everywhere else.')).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
  await expect(page.getByText('You are signed in nowhere else.')).toBeVisible()
})
