import type { AuditEvent } from '@vitrine/contract/calls/accounts/people'
import { sql } from 'kysely'
import { changedRows, type Database, oneRow, oneValue } from '#kit/database/statements'

/** Bytes that someone sends. */
export interface SentFile {
  sha256: string
  owner_id: number
}

/** Refuses these bytes at upload from now on, for everyone, and pictures that look like them. */
export async function blockPictures(
  db: Database,
  hashes: string[],
  { reason, blockedBy }: { reason: string; blockedBy: number | null },
): Promise<void> {
  await sql`
    insert into blocked_picture (sha256, reason, blocked_by, aspect, mean_opacity, zeros, hash, planes)
    select sha256, ${reason}, ${blockedBy}, aspect, mean_opacity, zeros, hash, planes
    from unnest(${hashes}::text[]) as sha256 left join perceptual_row using (sha256)
    on conflict (sha256) do nothing`.execute(db)
  await sql`update audit set is_allowed = false where sha256 = any(${hashes}::text[]) and is_allowed`.execute(db)
}

/** Ends the block, unless an image is still down. */
export const unblockPicture = (db: Database, sha256: string) => changedRows(db)`
  delete from blocked_picture where sha256 = ${sha256}
    and not exists (select from images where blocked_sha256 = ${sha256})`

export const isBlocked = (db: Database, sha256: string) => oneValue<boolean>(db)`
  select exists (select from blocked_picture where sha256 = ${sha256})`

/** Whether any picture is blocked, whether these bytes are, and whether an admin allows them to this person. */
export const readBlock = (db: Database, { sha256, owner_id }: SentFile) =>
  oneRow<{ has_blocked: boolean; is_blocked: boolean; is_allowed: boolean }>(db)`
    select exists (select from blocked_picture) as has_blocked,
      exists (select from blocked_picture where sha256 = ${sha256}) as is_blocked,
      exists (
        select from audit where (sha256, user_id) = (${sha256}, ${owner_id}) and is_allowed
      ) as is_allowed`

/** Writes a refusal into the audit log, with an image of the blocked picture; 0 where the block has ended. */
export const recordRefusedUpload = (db: Database, { sha256, owner_id }: SentFile, blocked: string) => changedRows(db)`
  insert into audit (event, actor_id, user_id, address, user_agent, sha256, is_allowed, image_id)
  select ${'upload refused' satisfies AuditEvent}, ${owner_id}::bigint, ${owner_id}, '', '', ${sha256}, false, (
      select id from images where images.sha256 = blocked.sha256 and taken_down_at is not null order by id limit 1
    )
  from blocked_picture as blocked where blocked.sha256 = ${blocked}
  for key share`

/** Whose upload was refused by this entry of the audit log, and with which bytes. */
export const refusedUpload = (db: Database, entry: number) =>
  oneRow<SentFile | undefined>(db)`
    select sha256, user_id as owner_id from audit where id = ${entry} and sha256 is not null`

/** Takes these bytes from this person, or refuses them again. 0 where nothing changed. */
export const setAllowed = (db: Database, { sha256, owner_id }: SentFile, isAllowed: boolean) => changedRows(db)`
  update audit set is_allowed = ${isAllowed}
  where sha256 = ${sha256} and user_id = ${owner_id} and is_allowed <> ${isAllowed}`
