import type { AuditEvent } from '@vitrine/contract/calls/accounts/people'
import { type SqlBool, sql } from 'kysely'
import { type Database, escapeLike, oneValue } from '#kit/database/statements'

/** The client of a request: its network address (see `clientOf`) and its User-Agent header. */
export interface ClientInfo {
  address: string
  user_agent: string
}

/** `by` and `user` are ids of the actor and of the account concerned; null for a visitor or an unknown account. */
interface NewAuditEntry {
  what: AuditEvent
  by: number | null
  user: number | null
  client: ClientInfo
  /** Images that it was about. */
  count?: number
  /** The only one, by its number. */
  image?: number
}

/** Records an event; pass the transaction of the change itself, so that both commit or neither. */
export async function recordAuditEvent(db: Database, entry: NewAuditEntry): Promise<void> {
  const { what, by, user, client, count = null, image = null } = entry
  await db
    .insertInto('audit')
    .values({ event: what, actor_id: by, user_id: user, count, image_id: image, ...client })
    .execute()
}

interface AuditFilter {
  /** A part of the name of the actor or of the account concerned; empty for all. */
  username: string
  what?: AuditEvent | undefined
}

const matchesFilter = ({ username, what }: AuditFilter) =>
  sql<SqlBool>`
    ${username ? isAbout(username) : sql`true`}
    and (${what ?? null}::text is null or event = ${what ?? null})`

function isAbout(part: string) {
  const ids = sql`select id from users where lower(username) like lower(${`%${escapeLike(part)}%`})`
  return sql`(user_id in (${ids}) or actor_id in (${ids}))`
}

/** Events with the usernames of actor and account and the title of an image that is there still, newest first. */
export async function latestAuditEvents(db: Database, filter: AuditFilter, limit: number, offset = 0) {
  const rows = await db
    .selectFrom('audit')
    .leftJoin('users as actor', 'actor.id', 'audit.actor_id')
    .leftJoin('users as subject', 'subject.id', 'audit.user_id')
    .leftJoin('images', 'images.id', 'audit.image_id')
    .select(['audit.id', 'audit.at', 'event', 'address', 'user_agent', 'count', 'is_allowed', 'image_id'])
    .select(['actor.username as by', 'subject.username as user', 'images.title as image_title'])
    .where(matchesFilter(filter))
    .orderBy('audit.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(({ event, image_id, image_title, ...row }) => ({
    ...row,
    what: event as AuditEvent,
    image: image_id === null ? null : { id: image_id, title: image_title },
  }))
}

export const countAuditEvents = (db: Database, filter: AuditFilter) =>
  oneValue<number>(db)`select count(*) from audit where ${matchesFilter(filter)}`

export async function deleteOldAuditEvents(db: Database, days: number): Promise<void> {
  await db.deleteFrom('audit').where('at', '<', sql<Date>`now() - make_interval(days => ${days}::int)`).execute()
}
