import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { link, mkdir, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import { dirname, join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { originalKey } from '#features/images/storage-keys'
import { addImages, createUser, openTestApp } from '#test/test-app'

const testApp = await openTestApp()
const { app } = testApp

// Without the flag, no context has this function.
setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** Bytes that this process holds outside its caches, as far as they are not garbage. */
function heldBytes() {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

test('2,000 images stream with flat memory, and no faster than they are read', async () => {
  const carl = await createUser(testApp)
  const [count, bytes] = [2_000, 100_000]
  const first = join(testApp.folder, 'files', 'original of all')
  await writeFile(first, randomBytes(bytes))
  const titles = Array.from({ length: count }, (_, i) => `Many ${i}`)
  for (const { sha256 } of await addImages(testApp, carl, titles)) {
    const file = join(testApp.folder, 'files', originalKey(sha256))
    await mkdir(dirname(file), { recursive: true })
    await link(first, file)
  }
  const call = { method: 'POST', url: '/api/v1/accounts/user/data/', headers: carl.headers } as const
  const { url } = (await app.inject({ ...call, payload: { password: 'correct-horse' } })).json()
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(`GET ${url} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)
  await once(socket, 'readable')
  const before = heldBytes()
  let seen = -1
  await expect.poll(() => seen === (seen = socket.bytesRead), { interval: 200, timeout: 30_000 }).toBe(true)
  const [atRest, sentAtRest] = [heldBytes(), socket.bytesRead]
  let [received, peak, end] = [0, 0, '']
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    if (Math.floor(received / 2e7) !== Math.floor((received + chunk.length) / 2e7)) peak = Math.max(peak, heldBytes())
    received += chunk.length
    end = (end + chunk.toString('latin1')).slice(-100)
  }
  expect(received).toBeGreaterThan(count * bytes)
  expect(end).toContain('PK\x05\x06')
  expect(sentAtRest).toBeLessThan(20_000_000)
  expect((atRest - before) / 1e6).toBeLessThan(30)
  expect((peak - before) / 1e6).toBeLessThan(60)
}, 180_000)
