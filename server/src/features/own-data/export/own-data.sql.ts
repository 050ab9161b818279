import { sql } from 'kysely'
import { allRows, type Database, oneRow } from '#kit/database/statements'

/** All of a person's account that is no secret. */
export const accountOf = (db: Database, id: number) => oneRow<{ image: string | null }>(db)`
  select id, username, email, new_email, number, first_name, last_name, role, image, date_joined, email_confirmed_at,
    has_page, has_decision_mails, terms_version
  from users where id = ${id}`

/** What else belongs to a person and is short, by the file of the export that has it. */
export const personalRows = {
  'api-keys.json': (db: Database, id: number) => allRows(db)`
    select name, beginning, created_at, last_used_at, expires_at from api_key where user_id = ${id} order by id`,
  /** Live and ended, for as long as they are kept. */
  'sessions.json': (db: Database, id: number) => allRows(db)`
    select created_at, last_used_at, ended_at, address, user_agent from session where user_id = ${id}
    order by created_at`,
  'downloads-by-day.json': (db: Database, id: number) =>
    allRows(db)`select day, count from download_day where owner_id = ${id} order by day`,
  /** Those that were refused as copies of pictures that were taken down, and that an admin allows. */
  'allowed-uploads.json': (db: Database, id: number) =>
    allRows(db)`select distinct sha256 from audit where user_id = ${id} and is_allowed`,
}

const isOwn = (user: number) => sql`actor_id is not distinct from ${user}::bigint`

/** Entries of the audit log after this one; where another person acted, without who and from where. */
export const eventsAfter = (db: Database, user: number, afterId: number, limit: number) =>
  allRows<{ id: number }>(db)`
    select id, at, event, count, sha256, ${isOwn(user)} as by_yourself,
      case when ${isOwn(user)} then address end as address,
      case when ${isOwn(user)} then user_agent end as user_agent
    from audit where (actor_id = ${user} or user_id = ${user}) and id > ${afterId} order by id limit ${limit}`

export type OwnImage = Awaited<ReturnType<typeof imagesAfter>>[number]

/** The person's images after this one, whatever their status, with all that is known of each and no one else's name. */
export const imagesAfter = (db: Database, owner: number, afterId: number, limit: number) =>
  db
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
