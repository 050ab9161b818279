import { sql } from 'kysely'
import { notify } from '#kit/database/notifications'
import type { Database } from '#kit/database/pool'

/** Heard by every process when pictures may be delivered from elsewhere than before. */
export const cdnConfigChanged = 'hosting changed'

interface ConfigFields {
  account_id: string
  account_hash: string
  images_domain: string
  email: string
}

export interface StoredConfig extends ConfigFields {
  /** Sealed. */
  api_key: Buffer
}

interface CheckedFields {
  scheme: 'token' | 'key'
  own_sizes: boolean
  last_error: string | null
}

/** Undefined while nobody has configured it, and once it is being taken away. */
export function storedConfig(db: Database) {
  return db.selectFrom('cdn_config').selectAll().where('is_removing', '=', false).executeTakeFirst()
}

/** The configuration as the pictures are concerned by it, until none of them is. */
export function effectiveConfig(db: Database) {
  return db
    .selectFrom('cdn_config')
    .selectAll()
    .select(sql<number>`greatest(0, extract(epoch from retry_after - now()))::float`.as('rests_seconds'))
    .executeTakeFirst()
}
export type CdnConfig = NonNullable<Awaited<ReturnType<typeof effectiveConfig>>>

/** There is one configuration, or none. All pictures are brought in line with a new one. */
export async function saveConfig(db: Database, config: StoredConfig & CheckedFields): Promise<boolean> {
  await db
    .insertInto('cdn_config')
    .values({ ...config, allowed_hosts: [config.images_domain], reconcile_after_id: 0 })
    .onConflict((conflict) => conflict.column('is_only_row').doUpdateSet({ ...config, ...restartedSync(config) }))
    .execute()
  await notify(db, cdnConfigChanged)
  return true
}

/** All but the key, which somebody may have changed meanwhile; false when there is no configuration. */
export async function updateConfig(db: Database, config: ConfigFields & CheckedFields): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('cdn_config')
    .set({ ...config, ...restartedSync(config) })
    .where('is_removing', '=', false)
    .executeTakeFirst()
  await notify(db, cdnConfigChanged)
  return numUpdatedRows > 0n
}

const restartedSync = ({ images_domain }: ConfigFields) => ({
  // Addresses keep their old host until each one is changed.
  allowed_hosts: sql<string[]>`array(select distinct unnest(cdn_config.allowed_hosts || ${images_domain}::text))`,
  reconcile_after_id: 0,
  revision: sql<number>`cdn_config.revision + 1`,
  is_removing: false,
  retry_after: sql<Date>`'-infinity'`,
  updated_at: sql<Date>`now()`,
})

/** Lets every picture return to our own address. False when there is nothing to take away. */
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

/** Brings all pictures in line once more: those that were refused are tried again. */
export async function restartReconcile(db: Database): Promise<void> {
  await db
    .updateTable('cdn_config')
    .set({ reconcile_after_id: 0, revision: sql`revision + 1`, retry_after: sql`'-infinity'` })
    .execute()
}

/** Unless somebody has decided anew since this revision. */
export async function setReconcileCursor(db: Database, revision: number, from: number | null): Promise<void> {
  await db.updateTable('cdn_config').set({ reconcile_after_id: from }).where('revision', '=', revision).execute()
}

/** Nothing is asked of the service for so many seconds, and the admin reads why. */
export async function pauseSync(db: Database, error: string, seconds: number): Promise<void> {
  await db
    .updateTable('cdn_config')
    .set({ last_error: error, retry_after: sql`now() + make_interval(secs => ${seconds}::float)` })
    .execute()
}

export async function clearTrouble(db: Database): Promise<void> {
  await db.updateTable('cdn_config').set({ last_error: null }).where('last_error', 'is not', null).execute()
}

/** No address has another host than that of the configuration any more. */
export async function dropFormerHosts(db: Database): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('cdn_config')
    .set({ allowed_hosts: sql`array[images_domain]` })
    .where(sql<boolean>`allowed_hosts <> array[images_domain]`)
    .executeTakeFirst()
  if (numUpdatedRows) await notify(db, cdnConfigChanged)
}

/** The last trace of a configuration that was taken away. */
export async function deleteConfig(db: Database): Promise<void> {
  // A million rows in one statement would take longer than a statement may.
  const some = db.selectFrom('cdn_copy').select('cdn_id').limit(10_000)
  while ((await db.deleteFrom('cdn_copy').where('cdn_id', 'in', some).executeTakeFirst()).numDeletedRows);
  await db.deleteFrom('cdn_config').where('is_removing', '=', true).execute()
  await notify(db, cdnConfigChanged)
}

/** Hosts from which pictures may come at the moment. */
export async function deliveryHosts(db: Database): Promise<string[]> {
  const found = await db.selectFrom('cdn_config').select('allowed_hosts').executeTakeFirst()
  return found?.allowed_hosts ?? []
}
