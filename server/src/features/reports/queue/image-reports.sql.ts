import type { reportQueue } from '@vitrine/contract/calls/back-office/reports'
import type { Reply } from '@vitrine/contract/endpoint'
import { reportLimits } from '@vitrine/contract/vocabulary/reports/report-limits'
import { type SqlBool, sql } from 'kysely'
import { isUpheld } from '#features/trust/upheld.sql'
import type { Database } from '#kit/database/pool'

interface ReportsWanted {
  /** The decision that closed them; undefined for the open ones. */
  decision?: number | undefined
  /** The last report that was read; undefined for the first ones. */
  before?: number | undefined
}

/** Notices of copyright come first, so that no number of other reports hides one; then the latest. */
const order = (report: string) => sql`${sql.ref(`${report}.reason`)} = 'copyright', ${sql.ref(`${report}.id`)}`

/** Some of the reports about an image, and by `next` where the following ones begin; the image may be gone. */
export async function reportsOfImage(db: Database, imageId: number, { decision, before }: ReportsWanted) {
  const rows = await db
    .selectFrom('report')
    .select(['id', 'at', 'reason', 'message', 'notice'])
    .select(sql<boolean>`email is not null`.as('has_email'))
    .where('image_id', '=', imageId)
    .where((eb) => (decision === undefined ? eb('decision_id', 'is', null) : eb('decision_id', '=', decision)))
    .$if(before !== undefined, (query) =>
      query.where(
        sql<SqlBool>`(${order('report')}) < (select ${order('read')} from report as read where id = ${before})`,
      ),
    )
    .orderBy(sql`reason = 'copyright'`, 'desc')
    .orderBy('id', 'desc')
    .limit(reportLimits.shown + 1)
    .execute()
  const reports = rows.slice(0, reportLimits.shown)
  return { reports, next: rows.length > reports.length ? reports.at(-1)!.id : null }
}

type StoredObjection = NonNullable<Reply<typeof reportQueue.one>['decisions'][number]['objection']>

const jsonTime = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`

/** As the API returns it: JSON has times as text. */
const objectionOf = sql<StoredObjection | null>`(
  select json_build_object('at', ${jsonTime('objection.at')}, 'kind', kind, 'message', message, 'notice', notice,
    'returns_at', ${jsonTime('returns_at')}, 'outcome', objection.outcome,
    'decided_at', ${jsonTime('decided_at')}, 'by', decider.username, 'sentence', objection.sentence)
  from objection left join users as decider on decider.id = objection.decided_by
  where objection.decision_id = decision.id
)`

/** The latest decisions about the reports of an image. */
export function reportDecisions(db: Database, imageId: number) {
  return db
    .selectFrom('report_decision as decision')
    .leftJoin('users', 'users.id', 'decided_by')
    .select(['decision.id', 'at', 'outcome', 'reason', 'sentence', 'report_count as count', 'username as by'])
    .select(['has_blocked', 'owner_sentence'])
    .select(sql<boolean>`undone_at is not null`.as('is_undone'))
    .select(objectionOf.as('objection'))
    .where('image_id', '=', imageId)
    .orderBy('decision.id', 'desc')
    .limit(reportLimits.shown)
    .execute()
}

interface EndedRow {
  image_id: number
  title: string
  outcome: string
  at: Date
  is_returned: boolean
}

/** Decisions that ended reports about other images of the same contributor, the latest first. */
export async function endedReports(db: Database, imageId: number, { isCounted }: { isCounted: boolean }) {
  const { rows } = await sql<EndedRow>`
    select image_id, image_title as title, outcome, at, exists (
      select from objection where decision_id = decision.id and objection.outcome = 'returned'
    ) as is_returned
    from report_decision as decision
    where owner_id = (select owner_id from images where id = ${imageId}) and image_id <> ${imageId}
      and outcome <> 'withheld' and undone_at is null and ${isUpheld('decision')} = ${isCounted}
      and (caused_by is null or ${isCounted})
    order by id desc limit ${reportLimits.endedShown}`.execute(db)
  return rows
}
