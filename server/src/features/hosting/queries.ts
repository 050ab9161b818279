import { sql } from 'kysely'
import type { Database } from '#kit/database'

export interface StoredConfig {
  /** Sealed. */
  api_key: Buffer
  account_id: string
  account_hash: string
  images_domain: string
  email: string
}

/** Undefined while nobody has configured it. */
export function storedConfig(db: Database): Promise<StoredConfig | undefined> {
  return db
    .selectFrom('hosting')
    .select(['api_key', 'account_id', 'account_hash', 'images_domain', 'email'])
    .executeTakeFirst()
}

/** There is one configuration, or none. */
export async function storeConfig(db: Database, config: StoredConfig): Promise<boolean> {
  await db
    .insertInto('hosting')
    .values(config)
    .onConflict((conflict) => conflict.column('alone').doUpdateSet({ ...config, updated_at: sql`now()` }))
    .execute()
  return true
}

/** All but the key; false when there is no configuration yet. */
export async function changeConfig(db: Database, config: Omit<StoredConfig, 'api_key'>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('hosting')
    .set({ ...config, updated_at: sql`now()` })
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
