import { sql } from 'kysely'
import { fail } from '#kit/api-error'
import { tryLockShared, whileLocked } from '#kit/database/advisory-locks'
import { allRows, allValues, changedRows, type Database, oneValue } from '#kit/database/statements'
import { deleteUnusedFile, isUsedFile } from './file-facts.sql.ts'

// A row of unowned_file is of a file that no row needs, or none yet: it leaves the store an hour after its image, or
// when the process that was storing it has ended (docs/life-of-a-file.md).

/** Records files, by key, for removal an hour later at the earliest; the hash is of bytes that images may share. */
export const enqueueFileRemoval = (db: Database, files: Map<string, string | null>) => changedRows(db)`
  insert into unowned_file as recorded (key, sha256)
  select * from unnest(${[...files.keys()]}::text[], ${[...files.values()]}::text[]) as file (key, sha256)
  order by key
  on conflict (key) do update set at = now() where recorded.stored_by is null`

/** Files that a process is going to store, by key with the time of the record, which no later one of them has. */
export type RecordedFiles = Record<string, string>

/** Recording bytes that another upload recorded less than half an hour ago leaves them that upload's as well. */
const isBeingStored = sql`recorded.stored_by is not null and recorded.at > now() - interval '30 minutes'`

/** Records files before they are stored: one that no row needs leaves an hour later, or when this process has ended. */
export async function recordStoring(
  db: Database,
  keys: string[],
  sha256: string | null,
  processName: string,
): Promise<RecordedFiles> {
  const rows = await allRows<{ key: string; at: string }>(db)`
    insert into unowned_file as recorded (key, sha256, stored_by)
    select key, ${sha256}, ${processName} from unnest(${keys}::text[]) as key
    order by key
    on conflict (key) do update set
      at = case when ${isBeingStored} then recorded.at else now() end, stored_by = excluded.stored_by
    returning key, ${timeOf('recorded')} as at`
  return Object.fromEntries(rows.map(({ key, at }) => [key, at]))
}

const timeOf = (table: string) => sql<string>`extract(epoch from ${sql.ref(`${table}.at`)})::text`

/** False when some were given up since, and may have left the store; their time differs if they are recorded again. */
export async function keepStoredFiles(transaction: Database, recorded: RecordedFiles): Promise<boolean> {
  const keys = Object.keys(recorded)
  return oneValue<boolean>(transaction)`
    with stored as (
      select key, stored_by, ${timeOf('unowned_file')} as at from unowned_file
      where key = any(${keys}) order by key for update
    ), deleted as (
      delete from unowned_file using stored where unowned_file.key = stored.key
    )
    select count(*) = ${keys.length} as is_whole from stored
    where stored_by is not null and at = ${JSON.stringify(recorded)}::jsonb ->> key`
}

/** The answer to an upload of which files may have left the store. */
export const filesLeft = (name: string) =>
  fail('unavailable', { cause: new Error(`Files of ${name} were removed while they were stored.`) })

export const storingProcesses = (db: Database) => allValues<string>(db)`
  select distinct stored_by from unowned_file where stored_by is not null`

/** Lets the files leave that these processes, which have ended, had recorded. */
export const giveUpFiles = (db: Database, processes: string[]) => changedRows(db)`
  with due as (
    select key from unowned_file where stored_by = any(${processes}) order by key for update skip locked
  )
  update unowned_file set at = '-infinity', stored_by = null from due where unowned_file.key = due.key`

const fileRemovalLock = 'file removal'

/** Does the work while no file leaves the store, in any process. */
export const withPostponedFileRemoval = <T>(db: Database, work: () => Promise<T>): Promise<T> =>
  whileLocked(db, fileRemovalLock, work)

/** Whether files may leave the store until this transaction ends, since no backup runs. */
export const canRemoveFiles = (transaction: Database) => tryLockShared(transaction, fileRemovalLock)

/** A transaction that may wait for the store: its rows stay locked until that has answered. */
const withStore = <T>(db: Database, work: (transaction: Database) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (transaction) => {
    await sql`set local idle_in_transaction_session_timeout to 0`.execute(transaction)
    return work(transaction)
  })

/**
 * Removes the file that was recorded first, unless an image uses it. Its row stays locked until the store has answered,
 * so that `recordStoring` waits, and the file leaves last, so that no deadlock follows. What was given up is removed
 * again an hour later: a process that was cut off, and so counted as ended, may have stored it yet.
 */
export const removeNextFile = (db: Database, remove: (key: string) => Promise<void>): Promise<string | null> =>
  withStore(db, async (transaction) => {
    if (!(await canRemoveFiles(transaction))) return null
    const rows = await allRows<{ key: string; sha256: string | null; is_needed: boolean; is_given_up: boolean }>(
      transaction,
    )`
      select key, sha256, ${isUsedFile('unowned_file')} as is_needed, at = '-infinity' as is_given_up
      from unowned_file
      where at < now() - interval '1 hour' order by at limit 1 for update skip locked`
    const [file] = rows
    if (!file) return null
    if (file.is_given_up && !file.is_needed) await retryFileLater(transaction, file.key)
    else await transaction.deleteFrom('unowned_file').where('key', '=', file.key).execute()
    if (file.is_needed) return file.key
    if (file.sha256) await deleteUnusedFile(transaction, file.sha256)
    await remove(file.key)
    return file.key
  })

/** Schedules the file for another attempt an hour later; it may have left, although the attempt failed. */
export const retryFileLater = (db: Database, key: string) =>
  changedRows(db)`update unowned_file set at = now(), stored_by = null where key = ${key}`

/** Runs `work` while no process can store or remove the file; false where one has recorded it or a backup runs. */
export const whileNotStored = (db: Database, key: string, work: (transaction: Database) => Promise<void>) =>
  withStore(db, async (transaction) => {
    if (!(await canRemoveFiles(transaction))) return false
    const { rows } = await sql`
      insert into unowned_file (key) values (${key}) on conflict do nothing returning key`.execute(transaction)
    if (!rows.length) return false
    await work(transaction)
    await transaction.deleteFrom('unowned_file').where('key', '=', key).execute()
    return true
  })
