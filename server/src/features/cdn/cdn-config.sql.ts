import type { CdnConfig as CdnInput } from '@vitrine/contract/calls/back-office/cdn'
import { sql } from 'kysely'
import { notify } from '#kit/database/notifications'
import { changedRows, type Database } from '#kit/database/statements'

/** Notifies every process that images may be delivered from other hosts than before. */
export const cdnConfigChanged = 'hosting changed'

interface ConfigFields extends Omit<CdnInput, 'api_key'> {
  last_error: string | null
}

/** The configuration that the admin sees; undefined before there is one and while it is being removed. */
export const storedConfig = (db: Database) =>
  db.selectFrom('cdn_config').selectAll().where('is_removing', '=', false).executeTakeFirst()

/** The configuration that the synchronisation works with, including one that is being removed. */
export const effectiveConfig = (db: Database) =>
  db
    .selectFrom('cdn_config')
    .selectAll()
    .select(sql<number>`greatest(0, extract(epoch from retry_after - now()))::float`.as('rests_seconds'))
    .executeTakeFirst()
export type CdnConfig = NonNullable<Awaited<ReturnType<typeof effectiveConfig>>>

/** Stores the only configuration, its key encrypted, and starts to push all images. */
export async function saveConfig(db: Database, config: ConfigFields & { api_key: Buffer }): Promise<boolean> {
  const values = { ...config, ...restarted() }
  await db
    .insertInto('cdn_config')
    .values(values)
    .onConflict((conflict) => conflict.column('is_only_row').doUpdateSet(values))
    .execute()
  await notify(db, cdnConfigChanged)
  return true
}

/** Updates all fields but the key, which another admin may have changed meanwhile; false without a configuration. */
export async function updateConfig(db: Database, config: ConfigFields): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('cdn_config')
    .set({ ...config, ...restarted() })
    .where('is_removing', '=', false)
    .executeTakeFirst()
  await notify(db, cdnConfigChanged)
  return numUpdatedRows > 0n
}

const restarted = () => ({
  push_after_id: 0,
  is_removing: false,
  retry_after: sql<Date>`'-infinity'`,
  updated_at: new Date(),
})

/** Starts to move every image back to our own origin; false when there is no configuration. */
export async function startRemoval(db: Database): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('cdn_config')
    .set({ ...restarted(), is_removing: true, last_error: null })
    .where('is_removing', '=', false)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Does nothing when the configuration was changed meanwhile. */
export async function setPushCursor(db: Database, { updated_at }: CdnConfig, after: number | null): Promise<void> {
  await db.updateTable('cdn_config').set({ push_after_id: after }).where('updated_at', '=', updated_at).execute()
}

/** Pauses calls to the CDN for `seconds` and records the error for the admin. */
export const pauseSync = (db: Database, error: string, seconds: number) => changedRows(db)`
  update cdn_config set last_error = ${error}, retry_after = now() + make_interval(secs => ${seconds}::float)`

export const clearLastError = (db: Database) =>
  changedRows(db)`update cdn_config set last_error = null where last_error is not null`

export async function deleteConfig(db: Database): Promise<void> {
  // In batches: a million rows in one statement would exceed the statement timeout.
  const batch = db.selectFrom('cdn_copy').select('cdn_id').limit(10_000)
  while ((await db.deleteFrom('cdn_copy').where('cdn_id', 'in', batch).executeTakeFirst()).numDeletedRows);
  await db.deleteFrom('cdn_config').where('is_removing', '=', true).execute()
  await notify(db, cdnConfigChanged)
}

/** The host that images are delivered from, if any; the content security policy allows it. */
export async function deliveryHosts(db: Database): Promise<string[]> {
  const config = await db.selectFrom('cdn_config').select('images_domain').executeTakeFirst()
  return config ? [config.images_domain] : []
}
