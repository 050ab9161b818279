import { type Kysely, sql } from 'kysely'

/** The order by recent downloads, and the pictures that the home page and each category show first. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table trending (
      is_only_row boolean primary key default true check (is_only_row),
      version     bigint not null,
      pub_nos     int[] not null
    )`.execute(db)
  await sql`insert into trending (version, pub_nos) values (0, '{}')`.execute(db)
  await sql`
    create table highlight_set (
      category_id  smallint primary key,
      day          date not null,
      refreshed_at timestamptz not null default now(),
      last_pub_no  int not null,
      pub_nos      int[] not null,
      cover        text
    )`.execute(db)
  // From now on the call /images/highlights/ stands at the address of an image with this slug.
  await sql`
    update card set json = replace(json, '"slug":"highlights"', '"slug":"highlights-' || id || '"')
    from images where images.pub_no = card.pub_no and slug = 'highlights'`.execute(db)
  await sql`update images set slug = slug || '-' || id where slug = 'highlights'`.execute(db)
}
