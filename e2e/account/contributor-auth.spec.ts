import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectAnswer, people, test, waitForHydration } from '../support/fixtures.ts'
import { password } from '../support/seed-data.ts'

const passwordHint = '5 to 15 characters'

test('a new contributor registers and arrives at the upload page, signed in', async ({ page }) => {
  const name = await register(page)
  await expect(page).toHaveURL(`/contributor/${name}/upload-images/`)
  await expect(page.getByRole('button', { name: 'Choose images' })).toBeVisible()
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('auth')!))
  expect(Object.keys(stored).sort()).toEqual(['tokens', 'user'])
  expect(Object.keys(stored.tokens).sort()).toEqual(['access_token', 'refresh_token'])
})

test('where the sign-in after the registration fails, the login form takes its place', async ({ page, expects }) => {
  expects.errors.push(/503/)
  const login = '**/api/v1/accounts/user/login/'
  await page.route(login, (route) => route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Away.' } }))
  const name = await register(page)
  await expect(page.getByText('Your account is open.')).toBeVisible()
  await page.unroute(login)
  // The email is filled in already and the password has the focus.
  await expect(page.getByLabel('Email')).toHaveValue(`${name}@people.example`)
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await page.keyboard.type('glass-case-2')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Login successfully')).toBeVisible()
  await expect(page).toHaveURL(`/contributor/${name}/`)
})

/** Fills in and sends the form; returns the username. */
async function register(page: Page): Promise<string> {
  const name = `newuser${Date.now() % 1e6}`
  await page.goto('/contributor/auth/')
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Register' }).click()
  await page.getByLabel('Username').fill(name)
  await page.getByLabel('Email').fill(`${name}@people.example`)
  await page.getByLabel('Phone number').fill('01234567890')
  await page.getByLabel('Password', { exact: true }).fill('glass-case-2')
  await page.getByLabel('Confirm password').fill('glass-case-2')
  await page.getByLabel(/terms/).check()
  await page.getByRole('button', { name: 'Open account' }).click()
  await expect(page.getByText('Register successfully')).toBeVisible()
  return name
}

test('the two forms have accessible names, and one is shown at a time', async ({ page }) => {
  await page.goto('/contributor/auth/')
  await waitForHydration(page)
  const [login, register] = ['Login Form', 'Register Form'].map((name) => page.getByRole('form', { name }))
  await expect(login!).toBeVisible()
  await expect(register!).toBeHidden()
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(register!).toBeVisible()
  await expect(login!).toBeHidden()
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(login!).toBeVisible()
  await expect(page.getByRole('link', { name: 'Forgot Password' })).toHaveAttribute('href', '/forgot-password/')
  await expect(page.getByRole('link', { name: 'Back to home' })).toHaveAttribute('href', '/')
})

test('login shows each field’s error and clears it once the field is valid', async ({ page }) => {
  await page.goto('/contributor/auth/')
  await waitForHydration(page)
  const [email, password] = [page.getByLabel('Email'), page.getByLabel('Password', { exact: true })]
  await email.fill('incomplete')
  await expect(email).toHaveAccessibleDescription('') // not before submit
  await email.fill('')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(email).toHaveAccessibleDescription('Email is required')
  await expect(password).toHaveAccessibleDescription('Password is required')
  for (const [field, typed, message] of [
    [email, 'a@b', 'Email must be at least 10 characters'],
    [email, `${'a'.repeat(40)}@people.example`, 'Email must be at most 40 characters'],
    [email, 'not an email', 'Enter a valid email.'],
    [email, 'somebody@people.example', ''],
    [password, '1234', 'Password must be at least 5 characters'],
    [password, '1234567890123456', 'Password must be at most 15 characters'],
    [password, '12345', ''],
  ] as const) {
    await field.fill(typed)
    await expect(field).toHaveAccessibleDescription(message)
  }
})

test('registering shows each field’s error', async ({ page }) => {
  await page.goto('/contributor/auth/')
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Register' }).click()
  const password = page.getByLabel('Password', { exact: true })
  await expect(password).toHaveAccessibleDescription(passwordHint)
  await page.getByRole('button', { name: 'Open account' }).click()
  const field = (label: string) => page.getByLabel(label, { exact: true })
  const expectDescription = (label: string, message: string) =>
    expect(field(label)).toHaveAccessibleDescription(message)
  await expectDescription('Username', 'Username is required')
  await expectDescription('Email', 'Email is required')
  await expectDescription('Phone number', 'Number is required')
  await expectDescription('Password', 'Password is required')
  await expectDescription('Confirm password', 'Confirm password is required')
  await expect(page.getByText('You must accept the terms and conditions')).toBeVisible()
  for (const [label, typed, message] of [
    ['Username', 'ab', 'Username must be at least 3 characters'],
    ['Username', 'ab cd', 'Use letters, digits, dot, hyphen and underscore only'],
    ['Username', 'abcd', ''],
    ['Email', 'abcd@people.example', ''],
    ['Phone number', '0123', 'Number must be at least 11 characters'],
    ['Phone number', '01234567890', ''],
    ['Password', '1234', 'Password must be at least 5 characters'],
    ['Password', 'glass-case-2', passwordHint],
  ] as const) {
    await field(label).fill(typed)
    await expectDescription(label, message)
  }
  await page.getByLabel(/terms/).check()
  await expect(page.getByText('You must accept the terms and conditions')).toBeHidden()
  await expect(page.getByRole('link', { name: 'terms and conditions' })).toHaveAttribute('href', '/terms/')
  await field('Confirm password').fill('glass-case-3')
  await expectDescription('Confirm password', 'Passwords do not match.')
  await field('Confirm password').fill('glass-case-2')
  await expectDescription('Confirm password', '')
})

test('a server-side refusal is shown at its field until the field changes', async ({ page, expects }) => {
  expects.errors.push(/400|409/)
  await page.goto('/contributor/auth/')
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Register' }).click()
  await page.getByLabel('Username').fill(`second${Date.now() % 1e6}`)
  await page.getByLabel('Email').fill(people.contributor.email)
  await page.getByLabel('Phone number').fill('01234567890')
  await page.getByLabel('Password', { exact: true }).fill('password1')
  await page.getByLabel('Confirm password').fill('password1')
  await page.getByLabel(/terms/).check()
  await page.getByRole('button', { name: 'Open account' }).click()
  const password = page.getByLabel('Password', { exact: true })
  await expect(password).toHaveAccessibleDescription(/one of the most common ones/)
  await expect(password).toBeFocused()
  await password.fill('glass-case-2')
  await expect(password).toHaveAccessibleDescription(passwordHint)
  await page.getByLabel('Confirm password').fill('glass-case-2')
  await page.getByRole('button', { name: 'Open account' }).click()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/exists already/)
})

test('a password can be made visible', async ({ page }) => {
  await page.goto('/contributor/auth/')
  await waitForHydration(page)
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('glass-case-2')
  const eye = page.getByRole('button', { name: 'Show what is typed', pressed: false })
  await eye.click()
  await expect(password).toHaveAttribute('type', 'text')
  await expect(password).toHaveValue('glass-case-2')
  await page.getByRole('button', { name: 'Show what is typed', pressed: true }).click()
  await expect(password).toHaveAttribute('type', 'password')
})

test('a wrong password is reported in the form until something changes, and not in the other form', async ({
  page,
  expects,
}) => {
  expects.errors.push(/401/)
  await page.goto('/contributor/auth/')
  await page.getByLabel('Email').fill(people.contributor.email)
  await page.getByLabel('Password', { exact: true }).fill('not-this-one')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expectAnswer(page, 'The e-mail address or the password is not right.')
  await page.getByLabel('Password', { exact: true }).fill('perhaps-this')
  await expect(page.getByRole('form').getByText('is not right.')).toBeHidden()
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByText('The e-mail address or the password is not right.')).toBeHidden({ timeout: 4000 })
})

test('a toast leaves the bar free, on phones too', async ({ page, expects }) => {
  expects.errors.push(/401/)
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 740 })
    await page.goto('/contributor/auth/')
    await page.getByLabel('Email').fill(people.contributor.email)
    await page.getByLabel('Password', { exact: true }).fill('not-this-one')
    await page.getByRole('button', { name: 'Log in' }).click()
    const toast = page.locator('.Toastify__toast')
    await expect(toast).toBeVisible()
    const bar = (await page.getByRole('banner').boundingBox())!
    // The toast slides in from the side.
    expect((await toast.boundingBox())!.y).toBeGreaterThanOrEqual(bar.y + bar.height)
  }
})

for (const [message, json] of [
  [
    'Too many attempts. Please try again in 8 seconds.',
    { code: 'too_many', message: 'Too many attempts. Please try again in 8 seconds.' },
  ],
  ['Something went wrong', {}],
] as const) {
  test(`a refusal is shown in the form and as a toast: ${message}`, async ({ page, expects }) => {
    expects.errors.push(/429/)
    await page.route('**/api/v1/accounts/user/login/', (route) => route.fulfill({ status: 429, json }))
    await page.goto('/contributor/auth/')
    await page.getByLabel('Email').fill(people.contributor.email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Log in' }).click()
    await expectAnswer(page, message)
  })
}

test('a form submitted before hydration is held and sent after it', async ({ page }) => {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(/\/assets\/app-.*\.js$/, async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/contributor/auth/')
  await page.getByLabel('Email').fill(people.contributor.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  release()
  await expect(page).toHaveURL(`/contributor/${people.contributor.username}/`)
})

test('is accessible, in both forms', async ({ page }) => {
  await page.goto('/contributor/auth/')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Register' }).click()
  await page.getByRole('button', { name: 'Open account' }).click()
  await expect(page.getByText('Username is required')).toBeVisible()
  await expectAccessible(page)
})
