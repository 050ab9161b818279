import { setImmediate as afterTurn } from 'node:timers/promises'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createHttpServer } from '#kit/http/http-server'
import { silentLog } from '#kit/logger'
import { createLoadShedding } from './load-shedding.ts'
import { createZipTransfers } from './zip-transfers.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  return () => void vi.useRealTimers()
})
const seconds = async (count: number) => {
  vi.advanceTimersByTime(count * 1000)
  await afterTurn()
}

/** A server of zips, each of the bytes in its address at once and one more when the test finishes it. */
async function openServer(places: number) {
  const options = { logLevel: 'silent', trustProxy: ['127.0.0.1'], siteUrl: '' }
  const app = createHttpServer(options)
  const transfers = createZipTransfers(createLoadShedding(1, silentLog), 'zips', places)
  const rest = Promise.withResolvers<void>()
  async function* archive(bytes: number) {
    yield Buffer.alloc(bytes)
    await rest.promise
    yield Buffer.alloc(1)
  }
  app.get<{ Params: { bytes: number } }>('/:bytes', (request, reply) =>
    transfers.run(async () => {
      const file = { fileName: 'a.zip', fallbackName: 'zip' }
      await transfers.send({ request, reply }, { ...file, archive: archive(Number(request.params.bytes)) })
    }),
  )
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => {
    app.server.closeAllConnections()
    return app.close()
  })
  return {
    finish: rest.resolve,
    /** Answers once the server has sent these bytes. */
    async get(bytes: number, from = '127.0.0.1') {
      const answer = await fetch(`${address}/${bytes}`, { headers: { 'x-forwarded-for': from } })
      const reader = answer.body!.getReader()
      const readRest = async () => {
        let count = 0
        for (let part = await reader.read(); !part.done; part = await reader.read()) count += part.value.length
        return count
      }
      for (let left = bytes; answer.ok && left > 0; ) left -= (await reader.read()).value!.length
      return { status: answer.status, readRest }
    },
  }
}

test.each([
  ['below 10 kB/s is ended while others are refused', 140_000, true, false],
  ['goes on as long as no one is refused', 140_000, false, true],
  ['above 10 kB/s goes on even then', 160_000, true, true],
])('a transfer %s', async (_, bytes, isAnyoneRefused, goesOn) => {
  const { get, finish } = await openServer(1)
  const transfer = await get(bytes)
  if (isAnyoneRefused) expect((await get(1)).status).toBe(503)
  await seconds(15)
  if (!goesOn) return expect(transfer.readRest()).rejects.toThrow()
  await seconds(600)
  finish()
  expect(await transfer.readRest()).toBe(1)
})

test('a network has two fifths of the places, of IPv6 a /48', async () => {
  const { get } = await openServer(5)
  const statuses: number[] = []
  for (const network of ['192.0.2.1', '192.0.2.1', '192.0.2.1', '2001:db8::1', '2001:db8:0:1::1', '2001:db8:0:2::1'])
    statuses.push((await get(1, network)).status)
  expect(statuses).toEqual([200, 200, 503, 200, 200, 503])
})
