import { type SqlBool, sql } from 'kysely'
import type { Database } from '#kit/database/pool'

export interface RefusedCopyRow {
  id: number
  at: Date
  username: string
  file_name: string
  is_same_file: boolean
  similarity: number | null
  orientation: number | null
  title: string | null
  sentence: string | null
  reason: string
  blocked_at: Date
  blocked_by: string | null
  allowed_at: Date | null
  allowed_by: string | null
}

export async function countRefusedCopies(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('refused_copy')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** One page of refused copies, the latest first, each with the picture that it matched and its last decision. */
export async function refusedCopiesPage(db: Database, limit: number, offset: number): Promise<RefusedCopyRow[]> {
  const { rows } = await sql<RefusedCopyRow>`
    select copy.id, copy.at, users.username, file_name, copy.sha256 = blocked_sha256 as is_same_file, similarity,
      orientation, title, sentence, reason, blocked.at as blocked_at, blocker.username as blocked_by,
      allowed_at, allower.username as allowed_by
    from (select * from refused_copy order by at desc, id desc limit ${limit} offset ${offset}) as copy
    join users on users.id = owner_id
    join blocked_picture as blocked on blocked.sha256 = blocked_sha256
    left join users as blocker on blocker.id = blocked_by
    left join users as allower on allower.id = allowed_by
    left join lateral (
      select title, sentence
      from images left join report_decision as decision
        on image_id = images.id and outcome = 'taken_down' and undone_at is null
      where images.sha256 = blocked_sha256 and taken_down_at is not null
      order by decision.id is null, caused_by is not null, decision.id desc, images.id limit 1
    ) as taken on true
    order by copy.at desc, copy.id desc`.execute(db)
  return rows
}

/** Takes these bytes from this person, or refuses them again. Returns whose copy it is; undefined: no change. */
export async function setAllowedBy(db: Database, id: number, allowed_by: number | null): Promise<number | undefined> {
  const isAllowed = allowed_by !== null
  const changed = await db
    .updateTable('refused_copy')
    .set({ allowed_by, allowed_at: isAllowed ? sql<Date>`now()` : null })
    .where('id', '=', id)
    .where(sql<SqlBool>`(allowed_at is null) = ${isAllowed}`)
    .returning('owner_id')
    .executeTakeFirst()
  return changed?.owner_id
}
