import { sql } from 'kysely'
import type { Database } from '#kit/database/pool'

/** All of a person's account that is no secret. */
export function accountOf(db: Database, id: number) {
  return db
    .selectFrom('users')
    .select(['id', 'username', 'email', 'new_email', 'number', 'first_name', 'last_name', 'role', 'image'])
    .select(['date_joined', 'email_confirmed_at', 'has_page', 'has_decision_mails', 'terms_version'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/** Sessions, live and ended, for as long as they are kept. */
export function sessionsOf(db: Database, user_id: number) {
  return db
    .selectFrom('session')
    .select(['created_at', 'last_used_at', 'ended_at', 'address', 'user_agent'])
    .where('user_id', '=', user_id)
    .orderBy('created_at')
    .execute()
}

export function apiKeysOf(db: Database, user_id: number) {
  return db
    .selectFrom('api_key')
    .select(['name', 'beginning', 'created_at', 'last_used_at', 'expires_at'])
    .where('user_id', '=', user_id)
    .orderBy('id')
    .execute()
}

export function downloadDaysOf(db: Database, owner_id: number) {
  return db
    .selectFrom('download_day')
    .select(['day', 'count'])
    .where('owner_id', '=', owner_id)
    .orderBy('day')
    .execute()
}

/** Uploads that were refused as copies of pictures that were taken down, and that an admin allows. */
export function allowedUploadsOf(db: Database, owner_id: number) {
  const allowed = db.selectFrom('audit').select('sha256').where('user_id', '=', owner_id).where('is_allowed', '=', true)
  return allowed.distinct().execute()
}

/** Entries of the audit log after this one; where another person acted, without who and from where. */
export function eventsAfter(db: Database, user: number, afterId: number, limit: number) {
  const isOwn = sql<boolean>`actor_id is not distinct from ${user}::bigint`
  return db
    .selectFrom('audit')
    .select(['id', 'at', 'event', 'count', 'sha256', isOwn.as('by_yourself')])
    .select(sql<string | null>`case when ${isOwn} then address end`.as('address'))
    .select(sql<string | null>`case when ${isOwn} then user_agent end`.as('user_agent'))
    .where((eb) => eb.or([eb('actor_id', '=', user), eb('user_id', '=', user)]))
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute()
}

export type OwnImage = Awaited<ReturnType<typeof imagesAfter>>[number]

/** The person's images after this one, whatever their status, with all that is known of each and no one else's name. */
export function imagesAfter(db: Database, owner: number, afterId: number, limit: number) {
  return db
    .selectFrom('images')
    .innerJoin('file', 'file.sha256', 'images.sha256')
    .select(['images.id', 'slug', 'title', 'description', 'category_id', 'status', 'downloads'])
    .select(['licence', 'credit', 'images.rights_version', 'images.file_name', 'images.sha256'])
    .select(['file.byte_size', 'width', 'height', 'findings', 'images.created_at', 'updated_at', 'ai_made', 'source'])
    .select(['state', 'trashed_at', 'taken_down_at', 'hidden_by_report', 'edit_at', 'pub_no'])
    .select(sql<Date>`coalesce(images.rights_at, images.created_at)`.as('rights_at'))
    .select(['edit', 'edit_sha256', 'edit_file_name', 'edit_rights_at', 'edit_rights_version'])
    .select([keywords.as('keywords'), decisions.as('decisions'), 'former_licences'])
    .select(reportDecisions.as('report_decisions'))
    .where('images.owner_id', '=', owner)
    .where('images.id', '>', afterId)
    .orderBy('images.id')
    .limit(limit)
    .execute()
}

const keywords = sql<string[]>`array(
  select name from image_keyword join keyword on keyword.id = keyword_id
  where image_id = images.id order by position)`

const decisions = sql<unknown[]>`(
  select coalesce(json_agg(json_build_object(
    'at', at, 'status', status, 'reason', reason, 'note', note, 'about_edit', about_edit) order by id), '[]')
  from decision where image_id = images.id)`

const reportDecisions = sql<unknown[]>`(
  select coalesce(json_agg(json_build_object(
    'at', at, 'verb', verb, 'reason', reason, 'sentence', note, 'counter_notice', (
      select json_build_object('at', sent.at, 'name', name, 'address', address, 'phone', phone,
        'signature', signature, 'message', message, 'returns_at', returns_at)
      from counter_notice as sent where decision_id = report_decision.id
    )) order by id), '[]')
  from report_decision where image_id = images.id and owner_id = images.owner_id)`
