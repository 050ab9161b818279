import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'
import { expect, inject, test } from 'vitest'
import { listenForNotifications, notify } from './notifications.ts'
import { openDatabase } from './pool.ts'

/** A line to PostgreSQL that can die in silence, as when a host or a network is gone: nothing comes, nothing is closed. */
async function aFragileLine(url: string) {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const one of [near, far]) {
      sockets.add(one)
      one.on('error', () => {})
    }
    near.pipe(far)
    far.pipe(near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const through = new URL(url)
  through.hostname = '127.0.0.1'
  through.port = String((server.address() as { port: number }).port)
  const die = () => {
    for (const one of sockets) one.unpipe().pause()
    sockets.clear()
  }
  return { url: through.href, die }
}

/** A line that passes everything on but word from others, as a pooler in transaction mode does. */
async function aDeafLine(url: string) {
  const { hostname, port } = new URL(url)
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const one of [near, far]) one.on('error', () => {})
    near.pipe(far)
    far.pipe(withoutWord()).pipe(near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const through = new URL(url)
  through.hostname = '127.0.0.1'
  through.port = String((server.address() as { port: number }).port)
  return through.href
}

/** Messages of the server are a letter, four bytes of length and the rest; `A` brings word (PostgreSQL, protocol 3). */
function withoutWord() {
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

test('a line that brings no word counts as down, though it answers', async () => {
  const [deaf, hearing] = [
    await listenForNotifications(await aDeafLine(inject('postgres'))),
    await listenForNotifications(inject('postgres')),
  ]
  await expect.poll(() => deaf.isListening(), { timeout: 9_000, interval: 100 }).toBe(false)
  expect(hearing.isListening()).toBe(true)
  await Promise.all([deaf.stop(), hearing.stop()])
}, 15_000)

test('a line that dies in silence counts as down within 5 s, comes back, and what was said meanwhile is heard', async () => {
  const url = inject('postgres')
  const line = await aFragileLine(url)
  const db = openDatabase(url, { connections: 1 })
  const signals = await listenForNotifications(line.url)
  let heard = 0
  signals.on('something', () => heard++)
  await notify(db, 'something')
  await expect.poll(() => heard).toBe(1)

  line.die()
  await notify(db, 'something')
  await expect.poll(() => signals.isListening(), { timeout: 5_000, interval: 20 }).toBe(false)
  await expect.poll(() => signals.isListening(), { timeout: 5_000 }).toBe(true)
  expect(heard).toBe(2)
  await signals.stop()
  await db.destroy()
})
