import { request as httpRequest, type IncomingMessage } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#config'
import { withConnection } from '#kit/database/connection'
import { splitConnections } from '#kit/database/pool'
import { holdLocks } from '#test/interrupted-requests'
import { aPng } from '#test/png'
import { createImage, createUser, openTestApp, setStatus, type TestUser, temporaryFiles, upload } from '#test/test-app'

// No one can hold up anyone (requirements: #bulkheads).

const site = await openTestApp({ METRICS: 'localhost:1' })
const { app } = site
const address = await app.listen({ port: 0, host: '127.0.0.1' })
const ada = await createUser(site)
const admins = await Promise.all(Array.from({ length: 6 }, () => createUser(site, 'admin')))
const image = await createImage(site, ada, { png: aPng({ seed: 1 }), title: 'Brass lamp' }, admins[0])

const edit = (person: TestUser, title: string, { id } = image) =>
  app.inject({ method: 'PUT', url: `/api/v1/images/update/${id}/`, headers: person.headers, payload: { title } })

let seed = 1
const newImage = (owner: TestUser) => createImage(site, owner, { png: aPng({ seed: ++seed }), title: `Lamp ${seed}` })

let searches = 0
/** A visitors' search that no cache answers. */
const search = () => app.inject(`/api/v1/images/approved/?title=lamp${++searches}`)

const holdImages = (...ids: number[]) =>
  holdLocks(site.databaseUrl, 'select from images where id = any($1) for update', [ids])

/** Transactions of this database that wait for a row. */
const lockWaiters = () =>
  withConnection({ connectionString: site.databaseUrl }, async (client) => {
    const { rows } = await client.query(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows[0].n as number
  })

async function waitingUploads(): Promise<number> {
  const { text } = await site.metrics.scrape()
  return Number(/^vitrine_limiter_waiting\{limiter="upload"\} (\d+)$/m.exec(text)![1])
}

test('visitors are answered while changes hold every connection of signed-in people', async () => {
  const release = await holdImages(image.id)
  let isHeld = true
  const editing = admins.map(async (admin) => {
    while (isHeld) expect([200, 409]).toContain((await edit(admin, 'Held')).statusCode)
  })
  await expect.poll(lockWaiters).toBeGreaterThan(1)
  for (const url of [`/media/${image.cloudflare_id}/320.webp`, '/about/', '/sitemap.xml'])
    expect([url, (await app.inject(url)).statusCode]).toEqual([url, 200])
  expect((await search()).statusCode).toBe(200)
  expect((await app.inject(`/?title=lamp${++searches}`)).statusCode).toBe(200)
  await expect.poll(lockWaiters).toBeGreaterThan(1) // for a moment none waits, where all have just given up
  isHeld = false
  await release()
  await Promise.all(editing)
})

test('a visitor gets another format of an image while signed-in people use all of their connections', async () => {
  const { people } = splitConnections(readConfig({}).DATABASE_POOL)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const using = Array.from({ length: people }, () => site.db.connection().execute(() => released))
  const { statusCode } = await app.inject(`/api/v1/images/download/${image.cloudflare_id}/?format=webp`)
  release()
  await Promise.all(using)
  expect(statusCode).toBe(200)
})

test('fifty decisions on one image at the same moment bring no 503', async () => {
  const deciding = Array.from({ length: 50 }, (_, at) =>
    setStatus(site, admins[at % admins.length]!, [image.id], at % 2 ? 'rejected' : 'approved'),
  )
  for (const { statusCode } of await Promise.all(deciding)) expect([200, 409]).toContain(statusCode)
  await setStatus(site, admins[0]!, [image.id], 'approved')
})

test('a change that does not get its rows in time is answered 409 with a sentence', async () => {
  await holdImages(image.id)
  const message = 'Others are changing this at the moment, so nothing was changed. Please try again.'
  const { statusCode, body } = await edit(admins[0]!, 'Held')
  expect([statusCode, JSON.parse(body)]).toEqual([409, { code: 'in_use', message }])
})

test('two changes of a person run; the others wait in their own line and hold up no one else', async () => {
  const [clara, dan] = [await createUser(site), await createUser(site)]
  const [held, another] = [await newImage(clara), await newImage(dan)]
  const release = await holdImages(held.id)
  const edits = Array.from({ length: 30 }, (_, at) => edit(clara, `Title ${at}`, held))
  await expect.poll(lockWaiters).toBe(2)
  expect((await edit(dan, 'Not held up', another)).statusCode).toBe(200)
  expect((await edit(admins[0]!, 'Decided', another)).statusCode).toBe(200)
  expect((await createUser(site)).access_token).toBeTruthy()
  expect(await lockWaiters()).toBeLessThanOrEqual(2)
  await expect.poll(lockWaiters).toBe(2) // for a moment there are fewer, where two have just given up
  await release()
  for (const { statusCode } of await Promise.all(edits)) expect([200, 409]).toContain(statusCode)
})

test('a connection is kept for admins, however many contributors change what is held', async () => {
  const people = await Promise.all(Array.from({ length: 5 }, () => createUser(site)))
  const images = await Promise.all(people.map(newImage))
  const release = await holdImages(...images.map(({ id }) => id))
  const edits = people.flatMap((person, at) => [edit(person, 'One', images[at]), edit(person, 'Two', images[at])])
  await expect.poll(lockWaiters).toBeGreaterThan(2)
  expect((await edit(admins[0]!, 'Decided')).statusCode).toBe(200)
  await release()
  for (const { statusCode } of await Promise.all(edits)) expect([200, 409]).toContain(statusCode)
})

test('four uploads of a person run before the body of a fifth is read; forty wait, unless clients leave', async () => {
  const [gus, hal] = [await createUser(site), await createUser(site)]
  const running = Array.from({ length: 4 }, (_, at) => stalledUpload(gus, at))
  await expect.poll(async () => (await temporaryFiles(site)).length).toBe(4)
  const waiting = Array.from({ length: 43 }, (_, at) => stalledUpload(gus, at))
  const answers: IncomingMessage[] = []
  for (const one of waiting) one.on('response', (answer) => answers.push(answer))
  await expect.poll(() => answers.length).toBe(3)
  for (const { statusCode, headers } of answers) expect([statusCode, headers['retry-after']]).toEqual([429, '5'])
  expect((await newImage(hal)).status).toBe('pending')
  expect(await temporaryFiles(site)).toHaveLength(4)
  for (const one of waiting) one.destroy()
  await expect.poll(waitingUploads).toBe(0)
  const sent = upload(site, gus, [{ name: 'images', value: aPng({ seed: ++seed }), filename: 'lamp.png' }])
  await expect.poll(waitingUploads).toBe(1)
  running[0]!.destroy()
  expect((await sent).statusCode).toBe(201)
})

/** An upload whose body never ends. */
function stalledUpload({ headers }: TestUser, at: number) {
  const request = httpRequest(`${address}/api/v1/images/upload/`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'multipart/form-data; boundary=x', 'content-length': 1000 },
  })
  request.on('error', () => {})
  request.write(`--x\r\ncontent-disposition: form-data; name="images"; filename="${at}.png"\r\n\r\n`)
  onTestFinished(() => void request.destroy())
  return request
}
