import type { ReportVerb } from '@vitrine/contract/vocabulary/reports/report-reasons'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#kit/database/pool'

interface NewDecision {
  verb: ReportVerb
  reason: string | null
  note: string
  sentence: string
  decided_by: number | null
}

/** Stores a decision about these images, and returns the number of the first one, which all have as `act`. */
export async function addDecisions(db: Database, imageIds: number[], decision: NewDecision): Promise<number> {
  const { verb, reason, note, sentence, decided_by } = decision
  const { rows } = await sql<{ act: number }>`
    with act as materialized (select nextval('report_decision_id_seq') as id)
    insert into report_decision (
      id, act, image_id, image_title, owner_id, decided_by, verb, reason, note, sentence
    ) overriding system value
    select case when n = 1 then act.id else nextval('report_decision_id_seq') end, act.id, images.id, title, owner_id,
      ${decided_by}::bigint, ${verb}, ${reason}::text, ${note}, ${sentence}
    from unnest(${imageIds}::bigint[]) with ordinality as decided (id, n) join images using (id) cross join act
    order by n
    returning act`.execute(db)
  return rows[0]!.act
}

/**
 * The reasons of the open reports of an image, the one that a decision has by default first: copyright, since only that
 * lets the contributor send a counter-notice, or else the most frequent one.
 */
export const openReasons = (imageId: RawBuilder<unknown>) => sql`
  select reason, count(*)::int as count from report where report.image_id = ${imageId} and decision_id is null
  group by reason order by reason = 'copyright' desc, count(*) desc, reason`

export interface OpenReports {
  last_id: number
  /** Of a decision that names none. */
  reason: string
}

/** The open reports of an image; undefined where there is none. */
export async function openReports(db: Database, imageId: number): Promise<OpenReports | undefined> {
  const { rows } = await sql<OpenReports>`
    select max(id) as last_id, (select reason from (${openReasons(sql`${imageId}`)} limit 1) as reasons) as reason
    from report where image_id = ${imageId} and decision_id is null
    having count(*) > 0`.execute(db)
  return rows[0]
}

/** Closes the open reports about the images of a decision. */
export async function closeReports(db: Database, act: number): Promise<void> {
  await sql`
    update report set decision_id = decision.id from report_decision as decision
    where act = ${act} and report.image_id = decision.image_id and decision_id is null`.execute(db)
}
