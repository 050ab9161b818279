// A library of rows alone: the back offices' lists read no pixels.
import { sql } from 'kysely'
import { rewriteImageWords } from '../../server/src/features/search/words/image-words.ts'
import type { Database } from '../../server/src/kit/database/pool.ts'

/** Images made by one statement, which must end within the time that the site gives to any. */
const batchSize = 1_000

/**
 * Images of two people in equal parts: half are approved, a quarter each are pending and rejected, a tenth are kites,
 * half have keywords, half of the approved ones have downloads. What they are is spread independently of each other.
 */
export async function fillLibrary(db: Database, images: number, owners: [number, number]) {
  await sql`insert into keyword (name) select 'word ' || n from generate_series(1, 1000) as n`.execute(db)
  for (let first = 1; first <= images; first += batchSize) {
    await insertBatch(db, first, owners)
    await rewriteImageWords(
      db,
      Array.from({ length: batchSize }, (_, index) => first + index),
    )
  }
  await sql`
    insert into overruled_finding (sha256, kind, reason)
    select sha256, 'haze', '' from file where open_findings && '{haze}' order by sha256 limit 500`.execute(db)
  for (const name of ['images', 'image_facet', 'image_words', 'image_keyword', 'keyword', 'published'])
    await sql`vacuum analyze ${sql.table(name)}`.execute(db)
}

async function insertBatch(db: Database, first: number, [half, rest]: [number, number]) {
  await sql`
    with number as (
      select n from generate_series(${first}::int, ${first + batchSize - 1}::int) as n
    ), file_row as (
      insert into file (
        sha256, byte_size, width, height, transparent_ratio, translucent_ratio, colours, preview_version, findings
      )
      select 'sha ' || n, 1000 + n * 7919 % 100003, 640, 480, 0.5, case when n % 3 = 0 then 0.5 else 0.01 end, '[]', 1,
        case n % 10 when 0 then '[{"kind": "haze", "share": 0.5}]'
          when 1 then '[{"kind": "nothing_clear", "clear_share": 0}]' else '[]' end::jsonb
      from number
    ), made as (
      insert into images (
        owner_id, status, pub_no, category_id, slug, title, cloudflare_id, sha256, file_name, created_at, downloads
      )
      select case when n % 2 = 0 then ${half}::bigint else ${rest} end,
        case n / 2 % 4 when 0 then 'pending' when 1 then 'rejected' else 'approved' end,
        case when n / 2 % 4 > 1 then n end, nullif(n * 31 % 21, 0),
        'image-' || n,
        (array[
          'Red fox', 'Kite', 'Lantern', 'Violin', 'Owl', 'Tulip', 'Anchor', 'Kettle', 'Feather', 'Compass'
        ])[n % 10 + 1]
          || ' image ' || n,
        'px-' || n, 'sha ' || n, n || '.png',
        now() - (n || ' minutes')::interval, 100003 / (1 + n * 7919 % 100003) - 1
      from number
      returning id, status, pub_no, category_id, downloads
    ), decided as (
      insert into decision (image_id, status, reason)
      select id, status, case when id % 7 = 0 then 'cropped' else 'quality' end from made where status = 'rejected'
    ), published_row as (
      insert into published (
        pub_no, image_id, category_id, keyword_ids, words, colours, orientation, longer_side, downloads
      )
      select pub_no, id, category_id, '{}', '', '{}', 1, 640, downloads
      from made where pub_no is not null
    )
    insert into image_keyword (image_id, keyword_id, position)
    select id, (id * 7 + place) % 1000 + 1, place from made, generate_series(1, 5) as place
    where id / 8 % 2 = 0`.execute(db)
}
