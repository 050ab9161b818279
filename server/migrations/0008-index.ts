import { type Kysely, sql } from 'kysely'

/**
 * Which images are found by what: for every term a list of publish numbers, in segments. A change of an image is noted
 * in `fresh` and brought into the lists a little later; until then readers look at those images themselves.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table posting (
      term    text not null,
      segment int not null,
      changed bigint not null,
      members bytea not null,
      primary key (term, segment)
    )`.execute(db)
  // Two full segments to a page of the table, and nothing to unpack.
  await sql`alter table posting alter column members set storage plain`.execute(db)
  await sql`create table posting_list (term text primary key, changed bigint not null)`.execute(db)
  await sql`create sequence posting_change`.execute(db)
  // \`was\` is what the lists have of it; null: nothing.
  await sql`create table fresh (pub_no int primary key, was jsonb)`.execute(db)
  await sql`insert into fresh (pub_no) select pub_no from published`.execute(db)
}
