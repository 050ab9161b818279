import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { aPng } from '#test/png'
import { createImage, createUser, openTestApp, type TestUser } from '#test/test-app'

// No one can hold up anyone (requirements: #bulkheads).

const site = await openTestApp()
const { app } = site
const ada = await createUser(site)
const admins = await Promise.all(Array.from({ length: 6 }, () => createUser(site, 'admin')))
const image = await createImage(site, ada, { png: aPng({ seed: 1 }), title: 'Brass lamp' }, admins[0])

const edit = (person: TestUser, title: string, { id } = image) =>
  app.inject({ method: 'PUT', url: `/api/v1/images/update/${id}/`, headers: person.headers, payload: { title } })

let searches = 0
/** A visitors' search that no cache answers. */
const search = () => app.inject(`/api/v1/images/approved/?title=lamp${++searches}`)

/** Holds the rows of images as a long transaction of another process does, until it is released. */
async function holdImages(...ids: number[]) {
  const client = new pg.Client(site.databaseUrl)
  await client.connect()
  const release = () => client.end()
  onTestFinished(release)
  await client.query('begin')
  await client.query('select from images where id = any($1) for update', [ids])
  return release
}

/** Transactions of this database that wait for a row. */
async function lockWaiters(): Promise<number> {
  const client = new pg.Client(site.databaseUrl)
  await client.connect()
  const { rows } = await client.query(
    `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  await client.end()
  return rows[0].n
}

describe('database connections', () => {
  test('visitors are answered while changes hold every connection of signed-in people', async () => {
    const release = await holdImages(image.id)
    const edits = admins.flatMap((admin, at) => [edit(admin, `Lamp ${at}`), edit(admin, `Lamp ${at} again`)])
    await expect.poll(lockWaiters).toBeGreaterThan(1)
    for (const url of [`/media/${image.cloudflare_id}/320.webp`, '/about/', '/sitemap.xml'])
      expect([url, (await app.inject(url)).statusCode]).toEqual([url, 200])
    expect((await search()).statusCode).toBe(200)
    expect((await app.inject(`/?title=lamp${++searches}`)).statusCode).toBe(200)
    expect(await lockWaiters()).toBeGreaterThan(1)
    await release()
    for (const { statusCode } of await Promise.all(edits)) expect(statusCode).not.toBe(500)
  })

  test('a change that does not get its rows in time is answered 409 with a sentence', async () => {
    await holdImages(image.id)
    const answer = await edit(admins[0]!, 'Held')
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toEqual({
      code: 'in_use',
      message: 'Others are changing this at the moment, so nothing was changed. Please try again.',
    })
  })
})
