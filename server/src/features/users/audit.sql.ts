import type { AuditEvent } from '@vitrine/contract/calls/people'
import { limits } from '@vitrine/contract/vocabulary/limits'
import { type SqlBool, sql } from 'kysely'
import type { Database } from '#kit/database/pool'

/** Where a request came from: its network (see kit/network.ts) and what its program calls itself. */
export interface ClientInfo {
  address: string
  user_agent: string
}

/** Who did what to whose account. `by` and `user` are row numbers; null is nobody, or nobody we know. */
export interface NewAuditEntry {
  what: AuditEvent
  by: number | null
  user: number | null
  client: ClientInfo
}

/** Writes an event down, in the transaction of what happened where there is one. */
export async function recordAuditEvent(db: Database, { what, by, user, client }: NewAuditEntry): Promise<void> {
  await db
    .insertInto('audit')
    .values({ event: what, actor_id: by, user_id: user, ...client })
    .execute()
}

export interface AuditFilter {
  /** Whose account; empty is everybody's. */
  username: string
  what?: AuditEvent | undefined
}

const matchesFilter = ({ username, what }: AuditFilter) =>
  sql<SqlBool>`
    (${username} = '' or user_id = (select id from users where lower(username) = lower(${username})))
    and (${what ?? null}::text is null or event = ${what ?? null})`

/** The latest events, with the names of those they are about. */
export async function latestAuditEvents(db: Database, filter: AuditFilter, most: number, before = 0) {
  const rows = await db
    .selectFrom('audit')
    .leftJoin('users as actor', 'actor.id', 'audit.actor_id')
    .leftJoin('users as subject', 'subject.id', 'audit.user_id')
    .select(['audit.id', 'audit.at', 'audit.event', 'audit.address', 'audit.user_agent'])
    .select(['actor.username as by', 'subject.username as user'])
    .where(matchesFilter(filter))
    .orderBy('audit.id', 'desc')
    .limit(most)
    .offset(before)
    .execute()
  return rows.map(({ event, ...row }) => ({ ...row, what: event as AuditEvent }))
}

export async function countAuditEvents(db: Database, filter: AuditFilter): Promise<number> {
  const { n } = await db
    .selectFrom('audit')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where(matchesFilter(filter))
    .executeTakeFirstOrThrow()
  return n
}

/** Done nightly. */
export async function deleteOldAuditEvents(db: Database): Promise<void> {
  await db
    .deleteFrom('audit')
    .where('at', '<', sql<Date>`now() - make_interval(days => ${sql.lit(limits.auditDays)})`)
    .execute()
}
