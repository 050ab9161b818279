import type { Page } from '@playwright/test'
import type { Session } from '../../web/src/api/session.ts'
import { expect } from './fixtures.ts'

/** Somebody of his own for one test, since what becomes of him would lead the others astray. */
export async function registerUser(page: Page) {
  const name = `newcomer${Math.random().toString(36).slice(2, 10)}`
  const person = { username: name, email: `${name}@people.example`, password: 'glass-case-2' }
  const answer = await page.request.post('/api/v1/accounts/user/register/', {
    data: { ...person, number: '01234567890', confirm_password: person.password, terms_accepted: true },
  })
  expect(answer.status()).toBe(201)
  const desk = `/contributor/${name}/`
  return { ...person, desk, passwordPage: `${desk}chnage-password/` }
}

interface Credentials {
  email: string
  password: string
}

/** Signs in without the form, at the site where the page is to be. */
export async function createSession(page: Page, { email, password }: Credentials): Promise<Session> {
  const answer = await page.request.post('/api/v1/accounts/user/login/', { data: { email, password } })
  expect(answer.status()).toBe(200)
  return (await answer.json()).data
}

/** Lets the browser keep a session, as if the person had signed in there. */
export async function storeSession(page: Page, session: Session) {
  if (page.url() === 'about:blank') await page.goto('/robots.txt')
  await page.evaluate((text) => localStorage.setItem('auth', text), JSON.stringify(session))
}

export const storedSession = (page: Page): Promise<Session | null> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('auth') ?? 'null'))

export async function signInByApi(page: Page, person: Credentials) {
  const session = await createSession(page, person)
  await storeSession(page, session)
  return session
}

/** The same session with an access token that says itself that its time is up. */
export function withExpiredToken({ user, tokens }: Session): Session {
  const [head, payload, signature] = tokens.access_token.split('.')
  const claims = JSON.parse(Buffer.from(payload!, 'base64url').toString())
  const past = Buffer.from(JSON.stringify({ ...claims, exp: claims.iat - 1 })).toString('base64url')
  return { user, tokens: { ...tokens, access_token: `${head}.${past}.${signature}` } }
}

/** The same session with an access token that only the server sees through. */
export function withForgedToken({ user, tokens }: Session): Session {
  const [head, payload] = tokens.access_token.split('.')
  return { user, tokens: { ...tokens, access_token: `${head}.${payload}.${'A'.repeat(43)}` } }
}

/** Counts the requests that end so. */
export function recordRequests(page: Page, path: string) {
  const requests: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith(path)) requests.push(request.method())
  })
  return requests
}

/** The next click of somebody who works at his desk, and one that asks the server. */
export async function openPasswordPage(page: Page) {
  await openSettings(page)
  await page.getByRole('link', { name: 'Change password' }).click()
}

export async function logOut(page: Page) {
  await openSettings(page)
  await page.getByRole('button', { name: 'Logout' }).click()
}

async function openSettings(page: Page) {
  const settings = page.locator('details', { hasText: 'Settings' }).filter({ visible: true })
  if ((await settings.getAttribute('open')) === null) await settings.locator('summary').click()
}
