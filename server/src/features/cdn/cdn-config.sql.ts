import { sql } from 'kysely'
import { notify } from '#kit/database/notifications'
import type { Database } from '#kit/database/pool'
import type { ConfigCheck } from './check-config.ts'

/** Notifies every process that images may be delivered from other hosts than before. */
export const cdnConfigChanged = 'hosting changed'

interface ConfigFields {
  account_id: string
  account_hash: string
  images_domain: string
  email: string
}

export interface StoredConfig extends ConfigFields {
  /** Encrypted (api-key-encryption.ts). */
  api_key: Buffer
}

/** The configuration that the admin sees; undefined before there is one and while it is being removed. */
export function storedConfig(db: Database) {
  return db.selectFrom('cdn_config').selectAll().where('is_removing', '=', false).executeTakeFirst()
}

/** The configuration that the synchronisation works with, including one that is being removed. */
export function effectiveConfig(db: Database) {
  return db
    .selectFrom('cdn_config')
    .selectAll()
    .select(sql<number>`greatest(0, extract(epoch from retry_after - now()))::float`.as('rests_seconds'))
    .executeTakeFirst()
}
export type CdnConfig = NonNullable<Awaited<ReturnType<typeof effectiveConfig>>>

/** Stores the only configuration and starts to reconcile all images with it. */
export async function saveConfig(db: Database, config: StoredConfig & ConfigCheck): Promise<boolean> {
  await db
    .insertInto('cdn_config')
    .values({ ...config, allowed_hosts: [config.images_domain], reconcile_after_id: 0 })
    .onConflict((conflict) => conflict.column('is_only_row').doUpdateSet({ ...config, ...restartedSync(config) }))
    .execute()
  await notify(db, cdnConfigChanged)
  return true
}

/** Updates all fields but the key, which another admin may have changed meanwhile; false without a configuration. */
export async function updateConfig(db: Database, config: ConfigFields & ConfigCheck): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('cdn_config')
    .set({ ...config, ...restartedSync(config) })
    .where('is_removing', '=', false)
    .executeTakeFirst()
  await notify(db, cdnConfigChanged)
  return numUpdatedRows > 0n
}

const restartedSync = ({ images_domain }: ConfigFields) => ({
  // Delivery URLs keep their former host until each one is reconciled.
  allowed_hosts: sql<string[]>`array(select distinct unnest(cdn_config.allowed_hosts || ${images_domain}::text))`,
  reconcile_after_id: 0,
  revision: sql<number>`cdn_config.revision + 1`,
  is_removing: false,
  retry_after: sql<Date>`'-infinity'`,
  updated_at: sql<Date>`now()`,
})

/** Starts to move every image back to our own origin; false when there is no configuration. */
export async function startRemoval(db: Database): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('cdn_config')
    .set({
      is_removing: true,
      revision: sql`revision + 1`,
      reconcile_after_id: 0,
      retry_after: sql`'-infinity'`,
      last_error: null,
    })
    .where('is_removing', '=', false)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Reconciles all images once more; rejected copies are tried again. */
export async function restartReconcile(db: Database): Promise<void> {
  await db
    .updateTable('cdn_config')
    .set({ reconcile_after_id: 0, revision: sql`revision + 1`, retry_after: sql`'-infinity'` })
    .execute()
}

/** Does nothing when the configuration was changed since this revision. */
export async function setReconcileCursor(db: Database, revision: number, from: number | null): Promise<void> {
  await db.updateTable('cdn_config').set({ reconcile_after_id: from }).where('revision', '=', revision).execute()
}

/** Pauses calls to the CDN for so many seconds and records the error for the admin. */
export async function pauseSync(db: Database, error: string, seconds: number): Promise<void> {
  await db
    .updateTable('cdn_config')
    .set({ last_error: error, retry_after: sql`now() + make_interval(secs => ${seconds}::float)` })
    .execute()
}

export async function clearLastError(db: Database): Promise<void> {
  await db.updateTable('cdn_config').set({ last_error: null }).where('last_error', 'is not', null).execute()
}

/** Ends the permission of former hosts, once every delivery URL has the configured one. */
export async function dropFormerHosts(db: Database): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('cdn_config')
    .set({ allowed_hosts: sql`array[images_domain]` })
    .where(sql<boolean>`allowed_hosts <> array[images_domain]`)
    .executeTakeFirst()
  if (numUpdatedRows) await notify(db, cdnConfigChanged)
}

/** Deletes a removed configuration and its copies' rows. */
export async function deleteConfig(db: Database): Promise<void> {
  // In batches: a million rows in one statement would exceed the statement timeout.
  const batch = db.selectFrom('cdn_copy').select('cdn_id').limit(10_000)
  while ((await db.deleteFrom('cdn_copy').where('cdn_id', 'in', batch).executeTakeFirst()).numDeletedRows);
  await db.deleteFrom('cdn_config').where('is_removing', '=', true).execute()
  await notify(db, cdnConfigChanged)
}

/** Hosts that images are currently delivered from; the content security policy allows them. */
export async function deliveryHosts(db: Database): Promise<string[]> {
  const config = await db.selectFrom('cdn_config').select('allowed_hosts').executeTakeFirst()
  return config?.allowed_hosts ?? []
}
