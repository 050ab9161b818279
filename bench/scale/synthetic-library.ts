// A library of rows without files, because listings read no pixels; words and keywords have Zipf's frequencies.
import { sql } from 'kysely'
import { categories } from '../../contract/vocabulary/categories.ts'
import { addUser } from '../../server/src/features/accounts/users/users.sql.ts'
import { popularityThresholds } from '../../server/src/features/search/inverted-index/terms.ts'
import { textVector, titleKey } from '../../server/src/features/search/words/image-words.ts'
import { stemOf, wordsOf } from '../../server/src/features/search/words/word-forms.ts'
import type { Database } from '../../server/src/kit/database/statements.ts'
import { say } from '../harness/benchmark.ts'
import { formatNumber } from '../harness/figures.ts'
import { type Random, seededRandom, zipf } from '../harness/random.ts'

const vocabularySize = 30_000
const tagCount = 50_000

const syllables = [...'bcdfghklmnprstvz'].flatMap((first) => [...'aeiou'].map((second) => first + second))
/** A distinct pronounceable word of four to eight letters for each rank. */
export const wordOf = (rank: number) => {
  const mixed = (rank * 7919) % 512_000
  const ending = rank % 3 === 0 ? 'n' : rank % 7 === 0 ? 'st' : ''
  return (
    syllables[mixed % 80]! +
    syllables[Math.floor(mixed / 80) % 80]! +
    (rank > 800 ? syllables[Math.floor(mixed / 6400)]! : '') +
    ending
  )
}
/** Tags are words, the rarer ones two of them. */
export const tagOf = (rank: number) =>
  rank < vocabularySize ? wordOf(rank) : `${wordOf(rank - vocabularySize)} ${wordOf(rank % 800)}`

/** No image has these words; a table of words tells what they mean. */
export const synonymOf = (rank: number) => `quo${wordOf(rank)}`
export const foreignWordOf = (rank: number) => `xa${wordOf(rank)}`
const unusualWords = 2_000

const batchSize = 20_000

/** Fills the tables that listings are read from. */
export async function fillLibrary(db: Database, images: number) {
  const { id: owner } = await addUser(db, {
    username: 'curator',
    email: 'curator@people.example',
    number: '0123456789',
    password_hash: '-',
    role: 'admin',
  })
  await db.connection().execute(async (one) => {
    const indexes = await dropIndexes(one)
    const random = seededRandom(images)
    const [word, tag, category] = [zipf(vocabularySize, random), zipf(tagCount, random), zipf(20, random)]
    const uses = { words: new Map<string, number>(), tags: new Uint32Array(tagCount) }
    for (let from = 0; from < images; from += batchSize) {
      await insertBatch(one, owner, from, Math.min(batchSize, images - from), { random, word, tag, category, uses })
      if (from % 1e6 === 0) say(`${formatNumber(from)} of ${formatNumber(images)} images`)
    }
    await insertWords(one, uses.words)
    await sql`
      insert into keyword (id, name, words, uses) overriding system value
      select n, name, array_to_tsvector(array[name]), uses
      from unnest(${Array.from(uses.tags, (_, rank) => tagOf(rank))}::text[], ${[...uses.tags]}::int[])
        with ordinality as one (name, uses, n)`.execute(one)
    await sql`select setval(pg_get_serial_sequence('keyword', 'id'), ${tagCount})`.execute(one)
    await sql`select setval('pub_no', ${images})`.execute(one)
    for (const index of indexes) await sql.raw(index).execute(one)
    await sql`vacuum analyze`.execute(one)
  })
}

/** The dictionary, and words that it widens: by five of near meaning, or by two that translate them. */
async function insertWords(db: Database, uses: Map<string, number>) {
  const words = [...uses.keys()]
  await sql`
    insert into word (word, stem, uses)
    select * from unnest(${words}::text[], ${words.map(stemOf)}::text[], ${[...uses.values()]}::int[])`.execute(db)
  const ranks = Array.from({ length: unusualWords }, (_, rank) => rank)
  const targets = (rank: number, costs: number[]) =>
    costs.map((cost, at) => `${wordOf(rank + at * unusualWords)}:${cost}`).join()
  await sql`
    insert into meaning (word, targets)
    select * from unnest(
      ${ranks.map(synonymOf)}::text[], ${ranks.map((rank) => targets(rank, [10, 10, 11, 11, 12]))}::text[]
    )`.execute(db)
  await sql`
    insert into translation (word, targets)
    select * from unnest(${ranks.map(foreignWordOf)}::text[], ${ranks.map((rank) => targets(rank, [0, 2]))}::text[])
  `.execute(db)
}

async function dropIndexes(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid in ('images'::regclass, 'file'::regclass, 'published'::regclass) and not indisprimary
      and not exists (select from pg_constraint where conindid = indexrelid)`.execute(db)
  for (const { name } of rows) await sql`drop index ${sql.ref(name)}`.execute(db)
  return rows.map((row) => row.definition)
}

interface Generators {
  random: Random
  word: () => number
  tag: () => number
  category: () => number
  uses: { words: Map<string, number>; tags: Uint32Array }
}

async function insertBatch(
  db: Database,
  owner: number,
  from: number,
  many: number,
  { random, word, tag, category, uses }: Generators,
) {
  const rows = Array.from({ length: many }, (_, at) => {
    const number = from + at + 1
    const words = [...new Set(Array.from({ length: 1 + Math.floor(random.next() * 5) }, () => wordOf(word())))]
    const keywords = [...new Set(Array.from({ length: 5 + Math.floor(random.next() * 10) }, tag))]
    const category_id = category() + 1
    const texts = { title: words.join(' '), keywords: keywords.map(tagOf), category_id, description: '' }
    const categoryName = categories.find(({ id }) => id === category_id)?.name ?? ''
    const found = [texts.title, ...texts.keywords, categoryName].flatMap(wordsOf)
    for (const one of new Set(found)) uses.words.set(one, (uses.words.get(one) ?? 0) + 1)
    for (const one of keywords) uses.tags[one]!++
    const downloads = Math.floor(1 / (random.next() + 0.0005)) - 1
    const [width, height] = [200 + Math.floor(random.next() ** 2 * 5000), 200 + Math.floor(random.next() ** 2 * 5000)]
    return {
      number,
      title: texts.title,
      words: textVector(texts),
      title_key: titleKey(texts.title),
      category: category_id,
      keywords: keywords.map((one) => one + 1),
      colour: 1 + Math.floor(random.next() * 12),
      orientation: 20 * Math.max(width, height) <= 21 * Math.min(width, height) ? 3 : width > height ? 1 : 2,
      width,
      height,
      transparency: 1 + (number % 3),
      has_clean_edges: number % 4 > 0,
      downloads,
      // A tenth of them within the last 90 days.
      popularity: popularityThresholds.filter((least) => downloads / 10 >= least).length,
    }
  })
  await sql`
    with row as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
        number int, title text, words text, title_key int, popularity smallint, category smallint,
        keywords int[], colour int, orientation smallint,
        width int, height int, transparency smallint, has_clean_edges boolean, downloads int
      )
    ), file_row as (
      insert into file (
        sha256, byte_size, width, height, transparent_ratio, translucent_ratio, colours, preview_version
      )
      select 'sha ' || number, 1000, width, height, 0.5, 0.1, '[]', 1 from row
    ), image as (
      insert into images (
        id, owner_id, status, slug, title, category_id, cloudflare_id, sha256, file_name, downloads, publish_no
      )
      overriding system value
      select number, ${owner}::bigint, 'approved', 'image-' || number, title, category, 'px-' || number,
        'sha ' || number, number || '.png', downloads, number from row
    ), published_row as (
      insert into published (
        pub_no, image_id, category_id, keyword_ids, words, popularity, colours, orientation, longer_side,
        transparency, has_clean_edges, downloads
      )
      select number, number, category, keywords, words::tsvector, popularity, array[colour], orientation,
        greatest(width, height), transparency, has_clean_edges, downloads
      from row
    )
    insert into card (pub_no, title_key, json)
    select number, title_key,
      json_build_object('id', number, 'slug', 'image-' || number, 'title', title, 'cloudflare_url',
      '/media/px-' || number || '/640.webp', 'cloudflare_id', 'px-abcdefghijklmnopqrstuvwxyz', 'width', width,
      'height', height, 'byte_size', 1000, 'contrast_tile', null, 'colour', '#3f9d4a')::text
    from row`.execute(db)
}
