import { expect, expectAccessible, expectAnswer, test, waitForHydration } from '../support/fixtures.ts'
import { requestResetLink } from '../support/mailed-links.ts'
import { registerUser } from '../support/new-user.ts'

test('the link from the mail sets a new password that signs in', async ({ page }) => {
  const person = await registerUser(page)
  await page.goto(await requestResetLink(page, person.email))
  await waitForHydration(page)
  await page.getByLabel('New password').fill('glass-case-3')
  await page.getByLabel('Confirm password').fill('glass-case-3')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('Password reset successful!')).toBeVisible()
  await expect(page).toHaveURL('/password-change-successful/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your password is set')

  await page.getByRole('link', { name: 'Back to contributor login' }).click()
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill('glass-case-3')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL(`/contributor/${person.username}/`)
})

test('a new password ends the account’s other sessions', async ({ page, context, expects }) => {
  expects.errors.push(/401/)
  const person = await registerUser(page)
  const login = await page.request.post('/api/v1/accounts/user/login/', { data: person })
  const { access_token: token } = (await login.json()).data.tokens
  const otherPage = await context.newPage()
  await otherPage.goto(await requestResetLink(otherPage, person.email))
  await otherPage.getByLabel('New password').fill('glass-case-3')
  await otherPage.getByLabel('Confirm password').fill('glass-case-3')
  await otherPage.getByRole('button', { name: 'Set password' }).click()
  await expect(otherPage).toHaveURL('/password-change-successful/')
  const verified = await page.request.post('/api/v1/token/verify/', { data: { token } })
  expect(verified.status()).toBe(401)
})

test('an invalid link is reported', async ({ page, expects }) => {
  expects.errors.push(/400/)
  await page.goto('/confirm-password/MQ/t1.nothing/')
  await page.getByLabel('New password').fill('glass-case-3')
  await page.getByLabel('Confirm password').fill('glass-case-3')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expectAnswer(page, 'This link does not work any more. Please ask for a new one.')
  await page.getByRole('link', { name: 'Ask for a new link' }).click()
  await expect(page).toHaveURL('/forgot-password/')
})

for (const [message, json] of [
  ['The link has been used.', { error: 'The link has been used.' }],
  ['Something went wrong.', {}],
] as const) {
  test(`a refusal is shown in the form and as a toast: ${message}`, async ({ page, expects }) => {
    expects.errors.push(/400/)
    await page.route('**/reset-password/**', (route) => route.fulfill({ status: 400, json }))
    await page.goto('/confirm-password/MQ/t1.nothing/')
    await page.getByLabel('New password').fill('glass-case-3')
    await page.getByLabel('Confirm password').fill('glass-case-3')
    await page.getByRole('button', { name: 'Set password' }).click()
    await expectAnswer(page, message)
  })
}

test('both fields are required and must match', async ({ page }) => {
  await page.goto('/confirm-password/MQ/t1.nothing/')
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('New password is required')).toBeVisible()
  await expect(page.getByText('Confirm password is required')).toBeVisible()
  await page.getByLabel('New password').fill('glass-case-3')
  await page.getByLabel('Confirm password').fill('glass-case-4')
  await expect(page.getByText('Passwords do not match.')).toBeVisible()
  await page.getByLabel('Confirm password').fill('glass-case-3')
  await expect(page.getByText('Passwords do not match.')).toBeHidden()
})

test('is not indexed, sends its token to no site as a referrer and is accessible', async ({ page }) => {
  const referrers: (string | undefined)[] = []
  page.on('request', (request) => referrers.push(request.headers().referer))
  await page.goto('/confirm-password/MQ/t1.nothing/')
  await waitForHydration(page)
  expect(referrers.length).toBeGreaterThan(1)
  expect(referrers.filter((referrer) => referrer?.includes('t1.nothing'))).toEqual([])
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await expectAccessible(page)
})
