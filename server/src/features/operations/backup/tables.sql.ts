import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { demoContributor, demoDomain } from '#features/library/demo-state'
import { jobsWithPayloadText } from '#kit/jobs/job-queue.sql'

export interface Table {
  name: string
  /** Without generated ones. */
  columns: string[]
}

/** The rows of a statement, which follows as a template. */
const allRows =
  <Row>(client: pg.ClientBase) =>
  async ([text]: TemplateStringsArray): Promise<Row[]> =>
    (await client.query(text!)).rows

/** Whether a statement, whose column is `is`, says so. */
const isTrue = async (client: pg.ClientBase, text: string, values?: string[]): Promise<boolean> =>
  (await client.query(text, values)).rows[0].is

export const allTables = (client: pg.ClientBase) => allRows<Table>(client)`
  select relname as name, array_agg(attname::text order by attnum) filter (where attgenerated = '') as columns
  from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
  where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely\\_%'
  group by pg_class.oid, relname order by relname`

/** Between different tables. */
export const foreignKeys = (client: pg.ClientBase) => allRows<{ name: string; refers_to: string }>(client)`
  select conrelid::regclass::text as name, confrelid::regclass::text as refers_to from pg_constraint
  where contype = 'f' and connamespace = 'public'::regnamespace and conrelid <> confrelid`

/** The timeouts that a role may have for the site would end a long copy. */
const withoutTimeouts = 'set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0'

export const sequences = (client: pg.ClientBase) => allRows<{ name: string; last_value: number }>(client)`
  select sequencename as name, last_value from pg_sequences
  where schemaname = 'public' and last_value is not null order by sequencename`

export async function setSequence(client: pg.ClientBase, { name, last_value }: { name: string; last_value: number }) {
  await client.query('select setval($1::regclass, $2)', [`public.${name}`, last_value])
}

const quoted = (names: string[]) => names.map((name) => `"${name}"`).join(', ')

export const copyOut = ({ name, columns }: Table) => `copy "${name}" (${quoted(columns)}) to stdout`
export const copyIn = ({ name, columns }: Table) => `copy "${name}" (${quoted(columns)}) from stdin`

/** Streams of a COPY statement; their `rowCount` is known at the end. */
export const rowsOf = (client: pg.ClientBase, statement: string) => client.query(copyTo(statement))
export const rowsInto = (client: pg.ClientBase, statement: string) => client.query(copyFrom(statement))

/** Sees one state of the database until the transaction ends, and changes nothing. */
export const beginSnapshot = (client: pg.ClientBase) =>
  client.query(`${withoutTimeouts}; begin isolation level repeatable read, read only`)

export const beginLoad = (client: pg.ClientBase) => client.query(`${withoutTimeouts}; begin`)
export const commitLoad = (client: pg.ClientBase) => client.query('commit')

export const isEmptyLibrary = (client: pg.ClientBase) =>
  isTrue(client, 'select not exists (select from users) and not exists (select from images) as is')

/** Whether all accounts are those of the demonstration, whose addresses no one can have, and all images are its own. */
export const hasDemoAlone = (client: pg.ClientBase) =>
  isTrue(
    client,
    `select not exists (select from users where email not like '%' || $1)
       and not exists (select from images join users on users.id = owner_id where email <> $2 || $1) as is`,
    [demoDomain, demoContributor],
  )

/** Whether another process listens for changes of this library, as each does that serves it. */
export const isServed = (client: pg.ClientBase) =>
  isTrue(
    client,
    `select count(*) > 1 as is from pg_stat_activity
     where datname = current_database() and application_name = 'vitrine notifications'`,
  )

/** Hashes of originals and their previews, and keys of derivatives. */
export const storedFiles = (client: pg.ClientBase) => allRows<{ sha256: string | null; key: string | null }>(client)`
  select sha256, null as key from file union all select null, key from derivative`

/** Has the site remove these files, but for those that an image uses. */
export const removeLater = (client: pg.ClientBase, keys: string[]) =>
  client.query(
    `insert into unowned_file (key, sha256)
    select key, substring(key from '[0-9a-f]{64}') from unnest($1::text[]) as key on conflict do nothing`,
    [keys],
  )

/** Empties tables, and switches off their triggers until `enableTriggers`: what they keep is in the backup too. */
export async function prepareLoad(client: pg.ClientBase, tables: Table[]) {
  await client.query(`truncate ${quoted(tables.map(({ name }) => name))}`)
  for (const { name } of tables) await client.query(`alter table "${name}" disable trigger user`)
}

export async function enableTriggers(client: pg.ClientBase, tables: Table[]) {
  await client.query('set constraints all immediate') // PostgreSQL alters no table of which a check is deferred
  for (const { name } of tables) await client.query(`alter table "${name}" enable trigger user`)
}

export async function lastMigration(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query('select max(name) as name from kysely_migration')
  return rows[0].name
}

/** Hashes of the originals that images have or are to get; what was taken down is kept as evidence under other keys. */
export const copyOriginalsOut = `
  copy (
    select sha256 from images where taken_down_at is null
    union select edit_sha256 from images where edit_sha256 is not null
  ) to stdout`

const jobColumns = 'task, payload, queue, run_at, max_attempts, key, priority, flags'

/** The jobs that are still to run, apart from graphile-worker's own tables, which its versions change. */
export const copyJobsOut = `
  copy (
    select identifier, payload, queue_name, run_at, max_attempts, key, priority,
      (select array_agg(flag) from jsonb_object_keys(flags) as flag)
    from ${jobsWithPayloadText}
    where attempts < max_attempts
    order by id
  ) to stdout`

export const copyJobsIn = `copy restored_job (${jobColumns}) from stdin`

export const createJobsTable = (client: pg.ClientBase) =>
  client.query(`
    create temporary table restored_job (
      task text, payload json, queue text, run_at timestamptz, max_attempts int, key text, priority int, flags text[]
    ) on commit drop`)

export const addRestoredJobs = (client: pg.ClientBase) =>
  client.query(`
    select graphile_worker.add_job(task, payload, queue, run_at, max_attempts, key, priority, flags)
    from restored_job`)

export const analyze = (client: pg.ClientBase) => client.query('analyze')

/** Takes away what reaches out of this machine: the account at Cloudflare. */
export const forgetDelivery = (client: pg.ClientBase) => client.query('delete from cdn_config')
