import { limits } from '@vitrine/contract/limits'
import { sql } from 'kysely'
import type { Database } from '#kit/database'

/** What is written down of accounts. The names are stored and shown, so they stay. */
export const happenings = [
  'registered',
  'signed in',
  'sign-in failed',
  'asked for a new password',
  'password reset',
  'password changed',
  'signed out elsewhere',
  'blocked',
  'unblocked',
  'made an admin',
] as const
export type Happening = (typeof happenings)[number]

/** Where a request came from: its network (see kit/network.ts) and what its program calls itself. */
export interface WhereFrom {
  address: string
  user_agent: string
}

/** Who did what to whose account. `by` and `user` are row numbers; null is nobody, or nobody we know. */
export interface Event {
  what: Happening
  by: number | null
  user: number | null
  from: WhereFrom
}

/** Writes an event down, in the transaction of what happened where there is one. */
export async function record(db: Database, { what, by, user, from }: Event): Promise<void> {
  await db
    .insertInto('audit')
    .values({ what, by_id: by, user_id: user, ...from })
    .execute()
}

export interface EventFilter {
  username?: string
  what?: string
}

/** The latest events, with the names of those they are about. */
export function latestEvents(db: Database, { username, what }: EventFilter, limit: number) {
  return db
    .selectFrom('audit')
    .leftJoin('users as actor', 'actor.id', 'audit.by_id')
    .leftJoin('users as subject', 'subject.id', 'audit.user_id')
    .select(['audit.id', 'audit.at', 'audit.what', 'audit.address', 'audit.user_agent'])
    .select(['actor.username as by', 'subject.username as user'])
    .$if(username !== undefined, (query) => query.where(sql`lower(subject.username)`, '=', username!.toLowerCase()))
    .$if(what !== undefined, (query) => query.where('audit.what', '=', what!))
    .orderBy('audit.id', 'desc')
    .limit(limit)
    .execute()
}

/** Done nightly. */
export async function removeOldEvents(db: Database): Promise<void> {
  await db
    .deleteFrom('audit')
    .where('at', '<', sql<Date>`now() - make_interval(days => ${sql.lit(limits.auditDays)})`)
    .execute()
}
