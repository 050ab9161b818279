import { createHmac } from 'node:crypto'
import * as limits from '@vitrine/contract/vocabulary/limits'
import { keptAfterClosing } from '@vitrine/contract/vocabulary/own-data/kept-data'
import { type RawBuilder, sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { counterNoticeSecrets } from '#features/moderation/reports/report-secrets'
import { backOfficeOf } from '#test/back-office'
import { drawing } from '#test/drawings'
import { startMailServer } from '#test/mail-server'
import * as notices from '#test/notices'
import { aPng } from '#test/png'
import { saveProfile } from '#test/profile'
import { reportsOf } from '#test/reports'
import { openTestApp, setStatus, type TestUser, upload } from '#test/test-app'

const mailServer = await startMailServer()
const testApp = await openTestApp({ TRUST_PROXY: '127.0.0.1', CONFIRM_EMAIL: 'on', SMTP_URL: mailServer.url })
const { app, db } = testApp
const { admin, takeDown } = await reportsOf(testApp)
const { replaceFile } = backOfficeOf(testApp)

const address = '198.51.100.77'
const person = {
  username: 'Quillfeather_Ottoline',
  email: 'ottoline@quillfeather.example',
  number: '+44 7700 900123',
  password: 'glass-case-2',
}
const [first_name, last_name] = ['Ottoline', 'Quillfeather']
const agent = 'QuillfeatherBrowser/9'
const from = { 'x-forwarded-for': address, 'user-agent': agent }

/** All by which the person could be known, as text or hexadecimal digits of bytes. */
const personalValues = [
  ...['quillfeather', 'ottoline', person.email, 'marmalade@new.example', person.number, address, agent],
  ...['quill scanner', 'my-quill-cat'],
]
const networkCode = createHmac('sha256', testApp.masterKey.deriveKey('networks of reports')).update(address).digest()

const call = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, payload?: object, headers = {}) =>
  app.inject({ method, url: `/api/v1${url}`, headers: { ...from, ...headers }, ...(payload && { payload }) })

async function register(): Promise<TestUser> {
  const confirmed = { confirm_password: person.password, terms_accepted: true }
  await call('POST', '/accounts/user/register/', { ...person, ...confirmed })
  await db.updateTable('users').set({ email_confirmed_at: new Date() }).where('email', '=', person.email).execute()
  await call('POST', '/accounts/user/login/', { email: person.email, password: 'wrong one' })
  const { data } = (await call('POST', '/accounts/user/login/', person)).json()
  const { id } = await db.selectFrom('users').select('id').where('email', '=', person.email).executeTakeFirstOrThrow()
  const { access_token, refresh_token } = data.tokens
  const headers = { ...from, authorization: `Bearer ${access_token}` }
  return { ...person, id, access_token, refresh_token, headers }
}

let seed = 70_000
async function uploadAs(user: TestUser, title: string, png = aPng({ seed: ++seed })) {
  const words = { title, licence: 'cc-by-4.0', credit: `${first_name} ${last_name}, London` }
  const parts = [
    { name: 'images', value: png, filename: 'my-quill-cat.png' },
    ...Object.entries(words).map(([name, value]) => ({ name, value })),
  ]
  const answer = await upload(testApp, user, parts)
  return answer.json().images[0] as { id: number; slug: string; cloudflare_id: string }
}

/** An image that is taken down, and the counter-notice of its contributor. */
async function answerTakeDown(user: TestUser, title: string) {
  const { id, slug } = await uploadAs(user, title, await drawing(seed++ % 100, 64))
  await setStatus(testApp, admin, [id], 'approved')
  const { decision } = await takeDown({ id, slug })
  const secret = counterNoticeSecrets(testApp.masterKey).secretOf(decision)
  expect((await call('POST', '/counter-notices/', { secret, ...counterNotice })).statusCode).toBe(201)
}

const counterNotice = {
  ...notices.counterNotice,
  ...{ name: `${first_name} ${last_name}`, signature: `${first_name} ${last_name}`, phone: person.number },
  ...{ address: 'Ottoline’s house, London', message: 'Ottoline drew it.' },
}

/** Everything that leaves traces. */
async function liveHere(user: TestUser) {
  await saveProfile(testApp, user, { first_name, last_name, has_page: '1' }, aPng({ seed: 1 }), 'quillfeather.png')
  await call('POST', '/accounts/user/api-keys/', { name: 'Quill scanner', password: person.password }, user.headers)
  await call('PUT', '/accounts/user/terms/', { version: 2 }, user.headers)
  const body = { email: 'marmalade@new.example', password: person.password }
  expect((await call('POST', '/accounts/user/email/', body, user.headers)).statusCode).toBe(200)
  await call('POST', '/accounts/user/forgot-password/', { email: person.email })
  await call('POST', '/accounts/user/data/', { password: person.password }, user.headers)
  const images = []
  for (const title of ['Brass kettle', 'Copper kettle', 'Tin kettle', 'Iron kettle']) {
    images.push(await uploadAs(user, title))
  }
  const [shown, edited, rejected, trashed] = images.map(({ id }) => id) as [number, number, number, number]
  await setStatus(testApp, admin, [shown, edited, trashed], 'approved')
  await setStatus(testApp, admin, [rejected], 'rejected')
  const credit = { credit: `${first_name} ${last_name}` }
  await call('PUT', `/images/update/${edited}/`, { ...credit, title: 'By Ottoline' }, user.headers)
  await call('PUT', `/images/update/${shown}/`, { credit: 'Quillfeather' }, admin.headers)
  expect((await replaceFile(user, edited, aPng({ seed: ++seed }))).statusCode).toBeLessThan(300)
  await call('DELETE', `/images/delete/${trashed}/`, undefined, user.headers)
  await app.inject(`/api/v1/images/download/${images[0]!.cloudflare_id}/?size=256&format=webp`)
  const notice = { name: `${first_name} ${last_name}`, work: 'A kettle', signature: `${first_name} ${last_name}` }
  await call('POST', '/reports/', {
    ...{ slug: images[0]!.slug, reason: 'other', message: 'Ottoline says so.', email: person.email, ...notice },
  })
  await answerTakeDown(user, 'Lead kettle')
}

/** Columns, as `table.column`, in which one of these values stands, of all tables of the database. */
async function columnsWith(values: string[]): Promise<string[]> {
  const { rows } = await sql<{ schema: string; table: string; column: string }>`
    select table_schema as schema, table_name as table, column_name as column
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
    order by 1, 2, 3`.execute(db)
  expect(rows.length).toBeGreaterThan(150)
  const texts = values.flatMap((value) => [value, Buffer.from(value).toString('hex')])
  const patterns = texts.map((text) => `%${text}%`)
  const found = []
  for (const { schema, table, column } of rows) {
    const { rows: hits } = await sql`
      select from ${sql.id(schema, table)}
      where ${sql.id(column)}::text ilike any(${patterns}::text[]) limit 1`.execute(db)
    if (hits.length) found.push(schema === 'public' ? `${table}.${column}` : `${schema}.${table}.${column}`)
  }
  return found
}

const rowsOf = async (condition: RawBuilder<unknown>) => {
  const { rows } = await sql<{ id: number }>`
    select id::int from graphile_worker.jobs where ${condition} order by id`.execute(db)
  return rows
}
const names = sql`id in (select id from graphile_worker._private_jobs where payload ->> 'names' is not null)`
/** Once the images are without names, and the mail that it is closed was refused. */
const closingIsDone = () =>
  vi.waitFor(
    async () => {
      expect(await rowsOf(names)).toEqual([])
      expect(await rowsOf(sql`task_identifier = 'mail_account_closed' and last_error is not null`)).toHaveLength(1)
    },
    { timeout: 30_000, interval: 200 },
  )

const named: string[] = keptAfterClosing.flatMap(({ columns }) => columns)

/** What is left when mails that were refused have been given up for so many days. */
async function columnsAfter(days: number): Promise<string[]> {
  await sql`
    update graphile_worker._private_jobs
    set attempts = max_attempts, run_at = now() - make_interval(days => ${days}::int)
    where last_error is not null and locked_at is null`.execute(db)
  await sql`select graphile_worker.add_job('delete_failed_mails')`.execute(db)
  await vi.waitFor(async () => expect(await rowsOf(sql`task_identifier = 'delete_failed_mails'`)).toEqual([]), 30_000)
  return columnsWith([...personalValues, networkCode.subarray(0, 16).toString('hex')])
}

test.each(['stay', 'leave'])(
  'a closed account leaves no personal value in any column but those that the privacy page names: images %s',
  async (images) => {
    mailServer.refuse(Number.POSITIVE_INFINITY)
    const user = await register()
    await liveHere(user)
    const before = await columnsWith(personalValues)
    const columns = ['users.email', 'session.address', 'audit.user_agent', 'images.credit', 'api_key.name']
    const ofImages = ['images.former_licences', 'counter_notice.message', 'counter_notice.name']
    expect(before).toEqual(expect.arrayContaining([...columns, ...ofImages]))
    expect(before).not.toContain('graphile_worker._private_jobs.key') // as old as the mail server is away

    const closing = { password: person.password, images }
    expect((await call('POST', '/accounts/user/close/', closing, user.headers)).statusCode).toBe(200)
    await closingIsDone()
    const after = await columnsAfter(limits.failedMailDays - 1)
    expect(after.filter((column) => !named.includes(column))).toEqual([])
    expect(after).toContain('report.network')
    expect(after).toContain('graphile_worker._private_jobs.payload')
    expect(after).not.toContain('graphile_worker._private_jobs.last_error')
    const later = await columnsAfter(limits.failedMailDays + 1)
    expect(later.filter((column) => column.startsWith('graphile_worker.'))).toEqual([])
  },
  120_000,
)
