import { sql } from 'kysely'
import type { Database } from '../../../server/src/kit/database/statements.ts'
import type { Picture } from '../library.ts'

/** What a site builds with PostgreSQL alone: a weighted text-search column, and trigrams of all its words. */
export async function fillTextSearch(db: Database, pictures: Picture[]): Promise<void> {
  await sql`drop schema if exists search_benchmark cascade`.execute(db)
  await sql`create schema search_benchmark`.execute(db)
  await sql`create table search_benchmark.document (id bigint primary key, weighted tsvector, plain text)`.execute(db)
  const rows = pictures.map(({ id, title, keywords, category, description }) => ({
    id,
    title: title.replaceAll('_', ' '),
    tags: keywords.join(' '),
    rest: `${category} ${description}`,
  }))
  await sql`
    insert into search_benchmark.document
    select id,
      setweight(to_tsvector('english', title), 'A') || setweight(to_tsvector('english', tags), 'B') ||
        setweight(to_tsvector('english', rest), 'C'),
      lower(concat_ws(' ', title, tags, rest))
    from json_to_recordset(${JSON.stringify(rows)}::json) as rows(id bigint, title text, tags text, rest text)
  `.execute(db)
  await sql`create index on search_benchmark.document using gin (weighted)`.execute(db)
  await sql`create index on search_benchmark.document using gin (plain gin_trgm_ops)`.execute(db)
  await sql`analyze search_benchmark.document`.execute(db)
}

/** `websearch_to_tsquery`, ranked; where it finds nothing, the texts whose words are most like the query's. */
export async function textSearch(db: Database, text: string): Promise<number[]> {
  const found = await sql<{ id: number }>`
    select id from search_benchmark.document, websearch_to_tsquery('english', ${text}) as query
    where weighted @@ query order by ts_rank(weighted, query) desc, id desc limit 10
  `.execute(db)
  if (found.rows.length) return found.rows.map(({ id }) => id)
  const similar = await sql<{ id: number }>`
    select id from search_benchmark.document where lower(${text}) <% plain
    order by word_similarity(lower(${text}), plain) desc, id desc limit 10
  `.execute(db)
  return similar.rows.map(({ id }) => id)
}
