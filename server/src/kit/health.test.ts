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
