import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { readyPath, serveHealth } from './health.ts'

test('a look that succeeds late replaces the sentence of its timeout, however long results are kept', async () => {
  const answers = Promise.withResolvers<null>()
  let looks = 0
  const look = () => {
    looks++
    return answers.promise
  }
  const app = Fastify()
  const failure = 'Files cannot be read or stored.'
  serveHealth(app, { drainSeconds: 0, checks: [{ look, failure, maxAgeMs: 60_000 }] })
  const ready = async () => (await app.inject(readyPath)).json()
  expect(await ready()).toEqual({ status: 'degraded', reasons: [failure] })
  answers.resolve(null)
  await expect.poll(ready).toEqual({ status: 'ready', reasons: [] })
  expect(looks).toBe(1)
  await app.close()
})

test('a stopping process answers requests whose connections wait in the queue of its listener', async () => {
  const app = Fastify()
  app.post('/', async () => ({}))
  const drain = serveHealth(app, { drainSeconds: 0, checks: [] })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const drained = drain()
  const send = async () => {
    const sent = request({ host: '127.0.0.1', port, method: 'POST', agent: false })
    const [answer] = await once(sent.end(), 'response')
    answer.resume()
    return answer.statusCode
  }
  expect(await Promise.all(Array.from({ length: 40 }, send))).toEqual(Array(40).fill(200))
  await drained
  await app.close()
})
