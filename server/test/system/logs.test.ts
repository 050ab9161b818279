import { once } from 'node:events'
import { apiBase } from '@vitrine/contract/endpoint'
import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { registration } from '#test/accounts'
import { startMain, stopMainProcesses } from '#test/main-process'
import { openAppWithPeople } from '#test/test-app'

// The log of a whole process at its most talkative, after calls with all that it must not hold.

const { testApp: site, ada: person, admin } = await openAppWithPeople()
afterAll(stopMainProcesses)

const child = startMain({ DATABASE_URL: site.databaseUrl, DATA_DIR: site.folder, LOG_LEVEL: 'debug' })
let output = ''
child.stdout!.setEncoding('utf8').on('data', (part: string) => {
  output += part
})
await vi.waitFor(() => expect(output).toContain('is ready at'), { timeout: 30_000 })
const address = /ready at (\S+)/.exec(output)![1]!

const call = (method: string, path: string, { token, body }: { token?: string; body?: object } = {}) =>
  fetch(`${address}${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Secret-Browser/1.0',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  }).then(({ status }) => status)

const forged = `${person.access_token.slice(0, -8)}AAAAAAAA`
const login = (password: string) =>
  call('POST', `${apiBase}/accounts/user/login/`, { body: { email: person.email, password } })

// PostgreSQL repeats the row in the details of this error.
await sql`alter table users add check (username <> 'unlucky')`.execute(site.db)
const newPerson = { ...registration('unlucky', 'secret-new'), email: 'secret-address@people.example' }

const statuses = [
  await login('secret-guess'),
  await login('correct-horse'),
  await call('GET', '/?title=secret+search'),
  await call('GET', `${apiBase}/images/approved/?title=secret+search`),
  await call('GET', '/confirm-password/MQ/secret-link/'),
  await call('POST', `${apiBase}/accounts/user/reset-password/MQ/secret-link/`, {
    body: { new_password: 'secret-new' },
  }),
  await call('GET', `${apiBase}/accounts/users-list/`, { token: person.access_token }),
  await call('GET', `${apiBase}/accounts/users-list/`, { token: forged }),
  await call('POST', `${apiBase}/configuration/cloudflare/config/`, {
    token: admin.access_token,
    body: { api_key: 'secret-api-key', account_id: '', account_hash: '', images_domain: '', email: '' },
  }),
  await call('POST', `${apiBase}/accounts/user/register/`, { body: newPerson }),
  await call('GET', '/x%0d%0a{"level":60,"msg":"forged"}/'),
]
await Promise.all(Array.from({ length: 12 }, () => login('secret-guess')))
child.kill('SIGTERM')
await once(child, 'close') // which comes when its output has been read, too

const lines = output.trimEnd().split('\n')
type Line = Record<string, unknown> & { msg: string }
const entries = lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as Line)

test('the log has an entry for each request: when, from which process, what, and what became of it', () => {
  expect(statuses).toEqual([401, 200, 200, 200, 200, 400, 403, 401, 400, 500, 404])
  const answered = entries.filter(({ msg }) => msg === 'answered')
  expect(answered.map(({ status }) => status)).toEqual(expect.arrayContaining(statuses))
  for (const entry of answered)
    expect(entry).toMatchObject({
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      level: expect.any(Number),
      pid: child.pid,
      hostname: expect.any(String),
      request: expect.stringMatching(/^\w+-\w+$/),
      method: expect.stringMatching(/^(GET|POST)$/),
      path: expect.stringMatching(/^\//),
      status: expect.any(Number),
    })
})

test('what is refused to a person, a bad token and an attempt too many have an entry', () => {
  const refused = entries.filter(({ msg }) => msg === 'refused')
  expect(refused.slice(0, 2)).toEqual([
    expect.objectContaining({ method: 'GET', status: 403, code: 'not_allowed', user: person.id }),
    expect.objectContaining({ method: 'GET', status: 401, code: 'not_signed_in' }),
  ])
  expect(refused.at(-1)).toMatchObject({ path: `${apiBase}/accounts/user/login/`, status: 429, code: 'too_many' })
  const ids = new Set(entries.map(({ request }) => request))
  for (const { request } of refused) expect(ids).toContain(request)
})

test('no entry holds a password, a token, a key, what was searched for, or who a visitor is', async () => {
  const { access_token, refresh_token, email } = person
  const secrets = ['correct-horse', 'ecret', forged, access_token, refresh_token, admin.access_token, email]
  const told = lines.filter((line) => secrets.some((secret) => line.includes(secret)))
  expect(told).toEqual([])
  const atWork = lines.filter((line) => line.startsWith('{') && !line.includes('Server listening'))
  expect(atWork.filter((line) => /127\.0\.0\.1|::1|localhost/.test(line))).toEqual([])
})

test('an unexpected error is logged with what it is', () => {
  expect(entries.find(({ msg }) => msg === 'unexpected error')).toMatchObject({
    err: { code: '23514', stack: expect.any(String) },
  })
})

test('no line is made by what is sent', () => {
  expect(entries.map(({ msg }) => msg)).not.toContain('forged')
  const others = lines.filter((line) => !line.startsWith('{'))
  const greeting = [/^Vitrine \d/, /^Warning: SECRET_KEY is empty, /, /^Images are decoded /, / is ready at /]
  expect(others).toEqual(greeting.map((line) => expect.stringMatching(line)))
})
