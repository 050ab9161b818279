import { beforeEach, expect, test } from 'vitest'
import { originalKey } from '#features/images/storage-keys'
import { openCdnTestApp } from '#test/cdn-test-app'
import { errorBody, type Fault, failWith } from '#test/fake-cloudflare'
import { hashOf } from '#test/test-app'

const { service, logged, testApp, work, call, workLater, until, save, configure, status, shown, approved, reject } =
  await openCdnTestApp()
const { app } = testApp

beforeEach(configure)

const hangs: Fault = (request) => void setTimeout(() => request.socket.destroy(), 100)
test.each<[string, Fault]>([
  ['a server error', failWith(500, errorBody(5500, 'Internal error'))],
  ['a gateway’s error page', failWith(502, '<html>Bad gateway</html>')],
  ['a 200 without success', failWith(200, { success: false, errors: [], result: null })],
  ['plain text', failWith(503, 'ERROR 9522: busy')],
  ['a connection cut before the call was executed', 'cut'],
  ['a connection cut after the call was executed', 'after'],
  ['silence', hangs],
  ['a redirect', failWith(302, '', { location: 'http://127.0.0.1:1/' })],
])('after %s nothing is lost and nothing duplicated', async (_, fault) => {
  const image = await approved()
  service.faults = [fault]
  await work()
  expect((await status()).trouble).toMatch(/^Cloudflare (does not answer|is in trouble)/)
  expect((await app.inject(await shown(image))).statusCode).toBe(200)
  await workLater()
  expect(service.shows(await shown(image))).toBe(true)
  expect([...service.held.keys()].filter((id) => id.startsWith(image.cloudflare_id))).toHaveLength(1)
  expect((await status()).trouble).toBeNull()

  service.faults = [fault]
  await reject(image)
  await work()
  await workLater()
  expect([...service.held.keys()].filter((id) => id.startsWith(image.cloudflare_id))).toEqual([])
})

test('an outage over several runs is one line in the log, and its end another', async () => {
  const image = await approved()
  logged.length = 0
  for (let runs = 0; runs < 3; runs++) {
    service.faults = ['cut']
    await workLater()
  }
  expect(logged).toEqual([expect.stringMatching(/^Cloudflare does not answer/)])
  await workLater()
  expect(service.shows(await shown(image))).toBe(true)
  expect(logged.slice(1)).toEqual(['Cloudflare Images answers again'])
})

test('too many calls: the synchronisation pauses for the requested time', async () => {
  const image = await approved()
  service.allowed = 0
  await work()
  const { trouble, rests_seconds } = await status()
  expect(trouble).toBe('Cloudflare asks us to wait: there were too many calls for this account.')
  expect(rests_seconds).toBeGreaterThan(60)
  const calls = service.calls.length
  await work()
  expect(service.calls.length).toBe(calls)
  service.allowed = Number.POSITIVE_INFINITY
  await workLater()
  expect(service.shows(await shown(image))).toBe(true)
})

test('a revoked key: the admin reads it, the site works on, and a new key resumes the synchronisation', async () => {
  const image = await approved()
  const { token } = service
  service.token = 'cfut_another00000000000000000000000000000'
  await work()
  const trouble = expect.stringMatching(/^Cloudflare does not accept the API key/)
  expect(await status()).toMatchObject({ state: 'on', trouble })
  expect((await app.inject(await shown(image))).statusCode).toBe(200)
  expect((await save()).json().fields).toEqual([{ at: 'api_key', message: expect.stringMatching(/API key/) }])
  await save({ api_key: service.token })
  await work()
  expect(service.shows(await shown(image))).toBe(true)
  service.token = token
  await save()
})

test('a copy that is not available everywhere is awaited, and uploaded again when it is lost', async () => {
  const image = await approved()
  await work({ propagationSeconds: 3600 })
  service.held.clear()
  await until(async () => service.shows(await shown(image)))
  expect(service.shows(await shown(image))).toBe(true)
})

test('an image that the CDN rejects, or whose file is missing, holds up no others', async () => {
  const [bad, good] = [await approved(), await approved()]
  service.faults = [failWith(415, 'ERROR 5455: Uploaded image must have another content-type')]
  await work()
  const { unfit, refused: reason } = await status()
  expect([unfit, reason]).toEqual([1, expect.stringMatching(/^Cloudflare does not take this: Uploaded image must/)])
  const addresses = await Promise.all([bad, good].map(shown))
  expect(addresses.map((address) => service.shows(address)).sort()).toEqual([false, true])
  await save()
  await work()
  expect((await status()).unfit).toBe(0)
  const [lost, other] = [await approved(), await approved()]
  await testApp.store.remove(originalKey(await hashOf(testApp, lost)))
  await work()
  expect(service.shows(await shown(other))).toBe(true)
  await call('DELETE', `/api/v1/images/delete/${lost.id}/`)
})
