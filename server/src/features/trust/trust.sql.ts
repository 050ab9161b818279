import {
  countedPictures,
  type TrustLevel,
  type TrustRecord,
  upheldDays,
} from '@vitrine/contract/vocabulary/trust/trust-levels'
import { sql } from 'kysely'
import type { Database } from '#kit/database/pool'
import { isUpheld } from './upheld.sql.ts'

export interface TrustRow extends TrustRecord {
  id: number
  level_by_admin: TrustLevel | null
}

const isRecent = sql`decided.at > now() - make_interval(days => ${sql.lit(upheldDays)})`

/**
 * What is counted of these people, without admins, who have no level: at most `countedPictures` decisions about each
 * person are read.
 */
export async function trustRows(db: Database, ids: number[]): Promise<TrustRow[]> {
  const { rows } = await sql<TrustRow>`
    select users.id, level_by_admin, approved, rejected, upheld,
      floor(extract(epoch from now() - date_joined) / 86400)::int as account_days
    from users
    cross join lateral (
      select count(*) filter (where is_approved)::int as approved,
        count(*) filter (where not is_approved)::int as rejected
      from (
        select is_approved from counted_decision where owner_id = users.id
        order by at desc, image_id desc limit ${sql.lit(countedPictures)}
      ) as last
    ) as counted
    cross join lateral (
      select count(distinct image_id)::int as upheld
      from report_decision as decided left join images on images.id = image_id
      where decided.owner_id = users.id and undone_at is null and (
        outcome = 'withheld' and is_withheld or ${isUpheld('decided')} and ${isRecent}
      )
    ) as reported
    where users.id = any(${ids}::bigint[]) and role = 'user'`.execute(db)
  return rows
}

/** Sets the level of a person; null lets it follow the rules. */
export async function setLevel(db: Database, id: number, level_by_admin: TrustLevel | null): Promise<void> {
  await db.updateTable('users').set({ level_by_admin }).where('id', '=', id).execute()
}
