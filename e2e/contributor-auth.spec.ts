import { password } from './library.ts'
import { alive, expect, expectAccessible, people, signIn, test } from './site.ts'

test('a newcomer registers, signs in and arrives at the desk', async ({ page }) => {
  const name = `newcomer${Date.now() % 1e6}`
  await page.goto('/contributor/auth/')
  await alive(page)
  await page
    .getByRole('button', { name: 'Register' })
    .or(page.getByRole('tab', { name: 'Register' }))
    .first()
    .click()
  await page.getByLabel('Username').fill(name)
  await page.getByLabel('Email').fill(`${name}@people.example`)
  await page.getByLabel('Phone number').fill('01234567890')
  await page.getByLabel('Password', { exact: true }).fill('glass-case-2')
  await page.getByLabel('Confirm password').fill('glass-case-2')
  await page.getByLabel(/terms/).check()
  await page.getByRole('button', { name: 'Open account' }).click()
  await expect(page.getByText('Register successfully')).toBeVisible()

  await page.getByLabel('Email').fill(`${name}@people.example`)
  await page.getByLabel('Password', { exact: true }).fill('glass-case-2')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText('Login successfully')).toBeVisible()
  await expect(page).toHaveURL(`/contributor/${name}/`)
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('auth')!))
  expect(Object.keys(kept).sort()).toEqual(['tokens', 'user'])
  expect(Object.keys(kept.tokens).sort()).toEqual(['access_token', 'refresh_token'])
})

test('every field says what is wrong with it, and stops saying so when it is right', async ({ page }) => {
  await page.goto('/contributor/auth/')
  await alive(page)
  const login = page.getByRole('button', { name: 'Log in' })
  await login.click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await expect(page.getByText('Password is required')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill('1234')
  await expect(page.getByText('Password must be at least 5 characters')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill('12345')
  await expect(page.getByText('Password must be at least')).toBeHidden()
})

test('a wrong password is a sentence in a toast', async ({ page, expects }) => {
  expects.errors.push(/401/)
  await page.goto('/contributor/auth/')
  await page.getByLabel('Email').fill(people.contributor.email)
  await page.getByLabel('Password', { exact: true }).fill('not-this-one')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText('The e-mail address or the password is not right.')).toBeVisible()
})

test('what is sent before the page comes alive is kept and sent when it does', async ({ page }) => {
  let release = () => {}
  const held = new Promise<void>((go) => (release = go))
  await page.route(/\/assets\/browser-.*\.js$/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/contributor/auth/')
  await page.getByLabel('Email').fill(people.contributor.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  release()
  await expect(page).toHaveURL(`/contributor/${people.contributor.username}/`)
})

test('is accessible', async ({ page }) => {
  await page.goto('/contributor/auth/')
  await expectAccessible(page)
})

test('the session is the same in every tab', async ({ page, context }) => {
  await signIn(page, 'contributor')
  const other = await context.newPage()
  await other.goto(`/contributor/${people.contributor.username}/`)
  await expect(other.getByRole('heading', { level: 1 })).toContainText(people.contributor.username)
  await other.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/')
})
