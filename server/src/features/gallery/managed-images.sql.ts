import type { ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import type { Overruled } from '@vitrine/contract/schemas/findings'
import { type Selectable, sql } from 'kysely'
import type { Database } from '#kit/database/statements'
import type { Tables } from '#schema'

export async function managedImages(db: Database, ids: number[]) {
  if (!ids.length) return []
  const rows = await db
    .selectFrom('images')
    .innerJoin('file', 'file.sha256', 'images.sha256')
    .innerJoin('users', 'users.id', 'images.owner_id')
    .leftJoin('users as deleter', 'deleter.id', 'images.trashed_by')
    .leftJoin(keywordsOfEach(db, ids).as('tagged'), 'tagged.image_id', 'images.id')
    .selectAll('file')
    .selectAll('images')
    .select('deleter.username as deleter')
    .select(['users.username', 'users.first_name', 'users.last_name', 'users.email'])
    .select((eb) => [
      sql<WaitingFileRow | null>`(
        select to_jsonb(file) || jsonb_build_object('cloudflare_id', edit_cloudflare_id)
        from file where file.sha256 = edit_sha256)`.as('waiting_file'),
      sql<{ id: number; name: string }[]>`coalesce(tagged.keywords, '[]')`.as('keywords'),
      eb
        .selectFrom('decision')
        .whereRef('image_id', '=', 'images.id')
        .where('images.status', '=', 'rejected')
        .where('decision.status', '=', 'rejected')
        .where('about_edit', '=', false)
        .orderBy('decision.id', 'desc')
        .limit(1)
        .select(
          sql<
            NonNullable<ManagedImage['rejection']>
          >`json_build_object('reason', reason, 'note', note, 'at', at, 'may_disagree', not exists (
            select from decision as earlier where earlier.image_id = images.id and disagreement is not null
          ))`.as('last'),
        )
        .as('rejection'),
      sql<Overruled>`coalesce((
        select json_agg(json_build_object('kind', kind, 'by', username, 'reason', why -> 'reason', 'at', why -> 'at'))
        from jsonb_each(file.overruled) as each (kind, why)
        left join users as overruler on overruler.id = (why ->> 'by')::bigint), '[]')`.as('overruled_findings'),
    ])
    .where('images.id', 'in', ids)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** One join for all: joined for each image PostgreSQL reads a vocabulary of up to some thousand words each time. */
const keywordsOfEach = (db: Database, ids: number[]) =>
  db
    .selectFrom('image_keyword')
    .innerJoin('keyword', 'keyword.id', 'keyword_id')
    .select('image_id')
    .select(sql`json_agg(json_build_object('id', keyword.id, 'name', name) order by position)`.as('keywords'))
    .where('image_id', 'in', ids)
    .groupBy('image_id')

/** The facts of a new file that waits for review, with the address that it is to have. */
type WaitingFileRow = Selectable<Tables['file']> & { cloudflare_id: string }
