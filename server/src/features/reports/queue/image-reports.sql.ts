import type { reportQueue } from '@vitrine/contract/calls/back-office/reports'
import type { Reply } from '@vitrine/contract/endpoint'
import { reportLimits } from '@vitrine/contract/vocabulary/reports/report-limits'
import { type SqlBool, sql } from 'kysely'
import { isUpheld } from '#features/trust/trust.sql'
import type { Database } from '#kit/database/pool'
import { outcomeOf } from '../counter-notices/counter-notices.sql.ts'

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

type StoredNotice = NonNullable<Reply<typeof reportQueue.one>['decisions'][number]['counter_notice']>

const jsonTime = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`

/** As the API returns it: JSON has times as text. */
const counterNoticeOf = sql<StoredNotice | null>`(
  select json_build_object('at', ${jsonTime('sent.at')}, 'name', name, 'address', address, 'phone', phone,
    'signature', signature, 'message', message, 'returns_at', ${jsonTime('returns_at')},
    'outcome', ${outcomeOf('sent')})
  from counter_notice as sent where sent.decision_id = decision.id
)`

/** The latest decisions about the reports of an image. */
export function reportDecisions(db: Database, imageId: number) {
  return db
    .selectFrom('report_decision as decision')
    .leftJoin('users', 'users.id', 'decided_by')
    .select(['decision.id', 'at', 'verb', 'reason', 'sentence', 'note', 'username as by'])
    .select(sql<number>`(select count(*)::int from report where decision_id = decision.id)`.as('count'))
    .select(counterNoticeOf.as('counter_notice'))
    .where('image_id', '=', imageId)
    .orderBy('decision.id', 'desc')
    .limit(reportLimits.shown)
    .execute()
}

interface EndedRow {
  image_id: number
  title: string
  verb: string
  at: Date
  is_reinstated: boolean
}

/** Decisions that ended reports about other images of the same contributor, the latest first. */
export async function endedReports(db: Database, imageId: number, { isCounted }: { isCounted: boolean }) {
  const { rows } = await sql<EndedRow>`
    select image_id, image_title as title, verb, at, verb = 'take_down' and not ${isUpheld} as is_reinstated
    from report_decision as decided
    where owner_id = (select owner_id from images where id = ${imageId}) and image_id <> ${imageId}
      and verb in ('keep', 'correct', 'take_down') and ${isUpheld} = ${isCounted}
    order by id desc limit ${reportLimits.endedShown}`.execute(db)
  return rows
}
