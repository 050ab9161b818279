import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { upgradeBatch } from '#features/publishing/text-upgrade'
import { migrate } from '#kit/database/migrate'
import { openDatabase } from '#kit/database/pool'
import { createDatabaseAt, migrationsFolder } from '#test/older-database'
import { applyIndexQueue } from './inverted-index/indexer.ts'
import { createPostingCache } from './postings.ts'
import { searchImages } from './query.ts'
import { searchSessionParameters } from './question/dictionary.sql.ts'
import { suggest } from './suggestions.ts'

const url = await createDatabaseAt('0003-published')
const db = openDatabase(url, { sessionParameters: searchSessionParameters })

beforeAll(async () => {
  await fill()
  await migrate(url, migrationsFolder)
})
afterAll(() => db.destroy())

/** Three images published before there were filters; the slug of one became reserved later. */
async function fill() {
  await sql`
    insert into users (username, email, number, password_hash, role)
    values ('ada', 'ada@people.example', '1', '', 'user')`.execute(db)
  await addImage(1, { slug: 'tree', width: 300, height: 500, swatches: '[{"hex":"#3f9d4a","share":0.9}]' })
  await addImage(2, { slug: 'suggestions', width: 105, height: 100, swatches: '[{"hex":"#2f6fd8","share":1}]' })
  await addImage(3, { slug: 'flag', width: 2000, height: 900, swatches: twoColours })
}

const twoColours = '[{"hex":"#d92f2f","share":0.6},{"hex":"#f6f6f4","share":0.3},{"hex":"#1d1d1f","share":0.1}]'

interface OlderImage {
  slug: string
  width: number
  height: number
  swatches: string
}

async function addImage(id: number, { slug, width, height, swatches }: OlderImage) {
  await sql`
    insert into images (
      owner_id, status, slug, title, cloudflare_id, sha256, file_name, byte_size, width, height,
      clear_share, soft_share, colours, tone, downloads, pub_no
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
  [{ colour: 10 }, []], // its share of a tenth is below the threshold
  [{ orientation: 'portrait' as const }, [1]],
  [{ orientation: 'square' as const }, [2]],
  [{ orientation: 'landscape' as const }, [3]],
  [{ size: 500 }, [3, 1]],
  [{ sort: 'downloads' as const }, [1, 2, 3]],
  [{ title: 'tree' }, [1]],
])('a library of before the filters answers %j after the upgrade', async (search, pubNos) => {
  expect(await searchImages(db, createPostingCache(), search, 1)).toMatchObject({ count: pubNos.length, pubNos })
})

test('its texts are brought over one batch after another, and then found and suggested by word forms', async () => {
  expect((await searchImages(db, createPostingCache(), { title: 'trees' }, 1)).count).toBe(0) // as version 0.1 found it
  while ((await upgradeBatch(db)) !== 'finished');
  while ((await db.selectFrom('index_queue').select('pub_no').execute()).length) await applyIndexQueue(db)
  expect(await searchImages(db, createPostingCache(), { title: 'trees' }, 1)).toMatchObject({ count: 1, pubNos: [1] })
  expect(await suggest(db, createPostingCache(), 'fla')).toMatchObject([{ text: 'flag', count: 1, pubNo: 3 }])
})

test('an image whose slug became reserved gets a new slug, also on its card', async () => {
  const { slug } = await db.selectFrom('images').select('slug').where('id', '=', 2).executeTakeFirstOrThrow()
  const { json } = await db.selectFrom('card').select('json').where('pub_no', '=', 2).executeTakeFirstOrThrow()
  expect([slug, JSON.parse(json)]).toEqual(['suggestions-abcde', { id: 2, slug, title: 'suggestions' }])
})

test('the rewritten tables keep their constraints', async () => {
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
