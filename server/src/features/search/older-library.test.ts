import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { migrate } from '#kit/database/migrate'
import { openDatabase } from '#kit/database/pool'
import { urlOfDatabase } from '#test/postgres-global-setup'
import { createPostingCache } from './postings.ts'
import { searchImages } from './query.ts'
import { searchSessionParameters } from './search.sql.ts'
import { suggest } from './suggestions.ts'

const folder = join(import.meta.dirname, '../../../migrations')
const name = `older_${randomBytes(6).toString('hex')}`
const url = urlOfDatabase(inject('postgres'), name)
const db = openDatabase(url, { sessionParameters: searchSessionParameters })

beforeAll(async () => {
  const root = new pg.Client(inject('postgres'))
  await root.connect()
  await root.query(`create database ${name}`)
  await root.end()
  await asOf('0003-published')
  await fill()
  await migrate(url, folder)
})
afterAll(() => db.destroy())

async function asOf(last: string) {
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  const older = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  const getMigrations = async () => {
    const files = (await readdir(folder)).sort().map((file) => file.replace(/\.ts$/, ''))
    const loaded = files.map(async (file) => [file, await import(join(folder, `${file}.ts`))] as [string, Migration])
    return Object.fromEntries(await Promise.all(loaded))
  }
  const { error } = await new Migrator({ db: older, provider: { getMigrations } }).migrateTo(last)
  await older.destroy()
  if (error) throw error
}

/** Three pictures as they were published before there were filters; one has the word of a call for a slug. */
async function fill() {
  await sql`
    insert into users (username, email, number, password_hash, role) values ('ada', 'ada@people.example', '1', '', 'user')
  `.execute(db)
  await anOlderImage(1, { slug: 'tree', width: 300, height: 500, swatches: '[{"hex":"#3f9d4a","share":0.9}]' })
  await anOlderImage(2, { slug: 'suggestions', width: 105, height: 100, swatches: '[{"hex":"#2f6fd8","share":1}]' })
  await anOlderImage(3, { slug: 'flag', width: 2000, height: 900, swatches: twoColours })
  await sql`insert into keyword (name, uses) values ('Grüner Wald', 1)`.execute(db)
}

const twoColours = '[{"hex":"#d92f2f","share":0.6},{"hex":"#f6f6f4","share":0.3},{"hex":"#1d1d1f","share":0.1}]'

interface Older {
  slug: string
  width: number
  height: number
  swatches: string
}

async function anOlderImage(id: number, { slug, width, height, swatches }: Older) {
  await sql`
    insert into images (
      owner_id, status, slug, title, cloudflare_id, sha256, file_name, byte_size, width, height, clear_share, soft_share,
      colours, tone, downloads, pub_no
    ) values (
      1, 'approved', ${slug}, ${slug}, ${`px-abcde${id}`}, ${String(id)}, 'a.png', 9, ${width}, ${height}, 0.5, 0,
      ${swatches}::jsonb, 'dark', ${10 - id}, ${id}
    )`.execute(db)
  await sql`
    insert into published (pub_no, image_id, keyword_ids, words)
    values (${id}, ${id}, '{}', array_to_tsvector(array[${slug}::text]))`.execute(db)
  await sql`insert into card (pub_no, json) values (${id}, ${JSON.stringify({ id, slug, title: slug })})`.execute(db)
}

test.each([
  [{ colour: 4 }, [1]],
  [{ colour: 6 }, [2]],
  [{ colour: 12 }, [3]],
  [{ colour: 10 }, []], // a tenth of it is too little
  [{ orientation: 'portrait' as const }, [1]],
  [{ orientation: 'square' as const }, [2]],
  [{ orientation: 'landscape' as const }, [3]],
  [{ size: 500 }, [3, 1]],
  [{ sort: 'downloads' as const }, [1, 2, 3]],
  [{ title: 'tree' }, [1]],
])('an older library answers %j', async (search, pubNos) => {
  expect(await searchImages(db, createPostingCache(), search, 1)).toEqual({ count: pubNos.length, pubNos })
})

test('its tags and titles are suggested', async () => {
  expect(await suggest(db, createPostingCache(), 'wal')).toEqual([{ kind: 'keyword', text: 'Grüner Wald' }])
  expect(await suggest(db, createPostingCache(), 'fla')).toEqual([{ kind: 'title', text: 'flag' }])
})

test('an image whose slug became a call gets an address of its own, on its card too', async () => {
  const { slug } = await db.selectFrom('images').select('slug').where('id', '=', 2).executeTakeFirstOrThrow()
  const { json } = await db.selectFrom('card').select('json').where('pub_no', '=', 2).executeTakeFirstOrThrow()
  expect([slug, JSON.parse(json)]).toEqual(['suggestions-abcde', { id: 2, slug, title: 'suggestions' }])
})

test('what was unique and what goes together still is and does', async () => {
  const { rows } = await sql<{ rule: string }>`
    select pg_get_constraintdef(oid) as rule from pg_constraint
    where conrelid in ('published'::regclass, 'card'::regclass) and contype <> 'n' order by rule`.execute(db)
  expect(rows.map(({ rule }) => rule)).toEqual([
    'FOREIGN KEY (image_id) REFERENCES images(id)',
    'FOREIGN KEY (pub_no) REFERENCES published(pub_no) ON DELETE CASCADE',
    'PRIMARY KEY (pub_no)',
    'PRIMARY KEY (pub_no)',
    'UNIQUE (image_id)',
  ])
})
