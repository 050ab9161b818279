import { truncate } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { originalKey } from '#features/images/storage-keys'
import { addCounterNotice } from '#features/reports/counter-notices/counter-notices.sql'
import { addDecisions } from '#features/reports/queue/decisions.sql'
import { postAccount } from '#test/accounts'
import { backOfficeOf } from '#test/back-office'
import { aPng } from '#test/png'
import { callAs, createImage, createUser, openAppWithPeople, setStatus, type TestUser } from '#test/test-app'
import { readZip } from '#test/zip-reader'

const { testApp, app, db, ada, bob, admin } = await openAppWithPeople()

const ask = (person: TestUser, password = 'correct-horse') =>
  callAs(testApp, person, 'POST', 'accounts/user/data', { password })
/** Forgets how often a person has asked. */
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
  const images = []
  for (const title of ['Blue vase', 'Waiting vase', 'Refused vase', 'Discarded vase']) {
    const png = aPng({ seed: 90_000 + images.length })
    images.push({ ...(await createImage(testApp, ada, { png, title, keywords: 'vase, glass' })), png })
  }
  const foreign = await createImage(testApp, bob, { png: aPng({ seed: 90_100 }), title: 'Not hers' })
  const [blue, , refused, discarded] = images as unknown as [Image, Image, Image, Image]
  await setStatus(testApp, admin, [blue.id, discarded.id], 'approved')
  await setStatus(testApp, admin, [refused.id], 'rejected')
  await backOfficeOf(testApp).discard(ada, discarded.id)
  const { rawPayload } = await download(ada)
  const files = readZip(rawPayload)
  for (const { id, slug, png } of images) expect(files.get(`images/${id}-${slug}.png`)?.equals(png)).toBe(true)
  expect(images.map(({ id, slug }) => json(files, `images/${id}-${slug}.json`))).toMatchObject([
    { title: 'Blue vase', status: 'approved', is_public: true, keywords: ['vase', 'glass'], rights_version: 2 },
    { title: 'Waiting vase', status: 'pending', is_public: false, decisions: [] },
    { status: 'rejected', decisions: [{ status: 'rejected' }] },
    { trashed_at: expect.any(String), decisions: [{ status: 'approved' }] },
  ])
  expect([...files.keys()].filter((name) => name.includes(`${foreign.id}-`))).toEqual([])
  expect(rawPayload.includes(admin.username)).toBe(false)
})
type Image = { id: number; slug: string; png: Buffer }

test('what the person answered to a take-down comes with its image', async () => {
  const title = 'Taken vase'
  const { id, slug } = await createImage(testApp, ada, { png: aPng({ seed: 90_200 }), title }, admin)
  const act = await addDecisions(db, [id], {
    ...{ verb: 'take_down', reason: 'copyright', sentence: 'No.', note: 'It has a logo.', decided_by: null },
  })
  const notice = { name: 'Ada', address: 'London', phone: '1', signature: 'Ada', message: 'I drew it.' }
  await addCounterNotice(db, { decision_id: act, ...notice })
  const files = readZip((await download(ada)).rawPayload)
  expect(json(files, `images/${id}-${slug}.json`).report_decisions).toMatchObject([
    { verb: 'take_down', sentence: 'It has a logo.', counter_notice: notice },
  ])
})

test('a wrong password gets no address, and the address ends with the session', async () => {
  await forgetAttempts()
  expect((await ask(ada, 'wrong')).json().code).toBe('wrong_password')
  const second = await createUser(testApp)
  const { url } = (await ask(second)).json()
  expect((await app.inject(`${url.slice(0, -10)}xxxxxxxxx/`)).json().code).toBe('wrong_data_link')
  await postAccount(testApp, 'logout', { refresh: second.refresh_token })
  expect((await app.inject(url)).json().code).toBe('wrong_data_link')
})

test('who asks again and again has to wait', async () => {
  await forgetAttempts()
  const codes = []
  for (let i = 0; i < 4; i++) codes.push((await ask(ada)).statusCode)
  expect(codes).toEqual([200, 200, 200, 429])
})

test('people who do not read their data hold the places of others for half a minute at most', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  await forgetAttempts()
  for (let i = 0; i < 10; i++) {
    const person = await createUser(testApp)
    const { id } = await createImage(testApp, person, { png: aPng({ seed: 90_300 + i }), title: 'Heavy vase' })
    const { sha256 } = await db.selectFrom('images').select('sha256').where('id', '=', id).executeTakeFirstOrThrow()
    await truncate(join(testApp.folder, 'files', originalKey(sha256)), 16 * 2 ** 20) // more than buffers hold
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
