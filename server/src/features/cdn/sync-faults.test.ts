import { beforeAll, describe, expect, test } from 'vitest'
import { openCdnTestApp } from '#test/cdn-test-app'
import { errorBody, type Fault, failWith } from '#test/fake-cloudflare'

const { service, testApp, work, call, timePasses, until, save, status, shown, approved, reject } =
  await openCdnTestApp()
const { app, db } = testApp

beforeAll(async () => {
  expect((await save()).statusCode).toBe(200)
})

describe('whatever befalls the line, nothing is lost and nothing doubled', () => {
  const hangs: Fault = (request) => void setTimeout(() => request.socket.destroy(), 100)
  test.each<[string, Fault]>([
    ['an error of the server’s', failWith(500, errorBody(5500, 'Internal error'))],
    ['a gateway’s page', failWith(502, '<html>Bad gateway</html>')],
    ['a success that is none', failWith(200, { success: false, errors: [], result: null })],
    ['plain text', failWith(503, 'ERROR 9522: busy')],
    ['an answer that breaks off before anything was done', 'cut'],
    ['an answer that breaks off when all was done', 'after'],
    ['silence', hangs],
    ['a redirect', failWith(302, '', { location: 'http://127.0.0.1:1/' })],
  ])('%s', async (_, fault) => {
    const image = await approved()
    service.faults = [fault]
    await work()
    expect((await status()).trouble).toMatch(/^Cloudflare (does not answer|is in trouble)/)
    expect((await app.inject(await shown(image))).statusCode).toBe(200)
    await timePasses()
    await work()
    expect(service.shows(await shown(image))).toBe(true)
    expect([...service.held.keys()].filter((id) => id.startsWith(image.cloudflare_id))).toHaveLength(1)
    expect((await status()).trouble).toBeNull()

    service.faults = [fault]
    await reject(image)
    await work()
    await timePasses()
    await work()
    expect([...service.held.keys()].filter((id) => id.startsWith(image.cloudflare_id))).toEqual([])
  })

  test('too many calls: it waits for as long as it is asked to', async () => {
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
    await timePasses()
    await work()
    expect(service.shows(await shown(image))).toBe(true)
  })

  test('a key that works no longer: the admin reads it, the site goes on, and a new key goes on where it was', async () => {
    const image = await approved()
    const { token } = service
    service.token = 'cfut_another00000000000000000000000000000'
    await work()
    expect(await status()).toMatchObject({
      state: 'on',
      trouble: expect.stringMatching(/^Cloudflare does not accept the API key/),
    })
    expect((await app.inject(await shown(image))).statusCode).toBe(200)
    expect((await save()).json().fields).toEqual([{ at: 'api_key', message: expect.stringMatching(/API key/) }])
    await save({ api_key: service.token })
    await work()
    expect(service.shows(await shown(image))).toBe(true)
    service.token = token
    await save()
  })

  test('a copy that is to be seen here and not there is waited for, and sent again when it is lost', async () => {
    const image = await approved()
    await work(3600)
    service.held.clear()
    await until(async () => service.shows(await shown(image)))
    expect(service.shows(await shown(image))).toBe(true)
  })

  test('one picture that the service will not have holds up no others', async () => {
    const [bad, good] = [await approved(), await approved()]
    service.faults = [failWith(415, 'ERROR 5455: Uploaded image must have another content-type')]
    await work()
    const { unfit, refused: why } = await status()
    expect([unfit, why]).toEqual([1, expect.stringMatching(/^Cloudflare does not take this: Uploaded image must/)])
    const addresses = await Promise.all([bad, good].map(shown))
    expect(addresses.map((address) => service.shows(address)).sort()).toEqual([false, true])
    await save()
    await work()
    expect((await status()).unfit).toBe(0)
  })

  test('a file of ours that is gone holds up no others', async () => {
    const [lost, good] = [await approved(), await approved()]
    await db
      .updateTable('images')
      .set({ sha256: 'f'.repeat(64) })
      .where('id', '=', lost.id)
      .execute()
    await work()
    expect(service.shows(await shown(good))).toBe(true)
    await call('DELETE', `/api/v1/images/delete/${lost.id}/`)
  })
})
