import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startImagingPool } from '#imaging/imaging-pool'
import { flatPng, slowPng } from '#test/hostile-pngs'
import { aPng } from '#test/png'
import { createImage, createUser, multipart, openTestApp, type TestUser, temporaryFiles } from '#test/test-app'

const times = <T>(count: number, make: (at: number) => T) => Array.from({ length: count }, (_, at) => make(at))

// Made before a server runs: it shares this process, and sheds load while the event loop is late.
const slowPngs = times(24, (at) => slowPng(`${at}`))
const largePngs = times(8, (at) => flatPng({ width: 3400 + at, height: 3400, colourType: 2 }))
// The last of 40 is to be far below the minute that a call waits at most, also on a slow machine.
const manyPngs = times(40, (at) => flatPng({ width: 2400 + at, height: 2400, colourType: 2 }))

/** An application with so many image workers, behind a socket, so that clients can disconnect. */
async function openServer(workers: number) {
  const testApp = await openTestApp({}, { imagingPool: startImagingPool({ workers }) })
  const url = await testApp.app.listen({ port: 0, host: '127.0.0.1' })
  const answered: string[] = []
  /** Uploads one file and answers the status; 0 when it was aborted. */
  async function send(person: TestUser, png: Buffer, signal?: AbortSignal): Promise<number> {
    const { payload, headers } = multipart([{ name: 'images', value: png, filename: 'a.png' }], person.headers)
    const body = new Uint8Array(payload)
    const answer = await fetch(`${url}/api/v1/images/upload/`, {
      method: 'POST',
      headers,
      body,
      signal: signal ?? null,
    })
      .then(async (response) => ({ status: response.status, body: await response.text() }))
      .catch((error) => {
        if (!signal?.aborted) throw error
        return { status: 0, body: '' }
      })
    answered.push(person.username)
    return answer.status
  }
  const unfinished = () => temporaryFiles(testApp)
  /** Resolves when a person uses most of the four places that their uploads have; their others wait in line. */
  const isReceiving = () => expect.poll(async () => (await unfinished()).length, { timeout: 20_000 }).toBeGreaterThan(2)
  const imagesOf = async ({ id }: TestUser) =>
    (await testApp.db.selectFrom('images').select('id').where('owner_id', '=', id).execute()).length
  return { ...testApp, url, send, answered, unfinished, isReceiving, imagesOf }
}

const small = (seed: number) => aPng({ seed })

test('24 slow pictures of one contributor delay no other’s, and aborted uploads free the workers', async () => {
  const server = await openServer(2)
  const [ada, bob] = [await createUser(server), await createUser(server)]
  await server.send(bob, small(1))
  const controller = new AbortController()
  const slow = times(24, (at) => server.send(ada, slowPngs[at]!, controller.signal))
  await server.isReceiving()
  await sleep(300) // until the bodies have arrived and one of them is decoded
  for (const seed of [2, 3, 4]) expect(await server.send(bob, small(seed))).toBe(201)
  expect(server.answered.filter((name) => name === ada.username).length).toBeLessThan(5)

  controller.abort()
  await Promise.all(slow)
  await expect.poll(server.unfinished, { timeout: 5_000 }).toEqual([])
  expect(await server.imagesOf(ada)).toBeLessThan(5)
  expect(await server.send(bob, slowPngs[0]!)).toBe(201)
  expect(await server.send(ada, slowPngs[23]!)).toBe(201)
})

test('with one worker a small picture waits for no more than the job that runs', async () => {
  const server = await openServer(1)
  const [ada, bob] = [await createUser(server), await createUser(server)]
  await server.send(bob, small(1))
  const large = times(8, (at) => server.send(ada, largePngs[at]!))
  await server.isReceiving()
  expect(await server.send(bob, small(2))).toBe(201)
  expect(server.answered.filter((name) => name === ada.username).length).toBeLessThan(4)
  expect(new Set(await Promise.all(large))).toEqual(new Set([201]))
})

test('two contributors who send 20 large pictures each at the same time have all of them taken', async () => {
  const server = await openServer(2)
  const people = [await createUser(server), await createUser(server)]
  const sent = people.flatMap((person, who) => times(20, (at) => server.send(person, manyPngs[who * 20 + at]!)))
  expect(new Set(await Promise.all(sent))).toEqual(new Set([201]))
  for (const person of people) expect(await server.imagesOf(person)).toBe(20)
}, 120_000)

test('503 is for a contributor whom the pictures of others would delay for more than five seconds', async () => {
  const server = await openServer(1)
  const people = await Promise.all(times(6, () => createUser(server)))
  const controller = new AbortController()
  const own = times(6, (at) => server.send(people[0]!, slowPngs[at]!, controller.signal))
  await server.isReceiving()
  const others = people.slice(1).map((person) => server.send(person, slowPngs[0]!, controller.signal))
  expect(await Promise.race(others)).toBe(503)
  controller.abort()
  expect(await Promise.all(own)).not.toContain(503)
  await Promise.all(others)
})

test('derivatives for visitors wait for uploads, and answer 503 where that takes five seconds', async () => {
  const server = await openServer(1)
  const [ada, admin] = [await createUser(server), await createUser(server, 'admin')]
  const { cloudflare_id } = await createImage(server, ada, { png: aPng({ width: 700 }), title: 'Fox' }, admin)
  const derivative = (query: string) => fetch(`${server.url}/api/v1/images/download/${cloudflare_id}/?${query}`)
  // One that gets its turn before the uploads is kept, and would be sent at once ever after.
  const queries = ['size=256', 'size=512', 'size=256&format=webp', 'size=512&format=webp']
  const controller = new AbortController()
  const slow = times(12, (at) => server.send(ada, slowPngs[at]!, controller.signal))
  await server.isReceiving()
  let query = ''
  const isRefused = async () => {
    query = queries.shift() ?? query
    return (await derivative(query)).status === 503
  }
  await expect.poll(isRefused, { timeout: 40_000, interval: 1_500 }).toBe(true)
  const refused = await derivative(query)
  expect([((await refused.json()) as { code: string }).code, Number(refused.headers.get('retry-after')) > 4]).toEqual([
    'busy',
    true,
  ])
  controller.abort()
  await Promise.all(slow)
  // The server reads of the aborted uploads a little later.
  await expect.poll(server.unfinished, { timeout: 5_000 }).toEqual([])
  expect((await derivative(query)).status).toBe(200)
})

test('a derivative is given up when the visitor who waits for it has gone', async () => {
  const server = await openServer(1)
  const [ada, admin] = [await createUser(server), await createUser(server, 'admin')]
  const png = flatPng({ width: 7000, height: 7000, colourType: 2 })
  const { cloudflare_id } = await createImage(server, ada, { png, title: 'Large' }, admin)
  const url = `${server.url}/api/v1/images/download/${cloudflare_id}/?format=png&size=2048`
  const controller = new AbortController()
  const visit = fetch(url, { signal: controller.signal }).catch(() => 'gone')
  await expect.poll(server.unfinished).toHaveLength(1)
  controller.abort()
  expect(await visit).toBe('gone')
  await expect.poll(server.unfinished).toEqual([])
  expect(await server.store.size(`copies/${cloudflare_id}/v3-2048.png`)).toBe(null)
  expect((await fetch(url)).status).toBe(200)
})
