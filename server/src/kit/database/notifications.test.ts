import { Transform } from 'node:stream'
import { expect, test } from 'vitest'
import { startClosableProxy, urlAtPort } from '#test/closable-proxy'
import { createDatabase } from '#test/databases'
import { listenForNotifications, notify } from './notifications.ts'
import { openDatabase } from './pool.ts'

// Not the database of other files, which end the connections of listening processes there.
const databaseUrl = await createDatabase()

async function startProxy(forward?: Parameters<typeof startClosableProxy>[1]) {
  const { port, silence } = await startClosableProxy(Number(new URL(databaseUrl).port), forward)
  return { url: urlAtPort(databaseUrl, port), silence }
}

/**
 * Like a pooler in transaction mode. A message of the server is a type byte, four bytes of length and a body; `A` is a
 * notification (protocol 3).
 */
function dropNotifications() {
  let rest = Buffer.alloc(0)
  return new Transform({
    transform(chunk, _encoding, done) {
      rest = Buffer.concat([rest, chunk])
      while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
        const end = rest.readInt32BE(1) + 1
        if (rest[0] !== 'A'.charCodeAt(0)) this.push(rest.subarray(0, end))
        rest = rest.subarray(end)
      }
      done()
    },
  })
}

test('a connection that delivers no notifications counts as down, although it answers queries', async () => {
  const { url } = await startProxy((client, upstream) => {
    client.pipe(upstream)
    upstream.pipe(dropNotifications()).pipe(client)
  })
  const filtered = await listenForNotifications(url, undefined, 200)
  const direct = await listenForNotifications(databaseUrl)
  await expect.poll(() => filtered.isListening(), { timeout: 15_000, interval: 100 }).toBe(false)
  // Its answers may be late for a moment on a busy machine.
  await expect.poll(() => direct.isListening()).toBe(true)
  expect(filtered.isListening()).toBe(false)
  await Promise.all([filtered.stop(), direct.stop()])
})

test('a silent connection counts as down, reconnects, and then notifies all listeners', async () => {
  const proxy = await startProxy()
  const db = openDatabase(databaseUrl, { connections: 1 })
  const notifications = await listenForNotifications(proxy.url, undefined, 200)
  let received = 0
  notifications.on('something', () => received++)
  await notify(db, 'something')
  await expect.poll(() => received).toBe(1)

  received = 0
  proxy.silence()
  await notify(db, 'something')
  await expect.poll(() => notifications.isListening(), { timeout: 15_000, interval: 20 }).toBe(false)
  await expect.poll(() => received, { timeout: 15_000 }).toBeGreaterThan(0)
  expect(notifications.isListening()).toBe(true)
  await notifications.stop()
  await db.destroy()
})
