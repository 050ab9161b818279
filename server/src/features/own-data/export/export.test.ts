import { readFile, stat, truncate } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { formerContributorUsername } from '@vitrine/contract/vocabulary/own-data/kept-data'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { originalKey } from '#features/images/storage-keys'
import { addCounterNotice } from '#features/moderation/reports/counter-notices/counter-notices.sql'
import { addDecisions } from '#features/moderation/reports/queue/queue.sql'
import { postAccount, setBlock } from '#test/accounts'
import { backOfficeOf } from '#test/back-office'
import { runVitrine } from '#test/command-line'
import { aNewPng } from '#test/png'
import { callAs, createImage, createUser, hashOf, openAppWithPeople, setStatus, type TestUser } from '#test/test-app'
import { readZip } from '#test/zip-reader'

const { testApp, app, db, ada, bob, admin } = await openAppWithPeople()

const ask = (person: TestUser, password = 'correct-horse') =>
  callAs(testApp, person, 'POST', 'accounts/user/data', { password })
const forgetAttempts = () => db.deleteFrom('rate_limit').execute()
beforeAll(forgetAttempts)

const download = async (person: TestUser) => {
  await forgetAttempts()
  return app.inject((await ask(person)).json().url)
}
const json = (files: Map<string, Buffer>, name: string) => JSON.parse(files.get(name)!.toString())

test('the zip has the profile, keys, sessions and events, and no secret', async () => {
  const ada = await createUser(testApp)
  await callAs(testApp, ada, 'POST', 'accounts/user/api-keys', { name: 'My scanner', password: 'correct-horse' })
  const { statusCode, headers, rawPayload } = await download(ada)
  expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([200, 'application/zip', 'no-store'])
  expect(headers['content-disposition']).toMatch(`attachment; filename="vitrine-${ada.username}.zip"`)
  const files = readZip(rawPayload)
  expect(json(files, 'profile.json')).toMatchObject({ username: ada.username, email: ada.email, number: '01234567890' })
  expect(json(files, 'api-keys.json')).toMatchObject([{ name: 'My scanner', expires_at: expect.any(String) }])
  expect(json(files, 'sessions.json')).toMatchObject([{ address: '127.0.0.1', ended_at: null }])
  expect(json(files, 'events/1.json')).toMatchObject([
    { event: 'signed in', by_yourself: true },
    { event: 'API key created' },
    { event: 'data downloaded' },
  ])
  for (const file of files.values()) expect(file.includes('argon2')).toBe(false)
})

test('each image comes as it was uploaded, whatever became of it, with its words and its history', async () => {
  const vase = async (title: string) => {
    const png = aNewPng()
    return { ...(await createImage(testApp, ada, { png, title, keywords: 'vase, glass' })), png }
  }
  const [blue, waiting] = [await vase('Blue vase'), await vase('Waiting vase')]
  const [refused, discarded] = [await vase('Refused vase'), await vase('Discarded vase')]
  const images = [blue, waiting, refused, discarded]
  const foreign = await createImage(testApp, bob, { png: aNewPng(), title: 'Not hers' })
  await setStatus(testApp, admin, [blue.id, discarded.id], 'approved')
  await setStatus(testApp, admin, [refused.id], 'rejected')
  await backOfficeOf(testApp).discard(ada, discarded.id)
  // What they answered to a take-down is a part of the history.
  const reason = { reason: 'copyright', sentence: 'No.', note: 'It has a logo.' } as const
  const decision_id = await addDecisions(db, [blue.id], { verb: 'take_down', ...reason, decided_by: null })
  const counter_notice = { name: 'Ada', address: 'London', phone: '1', signature: 'Ada', message: 'I drew it.' }
  await addCounterNotice(db, { decision_id, ...counter_notice })
  const keywords = ['vase', 'glass']
  const report_decisions = [{ verb: 'take_down', sentence: 'It has a logo.', counter_notice }]
  const { rawPayload } = await download(ada)
  const files = readZip(rawPayload)
  for (const { id, slug, png } of images) expect(files.get(`images/${id}-${slug}.png`)?.equals(png)).toBe(true)
  expect(images.map(({ id, slug }) => json(files, `images/${id}-${slug}.json`))).toMatchObject([
    { title: 'Blue vase', status: 'approved', is_public: true, keywords, rights_version: 2, report_decisions },
    { title: 'Waiting vase', status: 'pending', is_public: false, decisions: [] },
    { status: 'rejected', decisions: [{ status: 'rejected' }] },
    { trashed_at: expect.any(String), decisions: [{ status: 'approved' }] },
  ])
  expect([...files.keys()].filter((name) => name.includes(`${foreign.id}-`))).toEqual([])
  expect(rawPayload.includes(admin.username)).toBe(false)
})

test('a wrong password gets no address, who asks often has to wait, and it ends with the session', async () => {
  await forgetAttempts()
  expect((await ask(ada, 'wrong')).json().code).toBe('wrong_password')
  await forgetAttempts()
  const statuses = []
  for (let i = 0; i < 4; i++) statuses.push((await ask(ada)).statusCode)
  expect(statuses).toEqual([200, 200, 200, 429])
  const second = await createUser(testApp)
  const { url } = (await ask(second)).json()
  expect((await app.inject(`${url.slice(0, -10)}xxxxxxxxx/`)).json().code).toBe('wrong_data_link')
  await postAccount(testApp, 'logout', { refresh: second.refresh_token })
  expect((await app.inject(url)).json().code).toBe('wrong_data_link')
})

test('people who do not read their data hold the places of others for half a minute at most', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  await forgetAttempts()
  for (let i = 0; i < 10; i++) {
    const person = await createUser(testApp)
    const { id } = await createImage(testApp, person, { png: aNewPng(), title: 'Heavy vase' })
    const key = originalKey(await hashOf(testApp, { id }))
    await truncate(join(testApp.folder, 'files', key), 16 * 2 ** 20) // more than buffers hold
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    onTestFinished(() => void socket.destroy())
    socket.write(`GET ${(await ask(person)).json().url} HTTP/1.1\r\nhost: x\r\n\r\n`)
    await new Promise((arrived) => socket.once('readable', arrived))
  }
  const url = (await ask(ada)).json().url
  expect((await app.inject(url)).statusCode).toBe(503)
  const halfAMinuteLater = async () => {
    vi.advanceTimersByTime(15_000)
    return (await app.inject(url)).statusCode
  }
  await expect.poll(halfAMinuteLater).toBe(200)
})

const account = (...args: string[]) =>
  runVitrine(['account', ...args], { DATA_DIR: testApp.folder, DATABASE_URL: testApp.databaseUrl })

const block = async (person: TestUser) => expect((await setBlock(testApp, admin, person)).statusCode).toBe(200)

test('an operator exports the data of a person who is blocked, into a file for the operator alone', async () => {
  const ada = await createUser(testApp)
  const png = aNewPng()
  await createImage(testApp, ada, { png, title: 'Lamp' })
  await block(ada)
  const path = join(testApp.folder, 'ada.zip')
  const { out, code } = await account('export', ada.username, '--to', path)
  expect([out, code]).toEqual([`Written to ${path}. It is personal: delete it when the person has it.\n`, 0])
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  const files = readZip(await readFile(path))
  expect(json(files, 'profile.json')).toMatchObject({ username: ada.username, email: ada.email })
  expect([...files.values()].some((file) => file.equals(png))).toBe(true)
  const nowhere = await account('export', ada.username, '--to', join(testApp.folder, 'none/ada.zip'))
  expect(nowhere.errors).toMatch(/cannot be written: ENOENT/)
  const again = await account('export', ada.username, '--to', path)
  expect([again.errors, again.code]).toEqual([`${path} exists. Choose another file.\n`, 1])
})

test('an operator closes the account of a person who is blocked, once', async () => {
  const bob = await createUser(testApp)
  const image = await createImage(testApp, bob, { png: aNewPng(), title: 'Wick' }, admin)
  await block(bob)
  const wrong = await account('close', bob.username, '--email', admin.email, '--images', 'leave')
  expect([wrong.errors, wrong.code]).toEqual(['Give the account’s e-mail address with --email.\n', 1])
  expect((await account('close', bob.username, '--email', bob.email)).errors).toBe(
    'Choose with --images whether approved images stay or leave.\n',
  )
  expect((await account('close', bob.username, '--email', bob.email, '--images', 'leave')).code).toBe(0)
  const users = db.selectFrom('users').select(['email', 'closed_at']).where('id', '=', bob.id)
  const { email, closed_at } = await users.executeTakeFirstOrThrow()
  expect(closed_at).toBeInstanceOf(Date)
  expect(email).toMatch(new RegExp(`^former-contributor-${bob.id}-[\\w-]{36}@closed\\.invalid$`))
  await expect.poll(async () => (await app.inject(`/image/${image.slug}/`)).statusCode).toBe(404)
  const again = await account('close', formerContributorUsername(bob.id), '--email', email, '--images', 'leave')
  expect([again.errors, again.code]).toEqual(['This account is closed already.\n', 1])
})

test('the only admin keeps their account, and an unknown username is reported', async () => {
  const { errors } = await account('close', admin.username, '--email', admin.email, '--images', 'stay')
  expect(errors).toBe('This is the only admin. Make someone else an admin first.\n')
  expect((await account('close', 'nemo', '--images', 'stay')).errors).toBe(
    'There is no account with the username "nemo".\n',
  )
})
