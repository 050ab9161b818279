import { apiBase, fillPath } from '@vitrine/contract/endpoint'
import { feedPaths } from '@vitrine/contract/feeds'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { calls, urlOfCall } from '#test/calls'
import { aPng } from '#test/png'
import { createImage, openAppWithPeople, type TestUser, withoutJobs } from '#test/test-app'

// What reading does and tells: every GET of the contract, every page and every feed, made by all kinds of callers.

const { testApp: site, app, db, ada: owner, bob: another, admin } = await openAppWithPeople({}, withoutJobs)
const image = await createImage(site, owner, { png: aPng({ seed: 1 }), title: 'Public vase' }, admin)
await createImage(site, owner, { png: aPng({ seed: 2 }), title: 'Unpublished vase' })
const number = '+49 170 5550199'
await db.updateTable('users').set({ number, has_page: true }).where('id', '=', owner.id).execute()

const params = { ...image, username: owner.username }
const reads = Object.values(calls).filter(({ method }) => method === 'GET')
const addresses = [
  ...reads.map((call) => urlOfCall(call, params)),
  '/',
  `/image/${image.slug}/`,
  `/by/${owner.username}/`,
  '/sitemap.xml',
  '/robots.txt',
  '/.well-known/security.txt',
  feedPaths.newest,
  fillPath(feedPaths.contributor, params),
  `${apiBase}/images/approved/cards/?ids=${image.id}`,
  image.main_url,
  image.cloudflare_url,
]

/** A part of a file, since only whole downloads are counted (requirements: #download-counts). */
const read = (url: string, person: TestUser | null, method: 'GET' | 'HEAD' | 'OPTIONS' = 'GET') =>
  app.inject({ method, url, headers: { range: 'bytes=0-0', ...person?.headers } })

test('GET, HEAD and OPTIONS change no row of the database, by any caller', async () => {
  await expect.poll(() => db.selectFrom('index_queue').selectAll().execute()).toEqual([])
  const before = await contentOfTables()
  for (const url of addresses) {
    for (const person of [null, another, owner, admin]) await read(url, person)
    for (const method of ['HEAD', 'OPTIONS'] as const) await read(url, admin, method) // as GET, and before any caller
  }
  expect(await contentOfTables()).toEqual(before)
})

test('a contributor’s address, number, password and unpublished images are told to no one else', async () => {
  const stored = db.selectFrom('users').select('password_hash').where('id', '=', owner.id)
  const { password_hash } = await stored.executeTakeFirstOrThrow()
  const secrets = [owner.email, number, password_hash, 'Unpublished']
  const told = async (person: TestUser | null) => {
    const answers = await Promise.all(addresses.map(async (url) => [url, (await read(url, person)).body] as const))
    return answers.flatMap(([url, body]) => secrets.filter((one) => body.includes(one)).map((one) => [url, one]))
  }
  expect(await told(null)).toEqual([])
  expect(await told(another)).toEqual([])
  expect((await told(owner)).map(([, secret]) => secret)).toContain('Unpublished')
  expect((await told(admin)).map(([, secret]) => secret)).not.toContain(password_hash)
})

/** A hash of the rows of each table. */
async function contentOfTables(): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables
    where schemaname = current_schema()`.execute(db)
  const hashes = tables.map(async ({ name }) => {
    const { rows } = await sql<{ hash: string }>`
      select md5(coalesce(string_agg(row::text, e'\n' order by row::text), '')) as hash
      from ${sql.table(name)} as row`.execute(db)
    return [name, rows[0]!.hash] as const
  })
  return Object.fromEntries(await Promise.all(hashes))
}
