import { type Kysely, sql } from 'kysely'

/**
 * The search by all fields, word forms, meanings and languages. The published images are brought over while the site
 * runs (publishing/text-upgrade.ts), those with `text_version` 0; the lists and the dictionary of the words of titles
 * are dropped, since they are made again from all fields.
 */
export async function up(db: Kysely<unknown>) {
  await sql`alter table published add column popularity smallint not null default 0`.execute(db)
  await sql`alter table published add column text_version smallint not null default 0`.execute(db)
  await sql`alter table card add column title_key int not null default 0`.execute(db)
  await sql`create index published_outdated on published (pub_no) where text_version = 0`.execute(db)
  await sql`delete from posting where term ~ '^[wbl]'`.execute(db)
  await sql`delete from posting_list where term ~ '^[wbl]'`.execute(db)
  // What waits to be indexed is in the other lists as before, and in none of the words any more.
  await sql`
    update index_queue
    set indexed_as = indexed_as || '{"words": [], "title_words": [], "description_words": [], "popularity": 0}'
    where indexed_as is not null`.execute(db)
  await sql`truncate word`.execute(db)
  await sql`alter table word add column stem text not null`.execute(db)
  await sql`create index word_stem on word (stem)`.execute(db)
  await sql`create table meaning (word text primary key, targets text not null)`.execute(db)
  await sql`create table translation (word text primary key, targets text not null)`.execute(db)
  await sql`create table word_table (name text primary key, version text not null)`.execute(db)
}
