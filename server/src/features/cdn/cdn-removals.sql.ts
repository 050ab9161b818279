import { sql } from 'kysely'
import type { Database } from '#kit/database/pool'

/** Checks of one address, each after twice the wait of the one before (decision 0070). */
export const maxRemovalChecks = 12

export interface CopyAddress {
  host: string
  path: string
}

/**
 * Forgets a copy that was deleted at the CDN. Where its image was taken down, its addresses are to be checked from now
 * on, and the result is true.
 */
export async function recordRemoval(db: Database, cdn_id: string, addresses: CopyAddress[]): Promise<boolean> {
  const { rows } = await sql`
    with removed as (
      delete from cdn_copy where cdn_id = ${cdn_id} and state = 'removing' returning cdn_id, image_id
    )
    insert into cdn_removal (cdn_id, host, path, image_id)
    select cdn_id, host, path, image_id
    from removed cross join json_to_recordset(${JSON.stringify(addresses)}) as address (host text, path text)
    where exists (select from images where id = image_id and taken_down_at is not null)
    on conflict (cdn_id, host) do nothing
    returning 1`.execute(db)
  return rows.length > 0
}

export interface DueRemoval extends CopyAddress {
  cdn_id: string
  /** Including the present one. */
  checks: number
}

/** Claims addresses that are to be checked now, for a minute. */
export async function claimDueRemovals(db: Database, limit: number): Promise<DueRemoval[]> {
  const { rows } = await sql<DueRemoval>`
    update cdn_removal set checks = checks + 1, due_at = now() + interval '1 minute'
    where (cdn_id, host) in (
      select cdn_id, host from cdn_removal
      where gone_at is null and checks < ${maxRemovalChecks} and due_at <= now()
      order by due_at limit ${limit} for update skip locked
    )
    returning cdn_id, host, path, checks`.execute(db)
  return rows
}

interface RemovalCheck {
  /** Null where nothing answered. */
  status: number | null
  isGone: boolean
  delaySeconds: number
}

export async function recordRemovalCheck(
  db: Database,
  { cdn_id, host }: Pick<DueRemoval, 'cdn_id' | 'host'>,
  { status, isGone, delaySeconds }: RemovalCheck,
): Promise<void> {
  await sql`
    update cdn_removal set status = ${status}::int, checked_at = clock_timestamp(),
      gone_at = case when ${isGone} then clock_timestamp() end,
      due_at = now() + make_interval(secs => ${delaySeconds}::float)
    where cdn_id = ${cdn_id} and host = ${host}`.execute(db)
}

/** Seconds until the next check is due; undefined where none is to come. */
export async function secondsToNextCheck(db: Database): Promise<number | undefined> {
  const { rows } = await sql<{ seconds: number }>`
    select greatest(0, extract(epoch from due_at - now()))::float as seconds from cdn_removal
    where gone_at is null and checks < ${maxRemovalChecks} order by due_at limit 1`.execute(db)
  return rows[0]?.seconds
}
