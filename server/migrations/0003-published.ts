import { type Kysely, sql } from 'kysely'

/** The gallery's read model: approved images only, narrow, numbered in publish order (highest number = newest). */
export async function up(db: Kysely<unknown>) {
  await sql`create extension if not exists pg_trgm`.execute(db)
  await sql`
    create table published (
      pub_no      int primary key,
      image_id    bigint not null unique references images,
      category_id smallint,
      keyword_ids int[] not null,
      words       tsvector not null
    )`.execute(db)
  await sql`create index published_category on published (category_id, pub_no desc)`.execute(db)
  // Without a pending list, a page never waits for somebody else's index clean-up.
  await sql`create index published_words on published using gin (words) with (fastupdate = off)`.execute(db)
  await sql`create index published_keywords on published using gin (keyword_ids) with (fastupdate = off)`.execute(db)

  // The JSON of one image in a listing, exactly as it is sent: a page is one string_agg, parsed by nobody.
  await sql`create table card (pub_no int primary key references published on delete cascade, json text not null)`.execute(
    db,
  )

  // Every word of a published title: typing errors and prefixes are looked up here, never in the titles.
  await sql`create table word (word text primary key, uses int not null)`.execute(db)
  await sql`create index word_trigram on word using gin (word gin_trgm_ops)`.execute(db)
  await sql`create index word_prefix on word (word text_pattern_ops)`.execute(db)
}
