import type { takenDown } from '@vitrine/contract/calls/back-office/taken-down'
import type { Reply } from '@vitrine/contract/endpoint'
import { reportLimits } from '@vitrine/contract/vocabulary/reports/report-limits'
import { sql } from 'kysely'
import { maxRemovalChecks } from '#features/cdn/cdn-removals.sql'
import type { Database } from '#kit/database/pool'
import { takeDownState } from '../objections/objections.sql.ts'

type TakenDownImage = Reply<typeof takenDown.latest>['images'][number]

export interface TakenDownRow
  extends Pick<TakenDownImage, 'id' | 'image_id' | 'title' | 'owner' | 'by' | 'reason' | 'objection'> {
  at: Date
  state: TakenDownImage['state']
  others: TakenDownImage['others']
  copies: number
  gone_seconds: number | null
  host: string | null
  status: number | null
  checked_at: Date | null
  is_checking: boolean | null
}

const objectionOf = sql`(
  select json_build_object('kind', kind, 'outcome', outcome) from objection where decision_id = decision.id)`

/** The decisions that a decision has caused, about other images of the same bytes. */
const caused = (fileDays: number) => sql`(
  select coalesce(json_agg(json_build_object('id', decision.id, 'title', image_title, 'owner', owner.username,
    'state', ${takeDownState(fileDays)}, 'objection', ${objectionOf}) order by decision.id), '[]')
  from report_decision as decision
  left join images on images.id = image_id
  left join users as owner on owner.id = decision.owner_id
  where caused_by = cause.id)`

/**
 * The latest decisions that took images down, with what became of the copies at the CDN of all images that went with
 * each: those that wait to be deleted there count as copies, too.
 */
export async function latestTakenDown(db: Database, fileDays: number): Promise<TakenDownRow[]> {
  const { rows } = await sql<TakenDownRow>`
    select decision.id, decision.image_id, decision.at, image_title as title, owner.username as owner,
      decider.username as by, reason,
      ${takeDownState(fileDays)} as state, ${objectionOf} as objection,
      (select ${caused(fileDays)} from (select decision.id) as cause) as others,
      cdn.*
    from (
      select * from report_decision where outcome = 'taken_down' and undone_at is null and caused_by is null
      order by id desc limit ${reportLimits.shown}
    ) as decision
    left join images on images.id = image_id
    left join users as owner on owner.id = decision.owner_id
    left join users as decider on decider.id = decided_by
    cross join lateral (
      select count(distinct cdn_id)::int as copies,
        case when bool_and(gone_at is not null)
          then extract(epoch from max(gone_at) - decision.at)::float end as gone_seconds,
        (array_agg(host order by checked_at desc nulls last) filter (where gone_at is null))[1] as host,
        (array_agg(status order by checked_at desc nulls last) filter (where gone_at is null))[1] as status,
        max(checked_at) filter (where gone_at is null) as checked_at,
        bool_or(gone_at is null and checks < ${maxRemovalChecks}) as is_checking
      from (
        select cdn_id, image_id, gone_at, host, status, checked_at, checks from cdn_removal
        where removed_at >= decision.at
        union all
        select cdn_id, image_id, null, null, null, null, 0 from cdn_copy where state = 'removing'
      ) as copy
      where copy.image_id in (
        select gone.id from images as gone join images as named on named.sha256 = gone.sha256
        where named.id = decision.image_id and gone.taken_down_at is not null
      )
    ) as cdn
    order by decision.id desc`.execute(db)
  return rows
}
