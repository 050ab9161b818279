import { type Kysely, sql } from 'kysely'

/**
 * Gives tables, columns, constraints and indexes the standard terms of their subject; no data changes but the states of
 * CDN copies. Locks `images` first, as transactions of the application do, so none of them deadlocks with this one.
 */
export async function up(db: Kysely<unknown>) {
  await renameImageColumns(db)
  await renameImageCount(db)
  await renameDecision(db)
  await renameCdnConfig(db)
  await rewriteCdnCopy(db)
  await renameSearchIndex(db)
  await renameRateLimit(db)
  await renameAudit(db)
  await renameNotNullConstraints(db)
}

async function renameImageColumns(db: Kysely<unknown>) {
  await renameColumns(db, 'images', {
    look: 'dhash',
    clear_share: 'transparent_ratio',
    soft_share: 'translucent_ratio',
    former_pub_no: 'previous_pub_no',
  })
  await renameIndexes(db, {
    images_look: 'images_dhash',
    images_bytes: 'images_owner_sha256',
    images_file: 'images_sha256',
  })
}

/** Trigger functions hold the names of columns as text, so they are created anew. */
async function renameImageCount(db: Kysely<unknown>) {
  await renameColumns(db, 'image_count', { n: 'count' })
  const [inserted, deleted] = ['new table as inserted', 'old table as deleted']
  const added = 'select owner_id, status, 1 as change from inserted where deleted_at is null'
  const removed = 'select owner_id, status, -1 as change from deleted where deleted_at is null'
  await countImagesAfter(db, 'insert', inserted, added)
  await countImagesAfter(db, 'delete', deleted, removed)
  await countImagesAfter(db, 'update', `${deleted} ${inserted}`, `${added} union all ${removed}`)
}

/** Rows are taken in the order of their key, so concurrent statements cannot deadlock. */
async function countImagesAfter(db: Kysely<unknown>, event: string, transitionTables: string, changes: string) {
  const name = `count_images_${event}`
  await sql`drop trigger ${sql.ref(`images_count_${event}`)} on images`.execute(db)
  await sql`
    create or replace function ${sql.ref(name)}() returns trigger language plpgsql as $$
      begin
        insert into image_count (owner_id, status, count)
        select owner_id, status, sum(change) from (${sql.raw(changes)}) as changes
        group by owner_id, status having sum(change) <> 0 order by owner_id, status
        on conflict (owner_id, status) do update set count = image_count.count + excluded.count;
        return null;
      end $$`.execute(db)
  await sql`
    create trigger ${sql.ref(`images_count_${event}`)} after ${sql.raw(event)} on images
    referencing ${sql.raw(transitionTables)} for each statement
    execute function ${sql.ref(name)}()`.execute(db)
}

async function renameDecision(db: Kysely<unknown>) {
  await renameColumns(db, 'decision', { by_id: 'decided_by', told_at: 'notified_at' })
  await renameConstraints(db, 'decision', { decision_by_id_fkey: 'decision_decided_by_fkey' })
  await renameIndexes(db, { decision_untold: 'decision_not_notified' })
}

async function renameCdnConfig(db: Kysely<unknown>) {
  await renameTable(db, 'hosting', 'cdn_config')
  await renameColumns(db, 'cdn_config', {
    alone: 'is_only_row',
    hosts: 'allowed_hosts',
    trouble: 'last_error',
    rests_until: 'retry_after',
    gathers_from: 'reconcile_after_id',
    leaves: 'is_removing',
  })
  await renameConstraints(db, 'cdn_config', {
    hosting_alone_check: 'cdn_config_is_only_row_check',
    hosting_scheme_check: 'cdn_config_scheme_check',
  })
}

/** The state of every row changes, so the table is written anew: an update in place would leave it twice as long. */
async function rewriteCdnCopy(db: Kysely<unknown>) {
  await sql`lock table hosted in access exclusive mode`.execute(db)
  await sql`
    create table cdn_copy (
      cdn_id     text not null,
      image_id   bigint not null,
      account_id text not null,
      state      text not null check (state in ('queued', 'sent', 'delivered', 'rejected', 'removing')),
      attempts   int not null default 0,
      due_at     timestamptz not null default now(),
      last_error text
    )`.execute(db)
  await sql`
    insert into cdn_copy
    select
      hosted_id, image_id, account_id,
      case state
        when 'wanted' then 'queued'
        when 'there' then 'delivered'
        when 'unfit' then 'rejected'
        when 'leaving' then 'removing'
        else state
      end,
      tries, due_at, trouble
    from hosted`.execute(db)
  await sql`drop table hosted`.execute(db)
  await sql`alter table cdn_copy add primary key (cdn_id)`.execute(db)
  await sql`create unique index cdn_copy_image on cdn_copy (image_id) where state <> 'removing'`.execute(db)
  await sql`create index cdn_copy_due on cdn_copy (due_at) where state in ('queued', 'sent', 'removing')`.execute(db)
  await sql`create index cdn_copy_state on cdn_copy (state)`.execute(db)
  await sql`create index cdn_copy_account on cdn_copy (account_id)`.execute(db)
  await sql`analyze cdn_copy`.execute(db)
}

async function renameSearchIndex(db: Kysely<unknown>) {
  await renameTable(db, 'fresh', 'index_queue')
  await renameColumns(db, 'index_queue', { was: 'indexed_as' })
  await renameColumns(db, 'posting', { changed: 'version', members: 'postings' })
  await renameColumns(db, 'posting_list', { changed: 'version' })
  await sql`alter sequence posting_change rename to posting_version`.execute(db)
}

async function renameRateLimit(db: Kysely<unknown>) {
  await renameTable(db, 'throttle', 'rate_limit')
  await renameColumns(db, 'rate_limit', { free_at: 'allowed_at', forgets_at: 'expires_at' })
}

async function renameAudit(db: Kysely<unknown>) {
  await renameColumns(db, 'audit', { what: 'event', by_id: 'actor_id' })
  await renameConstraints(db, 'audit', { audit_by_id_fkey: 'audit_actor_id_fkey' })
}

/** Tables with constraints of other names; other applications may have tables in the same schema. */
const ownTables =
  'images image_count decision cdn_config cdn_copy posting posting_list index_queue rate_limit audit published'

/** PostgreSQL 18 names a not-null constraint after its table and column, and keeps that name when they get another. */
async function renameNotNullConstraints(db: Kysely<unknown>) {
  const { rows } = await sql<{ table: string; from: string; to: string }>`
    select relname as table, conname as from, relname || '_' || attname || '_not_null' as to
    from pg_constraint
      join pg_class on pg_class.oid = conrelid
      join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'n' and connamespace = current_schema()::regnamespace
      and relname = any(string_to_array(${ownTables}, ' '))
      and conname <> relname || '_' || attname || '_not_null'`.execute(db)
  for (const { table, from, to } of rows) await renameConstraints(db, table, { [from]: to })
}

async function renameTable(db: Kysely<unknown>, from: string, to: string) {
  await sql`alter table ${sql.ref(from)} rename to ${sql.ref(to)}`.execute(db)
  await renameIndexes(db, { [`${from}_pkey`]: `${to}_pkey` })
}

async function renameColumns(db: Kysely<unknown>, table: string, names: Record<string, string>) {
  for (const [from, to] of Object.entries(names))
    await sql`alter table ${sql.ref(table)} rename column ${sql.ref(from)} to ${sql.ref(to)}`.execute(db)
}

async function renameConstraints(db: Kysely<unknown>, table: string, names: Record<string, string>) {
  for (const [from, to] of Object.entries(names))
    await sql`alter table ${sql.ref(table)} rename constraint ${sql.ref(from)} to ${sql.ref(to)}`.execute(db)
}

async function renameIndexes(db: Kysely<unknown>, names: Record<string, string>) {
  for (const [from, to] of Object.entries(names))
    await sql`alter index ${sql.ref(from)} rename to ${sql.ref(to)}`.execute(db)
}
