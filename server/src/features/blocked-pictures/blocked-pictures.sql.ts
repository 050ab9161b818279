import { sql } from 'kysely'
import type { Database } from '#kit/database/pool'

/** Refuses these bytes at upload from now on, for everyone, and pictures that look like them. */
export async function blockPictures(
  db: Database,
  hashes: string[],
  { reason, blockedBy }: { reason: string; blockedBy: number },
): Promise<void> {
  await sql`
    insert into blocked_picture (sha256, reason, blocked_by, aspect, mean_opacity, zeros, hash, planes)
    select sha256, ${reason}, ${blockedBy}, aspect, mean_opacity, zeros, hash, planes
    from unnest(${hashes}::text[]) as sha256 left join perceptual_row using (sha256)
    on conflict (sha256) do nothing`.execute(db)
  await db
    .updateTable('refused_copy')
    .set({ allowed_at: null, allowed_by: null })
    .where('sha256', 'in', hashes)
    .where('allowed_at', 'is not', null)
    .execute()
}

/** Ends the block, unless an image other than `returning` is still down. */
export async function unblockPicture(db: Database, sha256: string, returning: number[]): Promise<void> {
  await sql`
    delete from blocked_picture where sha256 = ${sha256} and not exists (
      select from images
      where images.sha256 = ${sha256} and taken_down_at is not null and id <> all(${returning}::bigint[])
    )`.execute(db)
}

export async function isBlocked(db: Database, sha256: string): Promise<boolean> {
  return (await db.selectFrom('blocked_picture').select('sha256').where('sha256', '=', sha256).execute()).length > 0
}

/** Whether any picture is blocked, whether these bytes are, and whether an admin allows them to this person. */
export async function readBlock(db: Database, sha256: string, ownerId: number) {
  const { rows } = await sql<{ has_blocked: boolean; is_blocked: boolean; is_allowed: boolean }>`
    select exists (select from blocked_picture) as has_blocked,
      exists (select from blocked_picture where sha256 = ${sha256}) as is_blocked,
      exists (
        select from refused_copy where sha256 = ${sha256} and owner_id = ${ownerId} and allowed_at is not null
      ) as is_allowed`.execute(db)
  return rows[0]!
}

export interface RefusedCopy {
  sha256: string
  owner_id: number
  blocked_sha256: string
  file_name: string
  /** Null for the same bytes. */
  similarity: number | null
  orientation: number | null
}

/** False, and nothing is recorded, where the block has ended meanwhile. */
export async function recordRefusedCopy(db: Database, copy: RefusedCopy): Promise<boolean> {
  const { sha256, owner_id, blocked_sha256, file_name, similarity, orientation } = copy
  const { rows } = await sql`
    insert into refused_copy (sha256, owner_id, blocked_sha256, file_name, similarity, orientation)
    select ${sha256}, ${owner_id}::bigint, blocked.sha256, ${file_name}, ${similarity}::real, ${orientation}::smallint
    from blocked_picture as blocked where blocked.sha256 = ${blocked_sha256}
    for key share
    on conflict (sha256, owner_id) do update set
      at = now(), blocked_sha256 = excluded.blocked_sha256, file_name = excluded.file_name,
      similarity = excluded.similarity, orientation = excluded.orientation
    returning 1`.execute(db)
  return rows.length > 0
}
