import { upheldOutcomes } from '@vitrine/contract/vocabulary/reports/report-reasons'
import { sql } from 'kysely'

/**
 * Whether a decision, by the name of its row, counts against the contributor of its image: it stands, and the picture
 * is not back. One about another image of theirs, which took this one of the same bytes along, has counted already.
 */
export const isUpheld = (decision: string) => {
  const column = (name: string) => sql.ref(`${decision}.${name}`)
  return sql`(
    ${column('outcome')} = any(${sql.lit(`{${upheldOutcomes.join()}}`)}::text[]) and ${column('undone_at')} is null
    and not exists (select from images as back where back.id = ${column('image_id')} and back.taken_down_at is null)
    and not exists (
      select from objection where objection.decision_id = ${column('id')} and objection.outcome = 'returned'
    )
    and not exists (
      select from report_decision as cause
      where cause.id = ${column('caused_by')} and cause.owner_id = ${column('owner_id')}
    ))`
}
