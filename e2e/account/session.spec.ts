import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import {
  createSession,
  logOut,
  recordRequests,
  registerUser,
  signInByApi,
  storedSession,
  storeSession,
  withExpiredToken,
  withForgedToken,
} from '../support/new-user.ts'

const pathEndsWith = (path: string) => (url: URL) => url.pathname.endsWith(path)

test('a page of one’s own says Loading... until it is known who is there, and nothing else flashes', async ({
  page,
}) => {
  const person = await registerUser(page)
  const seen = await recordFirstLines(page)
  await page.goto(person.desk)
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const home = (await seen()).at(-1)
  expect((await seen()).filter((text) => ![home, '', 'Loading...'].includes(text))).toEqual([])

  await signInByApi(page, person)
  await page.goto(person.desk)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const [last, ...before] = (await seen()).reverse()
  expect(last).toBe(`Hello, ${person.username}`)
  expect(before.filter((text) => text && text !== 'Loading...')).toEqual([])
})

for (const login of ['/contributor/auth/', '/admin/auth/']) {
  test(`whoever is signed in is led on from ${login} to his desk, and sees no form before`, async ({ page }) => {
    const person = await registerUser(page)
    await signInByApi(page, person)
    const seen = await recordFirstLines(page)
    await page.goto(login)
    await expect(page).toHaveURL(person.desk)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const [last, ...before] = (await seen()).reverse()
    expect(last).toBe(`Hello, ${person.username}`)
    expect(before.filter((text) => text && text !== 'Loading...')).toEqual([])

    await page.goto('/')
    await page.getByRole('link', { name: 'Contributor login' }).click()
    await expect(page).toHaveURL(person.desk)
    await page.goBack()
    await expect(page).toHaveURL('/')
  })
}

test('a session that ended meanwhile leads nowhere: its owner finds the form', async ({ page, expects }) => {
  expects.errors.push(/401/)
  const person = await registerUser(page)
  const session = await signInByApi(page, person)
  await page.request.post('/api/v1/accounts/user/logout/', { data: { refresh: session.tokens.refresh_token } })
  await storeSession(page, withExpiredToken(session))
  await page.goto('/contributor/auth/')
  await expect(page.getByRole('form', { name: 'Login Form' })).toBeVisible()
  expect(await storedSession(page)).toBeNull()
})

test('what lies under the key and is no session is nobody’s', async ({ page }) => {
  await page.goto('/robots.txt')
  await page.evaluate(() => localStorage.setItem('auth', '{"user":{"username":"x"},"tokens":{"access_token":"x"}}'))
  await page.goto('/contributor/auth/')
  await expect(page.getByRole('form', { name: 'Login Form' })).toBeVisible()
})

test('signing in in one tab is noticed in the others', async ({ page, context }) => {
  const [person, stranger] = [await registerUser(page), await registerUser(page)]
  const other = await context.newPage()
  await other.goto('/contributor/auth/')
  await expect(other.getByRole('form', { name: 'Login Form' })).toBeVisible()
  await signInByApi(page, person)
  await expect(other).toHaveURL(person.desk)
  // Somebody else signs in in this browser: what is open there is not for him.
  await signInByApi(page, stranger)
  await expect(other).toHaveURL('/')
})

test('signing out in one tab signs out all, and the back button does not lead back in', async ({ page, context }) => {
  const person = await registerUser(page)
  await signInByApi(page, person)
  await page.goto(person.desk)
  const other = await context.newPage()
  await other.goto(person.passwordPage)
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Password and sessions')
  await logOut(page)
  await expect(page).toHaveURL('/')
  await expect(other).toHaveURL('/')
  await expect(other.getByText('You have been signed out.')).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/')
})

test('a page that slept in the back button’s cache wakes up signed out', async ({ page }) => {
  const person = await registerUser(page)
  await signInByApi(page, person)
  await page.goto(person.desk)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // Who sleeps hears no storage event; Playwright turns that cache off, so the event stands for it.
  await page.evaluate(() => {
    localStorage.removeItem('auth')
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })
  await expect(page).toHaveURL('/')
})

test('calls at the same time renew a refused token once, however late their answers come', async ({
  page,
  expects,
}) => {
  expects.errors.push(/401/)
  const person = await registerUser(page)
  await storeSession(page, withForgedToken(await createSession(page, person)))
  const renewals = recordRequests(page, '/token/refresh/')
  const asked = recordRequests(page, '-images-length/')
  const renewed = page.waitForResponse((answer) => pathEndsWith('/token/refresh/')(new URL(answer.url())))
  // This one is refused when the others have long been given their new token.
  await page.route(pathEndsWith('/rejected-images-length/'), async (route) => {
    await renewed
    await route.continue()
  })
  await page.goto(person.desk)
  await expect(dashboardCounts(page)).toHaveText([/0$/, /0$/, /0$/, /0$/])
  expect([renewals.length, asked.length]).toEqual([1, 8])
})

test('a token that has run out is renewed once before the calls that wait for it', async ({ page }) => {
  const person = await registerUser(page)
  const session = await createSession(page, person)
  const old = withExpiredToken(session)
  await storeSession(page, old)
  const renewals = recordRequests(page, '/token/refresh/')
  const asked = recordRequests(page, '-images-length/')
  await page.goto(person.desk)
  await expect(dashboardCounts(page)).toHaveText([/0$/, /0$/, /0$/, /0$/])
  expect([renewals.length, asked.length]).toEqual([1, 4])
  const now = (await storedSession(page))!
  expect(now.user).toEqual(session.user)
  expect(now.tokens.refresh_token).toBe(session.tokens.refresh_token)
  expect(now.tokens.access_token).not.toBe(old.tokens.access_token)
})

test('a call is repeated once, not for ever', async ({ page, expects }) => {
  expects.errors.push(/401/)
  const person = await registerUser(page)
  await signInByApi(page, person)
  const renewals = recordRequests(page, '/token/refresh/')
  const asked = recordRequests(page, '/user/sessions/')
  const refusal = { status: 401, json: { code: 'not_signed_in', message: 'Please sign in.' } }
  await page.route(pathEndsWith('/user/sessions/'), (route) => route.fulfill(refusal))
  await page.goto(person.passwordPage)
  await expect(page.getByText('Failed to load where you are signed in.')).toBeVisible()
  expect([renewals.length, asked.length]).toEqual([1, 2])
})

test('whoever cannot be renewed is logged out; a server in trouble logs nobody out', async ({ page, expects }) => {
  expects.errors.push(/401|503/)
  const person = await registerUser(page)
  const session = await createSession(page, person)
  await storeSession(page, withForgedToken(session))
  await page.route(pathEndsWith('/token/refresh/'), (route) => route.fulfill({ status: 503, json: {} }))
  await page.goto(person.passwordPage)
  await expect(page.getByText('Failed to load where you are signed in.')).toBeVisible()
  expect(await storedSession(page)).not.toBeNull()

  await page.unrouteAll()
  await page.request.post('/api/v1/accounts/user/logout/', { data: { refresh: session.tokens.refresh_token } })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByText('You have been signed out.')).toBeVisible()
  expect(await storedSession(page)).toBeNull()
})

/** The four numbers of the dashboard, which are asked for at the same time. */
const dashboardCounts = (page: Page) => page.getByRole('list', { name: 'Your images in numbers' }).getByRole('listitem')

/** What the page has shown first in its main part, frame by frame. */
async function recordFirstLines(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const seen: string[] = []
    const look = () => {
      const main = document.querySelector('main')
      const visible = main?.checkVisibility({ visibilityProperty: true })
      const text = visible ? main!.innerText.trim().split('\n')[0]! : ''
      if (text !== seen.at(-1)) seen.push(text)
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
    Object.assign(window, { seen })
  })
  return () => page.evaluate(() => (window as unknown as { seen: string[] }).seen)
}
