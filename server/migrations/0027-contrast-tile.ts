import { type Kysely, sql } from 'kysely'

/**
 * The themes in which a picture's tile is the contrast tile, by its outline. It takes the place of `tone`, which stays
 * for processes of the version before, and of `outline_contrast`, which no release had. Measuring a file again fills it
 * and writes the cards of its images; until then the tile is the usual one.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table file
      add column contrast_tile text check (contrast_tile in ('light', 'dark', 'both')),
      alter column tone set default 'dark',
      drop column outline_contrast`.execute(db)
}
