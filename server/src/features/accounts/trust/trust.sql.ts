import {
  countedPictures,
  type TrustLevel,
  type TrustRecord,
  upheldDays,
} from '@vitrine/contract/vocabulary/trust/trust-levels'
import { sql } from 'kysely'
import { allRows, type Database } from '#kit/database/statements'

export interface TrustRow extends TrustRecord {
  id: number
  level_by_admin: TrustLevel | null
}

/** Those of admins about their own images, about edits and by a level do not count. */
const recentDecisions = sql`
  select id, image_id, status from decision
  where owner_id = users.id and not about_edit and not is_automatic and decided_by is distinct from owner_id
  order by id desc limit 1000`

/** Whether a decision, as `decided`, counts against its contributor: it took an image down that is not reinstated. */
export const isUpheld = sql<boolean>`(verb = 'take_down' and not exists (
  select from report_decision as later
  where later.image_id = decided.image_id and later.id > decided.id and later.verb in ('take_down', 'reinstate')
))`

const inDays = sql.lit(upheldDays)

/** The last decision about each picture counts, among the last thousand of each person; admins have no level. */
export const trustRows = (db: Database, ids: number[]) => allRows<TrustRow>(db)`
  select users.id, level_by_admin, approved, rejected, upheld,
    floor(extract(epoch from now() - date_joined) / 86400)::int as account_days
  from users
  cross join lateral (
    select count(*) filter (where status = 'approved')::int as approved,
      count(*) filter (where status = 'rejected')::int as rejected
    from (
      select status from (
        select distinct on (image_id) id, status from (${recentDecisions}) as recent order by image_id, id desc
      ) as last
      where status <> 'pending' order by id desc limit ${sql.lit(countedPictures)}
    ) as counted
  ) as counted
  cross join lateral (
    select count(distinct act)::int as upheld
    from report_decision as decided left join images on images.id = image_id
    where decided.owner_id = users.id and (
      verb = 'hide' and hidden_by_report and not exists (
        select from report_decision as later where later.image_id = decided.image_id and later.id > decided.id
      ) or ${isUpheld} and decided.at > now() - make_interval(days => ${inDays})
    )
  ) as reported
  where users.id = any(${ids}::bigint[]) and role = 'user'`

/** Sets the level of a person; null lets it follow the rules. */
export const setLevel = (db: Database, id: number, level_by_admin: TrustLevel | null) =>
  db.updateTable('users').set({ level_by_admin }).where('id', '=', id).execute()
