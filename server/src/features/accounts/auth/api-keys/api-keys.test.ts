import { accountLimits } from '@vitrine/contract/vocabulary/accounts/account-limits'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { eventsOf, postAccount } from '#test/accounts'
import { calls, namesOfCalls, urlOfCall } from '#test/calls'
import { makeAdmin } from '#test/command-line'
import { answerAcross } from '#test/interrupted-requests'
import { openMailingApp } from '#test/mail-server'
import { addImages, callAs, codeOf, createUser, messageOf, type TestUser } from '#test/test-app'

const { testApp: site, app, db, mailServer } = await openMailingApp()

const path = 'accounts/user/api-keys'
const create = (person: TestUser, name: string, password = 'correct-horse') =>
  callAs(site, person, 'POST', path, { name, password })
const keysOf = async (person: TestUser) => (await callAs(site, person, 'GET', path)).json().api_keys
const revoke = (person: TestUser, id: number) => callAs(site, person, 'DELETE', `${path}/${id}`)

async function createKey(person: TestUser, name = 'My script') {
  const answer = await create(person, name)
  expect(answer.statusCode).toBe(201)
  const { key, api_key } = answer.json()
  return { key: key as string, id: api_key.id as number, headers: { authorization: `Bearer ${key}` } }
}

const get = (url: string, headers: Record<string, string>) => app.inject({ url: `/api/v1${url}`, headers })

test('a key is shown once and stored as a hash; its owner alone sees name, beginning and last use', async () => {
  const [owner, another] = [await createUser(site), await createUser(site)]
  const { key, headers } = await createKey(owner, 'Nightly export')
  expect(key).toMatch(/^vitrine_[\w-]{40}$/)
  const dates = { created_at: expect.any(String), expires_at: expect.any(String) }
  const about = { id: expect.any(Number), name: 'Nightly export', beginning: key.slice(0, 12) }
  expect(await keysOf(owner)).toEqual([{ ...about, ...dates, last_used_at: null }])
  await get('/images/user/total/', headers)
  const [used] = await keysOf(owner)
  expect(Date.parse(used.last_used_at)).toBeGreaterThanOrEqual(Date.parse(used.created_at))
  expect(await keysOf(another)).toEqual([])
  const rows = await db.selectFrom('api_key').selectAll().execute()
  expect(JSON.stringify(rows.map((row) => ({ ...row, hash: row.hash.toString('latin1') })))).not.toContain(key)
})

const withKeys = namesOfCalls({
  uploads: 'upload quota alike replaceFile mend submit',
  backOffice: 'update updateMultiple discardEdit',
  csv: 'upload download',
  ownLists: 'approved pending rejected total draft',
  ownCounts: 'approved pending rejected total draft',
})

test('a key can make these calls, and of the others only those that anyone can make', async () => {
  const { headers } = await createKey(await createUser(site, 'admin'))
  const allowed: string[] = []
  for (const [name, call] of Object.entries(calls)) {
    if (call.access === 'anyone') continue
    const answer = await app.inject({ method: call.method, url: urlOfCall(call), headers })
    if (!answer.body.includes('"not_by_api_key"')) allowed.push(name)
  }
  expect(allowed.toSorted()).toEqual(withKeys.toSorted())
})

test("an admin's key acts as a contributor's, which touches no images of others, or as a visitor's", async () => {
  const [admin, owner] = [await createUser(site, 'admin'), await createUser(site)]
  const { headers } = await createKey(admin)
  const [[own], [foreign]] = [await addImages(site, admin, ['Own']), await addImages(site, owner, ['Foreign'])]
  const update = (id: number) =>
    callAs(site, { headers }, 'PUT', `images/update/${id}`, { title: 'Mine', status: 'approved' })
  expect((await update(foreign.id)).json().code).toBe('not_your_images')
  await update(own.id)
  const row = db.selectFrom('images').select(['status', 'title']).where('id', '=', own.id)
  expect(await row.executeTakeFirst()).toEqual({ status: 'pending', title: 'Mine' })
  expect((await get(`/images/${own.slug}/`, headers)).statusCode).toBe(404) // where anyone may call
  expect((await get('/images/approved/', headers)).statusCode).toBe(200)
})

test('a revoked key is refused from then on, and only its owner can revoke it, which the audit log says', async () => {
  const [owner, another] = [await createUser(site), await createUser(site)]
  const { id, headers } = await createKey(owner)
  expect((await revoke(another, id)).json().code).toBe('api_key_not_found')
  expect((await get('/images/user/total/', headers)).statusCode).toBe(200)
  expect((await revoke(owner, id)).statusCode).toBe(200)
  expect((await get('/images/user/total/', headers)).json().code).toBe('not_signed_in')
  expect((await revoke(owner, id)).json().code).toBe('api_key_not_found')
  expect((await eventsOf(db, owner)).slice(-2)).toEqual(['API key created', 'API key revoked'])
})

test('a person has at most 20 keys, also when they are asked for at the same time', async () => {
  const owner = await createUser(site)
  for (let made = 0; made < accountLimits.apiKeysPerUser - 1; made++) await createKey(owner)
  const answers = await Promise.all([1, 2, 3].map(() => create(owner, 'The last')))
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1)
  expect((await create(owner, 'One more')).json().code).toBe('too_many_api_keys')
  expect(await keysOf(owner)).toHaveLength(accountLimits.apiKeysPerUser)
})

test('making a key needs the password, guesses at which are limited, and its owner is told by mail', async () => {
  const owner = await createUser(site)
  for (let guesses = 0; guesses < 5; guesses++)
    expect(codeOf(await create(owner, 'Stolen', `guess-${guesses}-glass`))).toEqual([400, 'wrong_password'])
  expect(codeOf(await create(owner, 'Stolen', 'guess-5-glass'))).toEqual([429, 'too_many'])
  expect(await keysOf(owner)).toEqual([])

  const another = await createUser(site)
  await createKey(another, 'Nightly')
  const mail = await mailServer.mailTo(another.email, /^Subject: An API key was made/m)
  expect(mail).toContain('Nightly')
  expect(mail).toContain('https://png.example/forgot-password/')
})

test('a made-up key is refused, an expired one with a sentence after a year, and those of the blocked', async () => {
  const owner = await createUser(site)
  const { key, id, headers } = await createKey(owner)
  for (const made of [`${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`, `vitrine_${'A'.repeat(40)}`, 'vitrine_'])
    expect((await get('/images/user/total/', { authorization: `Bearer ${made}` })).json().code).toBe('not_signed_in')
  const [{ created_at, expires_at }] = await keysOf(owner)
  expect(Math.round((Date.parse(expires_at) - Date.parse(created_at)) / 86_400_000)).toBeOneOf([365, 366])
  await sql`update api_key set expires_at = now() where id = ${id}`.execute(db)
  const expired = 'This API key has expired. Please make a new one on the page of your API keys.'
  expect(messageOf(await get('/images/user/total/', headers))).toEqual([401, expired])
  expect((await get('/images/approved/', headers)).statusCode).toBe(200)
  expect(await keysOf(owner)).toHaveLength(1)
  const another = await createKey(owner)
  await db.updateTable('users').set({ is_block: true }).where('id', '=', owner.id).execute()
  expect((await get('/images/user/total/', another.headers)).json().code).toBe('blocked')
})

test('a changed password leaves keys alone; one that is reset revokes all, which the mail about it says', async () => {
  const owner = await createUser(site)
  const { headers } = await createKey(owner)
  const passwords = { new_password: 'new-glass', confirm_password: 'new-glass' }
  const change = { old_password: 'correct-horse', ...passwords }
  expect((await postAccount(site, 'password/change', change, owner)).statusCode).toBe(200)
  expect((await get('/images/user/total/', headers)).statusCode).toBe(200)
  await postAccount(site, 'forgot-password', { email: owner.email })
  const mail = await mailServer.mailTo(owner.email, /confirm-password/)
  const [, segments] = /\/confirm-password\/(\S+\/\S+)\//.exec(mail)!
  expect((await postAccount(site, `reset-password/${segments}`, { new_password: 'glass-case' })).statusCode).toBe(200)
  expect(codeOf(await get('/images/user/total/', headers))).toEqual([401, 'not_signed_in'])
  await mailServer.mailTo(owner.email, /Your API keys were revoked too/)
})

test('a password that the operator sets revokes all keys', async () => {
  const owner = await createUser(site)
  const { headers } = await createKey(owner)
  expect((await makeAdmin(site, owner, 'glass-case-9')).code).toBe(0)
  expect(codeOf(await get('/images/user/total/', headers))).toEqual([401, 'not_signed_in'])
})

test('a key that was asked for before the password was replaced is not made', async () => {
  const owner = await createUser(site)
  const answer = await answerAcross(db, () => create(owner, 'Late'), {
    lock: (transaction) =>
      transaction.updateTable('users').set({ password_hash: 'another' }).where('id', '=', owner.id).execute(),
  })
  expect(codeOf(answer)).toEqual([400, 'wrong_password'])
  expect(await keysOf(owner)).toEqual([])
})
