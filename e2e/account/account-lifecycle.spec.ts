import { expect, people, test, waitForHydration } from '../support/fixtures.ts'
import {
  createSession,
  openPasswordPage,
  registerUser,
  signInByApi,
  storedSession,
  storeSession,
  withExpiredToken,
} from '../support/new-user.ts'
import { requestResetLink } from '../support/reset-mails.ts'
import { password } from '../support/seed-data.ts'

/** The ways of an account from its opening to its end, as a person goes them. */

test('one registers, signs in, stays in, loses the password and gets back in', async ({
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
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.keyboard.type('glass-case-2')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Login successfully')).toBeVisible()
  await expect(page).toHaveURL(`/contributor/${name}/`)

  await test.step('the access token runs out, and nobody notices', async () => {
    await storeSession(page, withExpiredToken((await storedSession(page))!))
    await openPasswordPage(page)
    await expect(page.getByText('This browser')).toBeVisible()
  })

  const other = await (await browser.newContext({ baseURL })).newPage()
  await test.step('somewhere else the password is forgotten, and a mail opens the way', async () => {
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

  await test.step('whoever was signed in before is led out at the next click', async () => {
    await page.getByRole('link', { name: 'Upload images' }).click()
    await expect(page.getByRole('heading', { name: 'Upload images' })).toBeVisible()
    await openPasswordPage(page)
    await expect(page).toHaveURL('/')
    await expect(page.getByText('You have been signed out.')).toBeVisible()
    expect(await storedSession(page)).toBeNull()
  })
  await other.context().close()
})

test('whoever sets a new password where he is still signed in signs in with it', async ({ page }) => {
  const person = await registerUser(page)
  await signInByApi(page, person)
  await page.goto(await requestResetLink(page, person.email))
  await page.getByLabel('New password').fill('glass-case-3')
  await page.getByLabel('Confirm password').fill('glass-case-3')
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByRole('link', { name: 'Back to contributor login' }).click()
  await expect(page.getByRole('form', { name: 'Login Form' })).toBeVisible()
})

test('a block takes effect at the next click, whichever process is asked', async ({
  page,
  browser,
  baseURL,
  expects,
}) => {
  expects.errors.push(/401|403/)
  const person = await registerUser(page)
  const second = await browser.newContext({ baseURL: `http://localhost:${process.env.E2E_SECOND_PORT}` })
  const elsewhere = await second.newPage()
  for (const one of [page, elsewhere]) {
    await signInByApi(one, person)
    await one.goto(person.desk)
    await expect(one.getByRole('heading', { level: 1 })).toContainText(person.username)
  }

  const admin = await browser.newContext({ baseURL })
  const { tokens } = await createSession(await admin.newPage(), { ...people.admin, password })
  const headers = { authorization: `Bearer ${tokens.access_token}` }
  const found = await admin.request.get(`/api/v1/accounts/users-list/?search=${person.username}`, { headers })
  const { id } = (await found.json()).results[0]
  const blocked = await admin.request.patch(`/api/v1/accounts/user/admin/update/${id}/`, {
    headers,
    data: { is_active: false, is_block: true },
  })
  expect(blocked.status()).toBe(200)

  for (const one of [page, elsewhere]) {
    await openPasswordPage(one)
    await expect(one).toHaveURL('/')
    expect(await storedSession(one)).toBeNull()
    await one.getByRole('link', { name: 'Contributor login' }).click()
    await one.getByLabel('Email').fill(person.email)
    await one.getByLabel('Password', { exact: true }).fill(person.password)
    await one.getByRole('button', { name: 'Log in' }).click()
    await expect(one.getByText('This account is blocked. Please contact us.')).toBeVisible()
  }
  await admin.close()
  await second.close()
})
