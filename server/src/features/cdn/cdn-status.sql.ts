import { sql } from 'kysely'
import type { Database } from '#kit/database/pool'

/** Progress of the synchronisation: the number of public images, and of copies by state. */
export async function countCopies(db: Database) {
  const { rows } = await sql<{ approved: number; there: number; coming: number; unfit: number; leaving: number }>`
    select
      (select count(*)::int from published) as approved,
      count(*) filter (where state = 'delivered')::int as there,
      count(*) filter (where state in ('queued', 'sent'))::int as coming,
      count(*) filter (where state = 'rejected')::int as unfit,
      count(*) filter (where state = 'removing')::int as leaving
    from cdn_copy`.execute(db)
  return rows[0]!
}

/** A delivery URL as an example, and the error of one rejected copy. */
export async function sampleCopies(db: Database) {
  const { rows } = await sql<{ shown: string | null; refused: string | null }>`
    select
      (select delivery_url from images join cdn_copy on image_id = id
        where cdn_copy.state = 'delivered' limit 1) as shown,
      (select last_error from cdn_copy where state = 'rejected' limit 1) as refused`.execute(db)
  return rows[0]!
}
