import type { Page } from '@playwright/test'
import { expect, expectAccessible, test, waitForHydration } from '../support/fixtures.ts'
import {
  createSession,
  logIn,
  logOut,
  openOwnPage,
  recordRequests,
  registerUser,
  replaceSession,
  signInByApi,
  storedSession,
  storeSession,
  withExpiredToken,
  withForgedToken,
} from '../support/new-user.ts'

const pathEndsWith = (path: string) => (url: URL) => url.pathname.endsWith(path)

test('private and login pages show Loading... until the session is known; nothing else flashes', async ({ page }) => {
  const person = await registerUser(page)
  const seen = await recordFirstLines(page)
  await page.goto(person.dashboardPath)
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.poll(async () => [undefined, '', 'Loading...'].includes((await seen()).at(-1))).toBe(false)
  const lines = await seen()
  expect(lines.filter((text) => ![lines.at(-1), '', 'Loading...'].includes(text))).toEqual([])

  await signInByApi(page, person)
  // The login pages redirect a signed-in person, without a flash of the form.
  for (const path of [person.dashboardPath, '/contributor/auth/', '/admin/auth/']) {
    await page.goto(path)
    await expect(page).toHaveURL(person.dashboardPath)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect.poll(async () => (await seen()).at(-1)).toBe(`Hello, ${person.username}`)
    const before = (await seen()).slice(0, -1)
    expect(before.filter((text) => text && text !== 'Loading...')).toEqual([])
  }
  await page.goto('/about/')
  await page.getByRole('link', { name: 'Contributor login' }).click()
  await expect(page).toHaveURL(person.dashboardPath)
  await page.goBack()
  await expect(page).toHaveURL('/about/')
})

test('an ended session and a malformed one do not redirect: the login form is shown', async ({ page, expects }) => {
  expects.errors.push(/401/)
  const person = await registerUser(page)
  const session = await signInByApi(page, person)
  await page.request.post('/api/v1/accounts/user/logout/', { data: { refresh: session.tokens.refresh_token } })
  await storeSession(page, withExpiredToken(session))
  await page.goto('/contributor/auth/')
  await expect(page.getByRole('form', { name: 'Login Form' })).toBeVisible()
  expect(await storedSession(page)).toBeNull()

  await page.goto('/robots.txt')
  await page.evaluate(() => localStorage.setItem('auth', '{"user":{"username":"x"},"tokens":{"access_token":"x"}}'))
  await page.goto('/contributor/auth/')
  await expect(page.getByRole('form', { name: 'Login Form' })).toBeVisible()
  await waitForHydration(page)
  expect(await page.evaluate(() => localStorage.getItem('auth'))).toBeNull()
})

test('signing out in one tab signs out all; neither Back nor its cache leads back in', async ({ page, context }) => {
  const person = await openOwnPage(page)
  const other = await context.newPage()
  await other.goto(person.passwordPath)
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Password and sessions')
  await logOut(page)
  await expect(page).toHaveURL('/')
  await expect(other).toHaveURL('/')
  await expect(other.getByText('You have been signed out.')).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/')

  await signInByApi(page, person)
  await page.goto(person.dashboardPath)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // A cached page gets no storage event; Playwright disables that cache, so the test dispatches its event.
  await page.evaluate(() => {
    localStorage.removeItem('auth')
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })
  await expect(page).toHaveURL('/')
})

test('what a person was told leaves the memory of the tab when they sign out', async ({ page, context }) => {
  const profiles = recordRequests(page, '/user/profile/')
  const person = await openOwnPage(page, 'profile/')
  await expect.poll(() => profiles.length).toBe(1)
  await logOut(page)
  await expect(page).toHaveURL('/')
  const other = await context.newPage()
  await other.goto('/contributor/auth/')
  await expect(other.getByRole('form', { name: 'Login Form' })).toBeVisible()
  // The footer moves until the images are there.
  await page.getByRole('link', { name: 'Contributor login' }).press('Enter')
  await logIn(page, person)
  await expect(page).toHaveURL(person.dashboardPath)
  await expect(other).toHaveURL(person.dashboardPath)
  await page.locator('a[href$="/profile/"]').filter({ visible: true }).first().click()
  await expect.poll(() => profiles.length).toBe(2)
  // Another person signs in in this browser: the open page of the first one must close.
  await signInByApi(page, await registerUser(page))
  await expect(other).toHaveURL('/')
})

for (const [what, spoil, calls] of [
  ['an expired token is renewed once before the calls that wait for it', withExpiredToken, 5],
  ['concurrent calls renew a refused token once, however late their responses come', withForgedToken, 10],
] as const)
  test(what, async ({ page, expects }) => {
    expects.errors.push(/401/)
    const person = await registerUser(page)
    const session = await createSession(page, person)
    const spoilt = spoil(session)
    await storeSession(page, spoilt)
    const renewals = recordRequests(page, '/token/refresh/')
    const requests = recordRequests(page, '-images-length/')
    const renewed = page.waitForResponse((response) => pathEndsWith('/token/refresh/')(new URL(response.url())))
    // This call is refused after the others already have the new token.
    if (spoil === withForgedToken)
      await page.route(pathEndsWith('/rejected-images-length/'), async (route) => {
        await renewed
        await route.continue()
      })
    await page.goto(person.dashboardPath)
    await expect(dashboardCounts(page)).toHaveText([/0$/, /0$/, /0$/, /0$/])
    expect([renewals.length, requests.length]).toEqual([1, calls])
    const { user, tokens } = (await storedSession(page))!
    expect(user).toEqual(session.user)
    expect(tokens.refresh_token).toBe(session.tokens.refresh_token)
    expect(tokens.access_token).not.toBe(spoilt.tokens.access_token)
  })

test('a refused call is repeated only once', async ({ page, expects }) => {
  expects.errors.push(/401/)
  const person = await registerUser(page)
  await storeSession(page, withForgedToken(await createSession(page, person)))
  const renewals = recordRequests(page, '/token/refresh/')
  const requests = recordRequests(page, '/user/sessions/')
  const refusal = { status: 401, json: { code: 'not_signed_in', message: 'Please sign in.' } }
  await page.route(pathEndsWith('/user/sessions/'), (route) => route.fulfill(refusal))
  await page.goto(person.passwordPath)
  await expect(page.getByText('Failed to load where you are signed in.')).toBeVisible()
  // Where another call renews the token first, this one is refused with the new one, which is renewed to the same.
  expect([
    [1, 2],
    [2, 1],
    [2, 2],
  ]).toContainEqual([renewals.length, requests.length])
})

test('a session that the server has ended is a pause; a failing server ends none', async ({ page, expects }) => {
  expects.errors.push(/401|503/)
  const person = await registerUser(page)
  const session = await createSession(page, person)
  await storeSession(page, withForgedToken(session))
  await page.route(pathEndsWith('/token/refresh/'), (route) => route.fulfill({ status: 503, json: {} }))
  await page.goto(person.passwordPath)
  await expect(page.getByText('Failed to load where you are signed in.')).toBeVisible()
  expect(await storedSession(page)).not.toBeNull()

  await page.unrouteAll()
  await page.request.post('/api/v1/accounts/user/logout/', { data: { refresh: session.tokens.refresh_token } })
  await page.getByLabel('New password', { exact: true }).fill('half typed')
  await page.getByRole('button', { name: 'Try again' }).click()
  const sheet = page.getByRole('dialog', { name: 'Your session has ended' })
  await expect(sheet).toBeVisible()
  expect(await storedSession(page)).toBeNull()
  await expectAccessible(page)
  await logIn(sheet, person)
  await expect(sheet).toBeHidden()
  await expect(page).toHaveURL(person.passwordPath)
  await expect(page.getByLabel('New password', { exact: true })).toHaveValue('half typed')
  await expect(page.getByText('This browser')).toBeVisible()

  const renewed = (await storedSession(page))!
  await page.request.post('/api/v1/accounts/user/logout/', { data: { refresh: renewed.tokens.refresh_token } })
  await replaceSession(page, withForgedToken(renewed))
  // The page may have asked the server by itself, so that the sheet is over the link.
  await page.getByRole('link', { name: /^Pending images/ }).dispatchEvent('click')
  await expect(sheet).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/')
  await expect(page.getByText('You have been signed out.')).toBeVisible()
})

/** The four counts of the dashboard, which are requested concurrently. */
const dashboardCounts = (page: Page) => page.getByRole('list', { name: 'Your images in numbers' }).getByRole('listitem')

/** Records the first line of the main region, frame by frame. */
async function recordFirstLines(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const seen: string[] = []
    const record = () => {
      const main = document.querySelector('main')
      const visible = main?.checkVisibility({ visibilityProperty: true })
      const text = visible ? main!.innerText.trim().split('\n')[0]! : ''
      if (text !== seen.at(-1)) seen.push(text)
      requestAnimationFrame(record)
    }
    requestAnimationFrame(record)
    Object.assign(window, { seen })
  })
  return () => page.evaluate(() => (window as unknown as { seen: string[] }).seen)
}
