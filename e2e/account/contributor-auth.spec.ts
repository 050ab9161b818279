import { expect, expectAccessible, expectAnswer, openPage, people, test } from '../support/fixtures.ts'
import { holdRequests } from '../support/held-requests.ts'
import { logIn } from '../support/new-user.ts'

const passwordHint = '5 to 15 characters'

test('login shows each error until its field is valid, and a password can be made visible', async ({ page }) => {
  await openPage(page, '/contributor/auth/')
  const [login, register] = ['Login Form', 'Register Form'].map((name) => page.getByRole('form', { name }))
  await expect(register!).toBeHidden()
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(register!).toBeVisible()
  await expect(login!).toBeHidden()
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(login!).toBeVisible()
  await expect(page.getByRole('link', { name: 'Forgot Password' })).toHaveAttribute('href', '/forgot-password/')
  await expect(page.getByRole('link', { name: 'Back to home' })).toHaveAttribute('href', '/')

  const [email, password] = [page.getByLabel('Email'), page.getByLabel('Password', { exact: true })]
  await email.fill('incomplete')
  await expect(email).toHaveAccessibleDescription('')
  await email.fill('')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(email).toHaveAccessibleDescription('Email is required')
  await expect(password).toHaveAccessibleDescription('Password is required')
  await email.fill('a@b')
  await expect(email).toHaveAccessibleDescription('Email must be at least 10 characters')
  await email.fill('somebody@people.example')
  await expect(email).toHaveAccessibleDescription('')
  await password.fill('glass-case-2')
  await page.getByRole('button', { name: 'Show what is typed', pressed: false }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Show what is typed', pressed: true }).click()
  await expect(password).toHaveAttribute('type', 'password')
})

test('registering shows errors at their fields; where its sign-in fails, login follows', async ({ page, expects }) => {
  expects.errors.push(/400|409|503/)
  const name = `newuser${Math.random().toString(36).slice(2, 10)}`
  await openPage(page, '/contributor/auth/')
  await page.getByRole('button', { name: 'Register' }).click()
  const [username, email, password] = [
    page.getByLabel('Username'),
    page.getByLabel('Email'),
    page.getByLabel('Password', { exact: true }),
  ]
  const confirmation = page.getByLabel('Confirm password')
  const send = () => page.getByRole('button', { name: 'Open account' }).click()
  await username.fill('ab cd')
  await email.fill(people.contributor.email)
  await page.getByLabel('Phone number').fill('01234567890')
  await password.fill('glass-case-2')
  await expect(password).toHaveAccessibleDescription(passwordHint)
  await confirmation.fill('glass-case-3')
  await send()
  await expect(username).toHaveAccessibleDescription(/Use letters, digits/)
  await expect(confirmation).toHaveAccessibleDescription('Passwords do not match.')
  await expect(page.getByText('You must accept the terms and conditions')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel(/terms/).check()
  await expect(page.getByText('You must accept the terms and conditions')).toBeHidden()
  await expect(page.getByRole('link', { name: 'terms and conditions' })).toHaveAttribute('href', '/terms/')

  await username.fill(name)
  for (const field of [password, confirmation]) await field.fill('password1')
  await send()
  await expect(password).toHaveAccessibleDescription(/one of the most common ones/)
  await expect(password).toBeFocused()
  for (const field of [password, confirmation]) await field.fill('glass-case-2')
  await expect(password).toHaveAccessibleDescription(passwordHint)
  await send()
  await expect(email).toHaveAccessibleDescription(/exists already/)

  const login = '**/api/v1/accounts/user/login/'
  await page.route(login, (route) => route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Away.' } }))
  await email.fill(`${name}@people.example`)
  await send()
  await expect(page.getByText('Register successfully')).toBeVisible()
  await expect(page.getByText('Your account is open.')).toBeVisible()
  await page.unroute(login)
  // The email is filled in already and the password has the focus.
  await expect(email).toHaveValue(`${name}@people.example`)
  await expect(password).toBeFocused()
  await page.keyboard.type('glass-case-2')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Login successfully')).toBeVisible()
  await expect(page).toHaveURL(`/contributor/${name}/`)
})

test('a refused login is said in a toast below the bar, and in its form until a change', async ({ page, expects }) => {
  expects.errors.push(/401|429/)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/contributor/auth/')
  await logIn(page, { ...people.contributor, password: 'not-this-one' })
  await expectAnswer(page, 'The e-mail address or the password is not right.')
  const [toast, bar] = [page.locator('.Toastify__toast'), page.getByRole('banner')]
  expect((await toast.boundingBox())!.y).toBeGreaterThanOrEqual((await bar.boundingBox())!.height)
  await page.getByLabel('Password', { exact: true }).fill('perhaps-this')
  await expect(page.getByRole('form').getByText('is not right.')).toBeHidden()
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByText('The e-mail address or the password is not right.')).toBeHidden()

  // An answer without a message has a general one.
  await page.route('**/api/v1/accounts/user/login/', (route) => route.fulfill({ status: 429, json: {} }))
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await logIn(page, people.contributor)
  await expectAnswer(page, 'Something went wrong')
})

test('a form submitted before hydration is held and sent after it', async ({ page }) => {
  const release = await holdRequests(page, /\/assets\/app-.*\.js$/)
  await page.goto('/contributor/auth/')
  await logIn(page, people.contributor)
  release()
  await expect(page).toHaveURL(`/contributor/${people.contributor.username}/`)
})
