import { sql } from 'kysely'
import type { Database } from '#kit/database/statements'
import { callAs, type TestApp, type TestUser } from './test-app.ts'

type Site = Pick<TestApp, 'app'>

export const registration = (username: string, password = 'glass-case-2') => ({
  ...{ username, email: `${username}@people.example`, number: '01234567890', terms_accepted: true },
  ...{ password, confirm_password: password },
})

export const postAccount = (
  { app }: Site,
  path: string,
  payload: object | string,
  more: { remoteAddress?: string; headers?: Record<string, string> } = {},
) => app.inject({ method: 'POST', url: `/api/v1/accounts/user/${path}/`, payload, ...more })

/** A sign-in, by the password that `createUser` gives. */
export const signIn = (site: Site, email: string, password = 'correct-horse', more = {}) =>
  postAccount(site, 'login', { email, password }, more)

export const isLive = async ({ app }: Site, { access_token: token }: Pick<TestUser, 'access_token'>) =>
  (await app.inject({ method: 'POST', url: '/api/v1/token/verify/', payload: { token } })).statusCode === 200

export const profileOf = async ({ app }: Site, { headers }: Pick<TestUser, 'headers'>) =>
  (await app.inject({ url: '/api/v1/accounts/user/profile/', headers })).json()[0]

/** The audit log as an admin reads it, the last event first. */
export const auditLog = async ({ app }: Site, { headers }: TestUser, query: Record<string, string> = {}) =>
  (await app.inject({ url: '/api/v1/accounts/events/', query, headers })).json()

export const eventsOf = async (db: Database, { id }: { id: number }) => {
  const rows = await db.selectFrom('audit').select('event').where('user_id', '=', id).orderBy('id').execute()
  return rows.map(({ event }) => event)
}

export const setBlock = (site: Site, admin: TestUser, { id }: { id: number }, is_block = true, more = {}) =>
  callAs(site, admin, 'PATCH', `accounts/user/admin/update/${id}`, { is_active: !is_block, is_block, ...more })

/** Moves stored times into the past, as if these seconds had elapsed; a negative number lengthens waits. */
export const elapse = (db: Database, seconds: number) =>
  sql`update rate_limit set allowed_at = allowed_at - make_interval(secs => ${seconds}::int)
      where allowed_at > '-infinity'`.execute(db)
