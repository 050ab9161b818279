import type { Locator, Page } from '@playwright/test'
import type { Session } from '../../web/src/api/session.ts'
import { inDatabase } from './database.ts'
import { expect } from './fixtures.ts'
import { admin } from './seed-data.ts'

/** Registers a contributor for one test alone, so that its changes cannot affect other tests. */
export async function registerUser(page: Page) {
  const person = await registerUnconfirmedUser(page)
  await inDatabase('update users set email_confirmed_at = now() where email = $1', person.email)
  return person
}

export async function registerUnconfirmedUser(page: Page) {
  const name = `newuser${Math.random().toString(36).slice(2, 10)}`
  const person = { username: name, email: `${name}@people.example`, password: 'glass-case-2' }
  const response = await page.request.post('/api/v1/accounts/user/register/', {
    data: { ...person, number: '01234567890', confirm_password: person.password, terms_accepted: true },
  })
  expect(response.status()).toBe(201)
  const dashboardPath = `/contributor/${name}/`
  return { ...person, dashboardPath, passwordPath: `${dashboardPath}chnage-password/` }
}

interface Credentials {
  email: string
  password: string
}

/** The admin's session in this worker, and when it was opened. */
let admins: { session: Session; at: number } | undefined

/** The session of the admin, which tests share; renewed before its access token of ten minutes ends. */
export async function adminSession(page: Page): Promise<Session> {
  if (!admins || Date.now() - admins.at > 5 * 60_000)
    admins = { session: await createSession(page, admin), at: Date.now() }
  return admins.session
}

/** Signs in through the API; the browser does not store the session. */
export async function createSession(page: Page, { email, password }: Credentials): Promise<Session> {
  const response = await page.request.post('/api/v1/accounts/user/login/', { data: { email, password } })
  expect(response.status()).toBe(200)
  return (await response.json()).data
}

export const authHeaders = ({ tokens }: Session) => ({ authorization: `Bearer ${tokens.access_token}` })

/** Stores a session away from the pages: an open page would make its next calls with it, and stop the next `goto`. */
export async function storeSession(page: Page, session: Session) {
  await page.goto('/robots.txt')
  await replaceSession(page, session)
}

/** Stores a session under the open page, which is not told of it. */
export const replaceSession = (page: Page, session: Session) =>
  page.evaluate((text) => localStorage.setItem('auth', text), JSON.stringify(session))

export const storedSession = (page: Page): Promise<Session | null> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('auth') ?? 'null'))

export async function signInByApi(page: Page, person: Credentials) {
  const session = await (person.email === admin.email ? adminSession(page) : createSession(page, person))
  await storeSession(page, session)
  return session
}

/** A new contributor who has opened one of their pages, by its path behind the dashboard's. */
export async function openOwnPage(page: Page, path = '', register = registerUser) {
  const person = await register(page)
  const session = await signInByApi(page, person)
  await page.goto(`${person.dashboardPath}${path}`)
  return { ...person, session }
}

/** Opens one of the admin's pages, by its path behind the dashboard's. */
export async function openAdminPage(page: Page, path: string) {
  await signInByApi(page, admin)
  await page.goto(`/admin/${admin.username}/${path}`)
}

/** The same session with an access token whose `exp` claim is in the past. */
export function withExpiredToken({ user, tokens }: Session): Session {
  const [head, payload, signature] = tokens.access_token.split('.')
  const claims = JSON.parse(Buffer.from(payload!, 'base64url').toString())
  const past = Buffer.from(JSON.stringify({ ...claims, exp: claims.iat - 1 })).toString('base64url')
  return { user, tokens: { ...tokens, access_token: `${head}.${past}.${signature}` } }
}

/** The same session with an access token of an invalid signature, which only the server can tell. */
export function withForgedToken({ user, tokens }: Session): Session {
  const [head, payload] = tokens.access_token.split('.')
  return { user, tokens: { ...tokens, access_token: `${head}.${payload}.${'A'.repeat(43)}` } }
}

/** Records the methods of the requests whose path ends with `path`. */
export function recordRequests(page: Page, path: string) {
  const requests: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith(path)) requests.push(request.method())
  })
  return requests
}

export async function logIn(form: Page | Locator, { email, password }: Credentials) {
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Password', { exact: true }).fill(password)
  await form.getByRole('button', { name: 'Log in' }).click()
}

export async function logOut(page: Page) {
  await openSettings(page)
  await page.getByRole('button', { name: 'Logout' }).click()
}

export async function openSettings(page: Page) {
  const settings = page.locator('details', { hasText: 'Settings' }).filter({ visible: true })
  if ((await settings.getAttribute('open')) === null) await settings.locator('summary').click()
}
