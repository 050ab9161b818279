import { type Kysely, sql } from 'kysely'

/**
 * Perceptual rows take the place of the dHash: of 100 pairs within its limit 94 were different drawings. Those of older
 * files are missing until the files are measured again, which is to happen with all of them.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table perceptual_row (
      sha256       text primary key references file on delete cascade,
      aspect       smallint not null,
      mean_opacity smallint not null,
      zeros        bit(64) not null,
      hash         bit(128) not null,
      planes       bytea not null
    )`.execute(db)
  // Holds all that a search reads of the rows that are not near.
  await sql`
    create index perceptual_row_near on perceptual_row (aspect, mean_opacity) include (zeros, hash, sha256)`.execute(db)
  await sql`update file set measures_version = 0 where measures_version > 0`.execute(db)
  await sql`alter table images drop column dhash`.execute(db)
}
