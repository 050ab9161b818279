import { expect, expectAnswer, people, test, waitForHydration } from '../support/fixtures.ts'
import { requestResetLink } from '../support/mailed-links.ts'
import {
  authHeaders,
  createSession,
  openPasswordPage,
  registerUser,
  signInByApi,
  storedSession,
  storeSession,
  withExpiredToken,
} from '../support/new-user.ts'
import { password } from '../support/seed-data.ts'

/** The life of an account from registration to a block, as a person goes through it. */

test('a person registers, stays signed in, forgets the password and gets back in', async ({
  page,
  browser,
  baseURL,
  expects,
}) => {
  expects.errors.push(/401/)
  const name = `traveller${Math.random().toString(36).slice(2, 8)}`
  const email = `${name}@people.example`
  await page.goto('/')
  await page.getByRole('link', { name: 'Contributor login' }).click()
  await expect(page).toHaveURL('/contributor/auth/')
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Register' }).click()
  await page.getByLabel('Username').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Phone number').fill('01234567890')
  await page.getByLabel('Password', { exact: true }).fill('glass-case-2')
  await page.getByLabel('Confirm password').fill('glass-case-2')
  await page.getByLabel(/terms/).check()
  await page.getByRole('button', { name: 'Open account' }).click()
  await expect(page.getByText('Register successfully')).toBeVisible()
  await expect(page).toHaveURL(`/contributor/${name}/upload-images/`)

  await test.step('an expired access token is renewed without notice', async () => {
    await storeSession(page, withExpiredToken((await storedSession(page))!))
    await openPasswordPage(page)
    await expect(page.getByText('This browser')).toBeVisible()
  })

  // The page renews its numbers by itself, and would be signed out before the click.
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/v1/**', async (route) => {
    await released
    await route.continue()
  })
  const other = await (await browser.newContext({ baseURL })).newPage()
  await test.step('in another browser the forgotten password is reset by mail', async () => {
    await other.goto(await requestResetLink(other, email))
    await waitForHydration(other)
    await other.getByLabel('New password').fill('glass-case-3')
    await other.getByLabel('Confirm password').fill('glass-case-3')
    await other.getByRole('button', { name: 'Set password' }).click()
    await expect(other.getByText('Password reset successful!')).toBeVisible()
    await other.getByRole('link', { name: 'Back to contributor login' }).click()
    await other.getByLabel('Email').fill(email)
    await other.getByLabel('Password', { exact: true }).fill('glass-case-3')
    await other.getByRole('button', { name: 'Log in' }).click()
    await expect(other).toHaveURL(`/contributor/${name}/`)
  })

  await test.step('the earlier session is signed out at the next request', async () => {
    await page.getByRole('link', { name: 'Upload images' }).click()
    release()
    await expect(page).toHaveURL('/')
    await expect(page.getByText('You have been signed out.')).toBeVisible()
    expect(await storedSession(page)).toBeNull()
  })
  await other.context().close()
})

test('after a reset in a signed-in browser the person signs in with the new password', async ({ page }) => {
  const person = await registerUser(page)
  await signInByApi(page, person)
  await page.goto(await requestResetLink(page, person.email))
  await page.getByLabel('New password').fill('glass-case-3')
  await page.getByLabel('Confirm password').fill('glass-case-3')
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByRole('link', { name: 'Back to contributor login' }).click()
  await expect(page.getByRole('form', { name: 'Login Form' })).toBeVisible()
})

test('a block takes effect at the next request, whichever process serves it', async ({
  page,
  browser,
  baseURL,
  expects,
}) => {
  expects.errors.push(/401|403/)
  const person = await registerUser(page)
  const secondContext = await browser.newContext({ baseURL: `http://localhost:${process.env.E2E_SECOND_PORT}` })
  const pageOnSecond = await secondContext.newPage()
  for (const client of [page, pageOnSecond]) {
    await signInByApi(client, person)
    await client.goto(person.dashboardPath)
    await expect(client.getByRole('heading', { level: 1 })).toContainText(person.username)
  }

  const admin = await browser.newContext({ baseURL })
  const headers = authHeaders(await createSession(await admin.newPage(), { ...people.admin, password }))
  const search = await admin.request.get(`/api/v1/accounts/users-list/?search=${person.username}`, { headers })
  const { id } = (await search.json()).results[0]
  const blocked = await admin.request.patch(`/api/v1/accounts/user/admin/update/${id}/`, {
    headers,
    data: { is_active: false, is_block: true },
  })
  expect(blocked.status()).toBe(200)

  for (const client of [page, pageOnSecond]) {
    // The open page asks for changes by itself, and may have left before the click.
    await Promise.any([openPasswordPage(client), client.waitForURL('/contact/')])
    await expect(client).toHaveURL('/contact/')
    await expect(client.getByText('An admin has blocked your account, so you are signed out.')).toBeVisible()
    expect(await storedSession(client)).toBeNull()
    await client.getByRole('link', { name: 'Contributor login' }).click()
    await client.getByLabel('Email').fill(person.email)
    await client.getByLabel('Password', { exact: true }).fill(person.password)
    await client.getByRole('button', { name: 'Log in' }).click()
    await expectAnswer(client, 'This account is blocked. Please contact us.')
  }
  await admin.close()
  await secondContext.close()
})
