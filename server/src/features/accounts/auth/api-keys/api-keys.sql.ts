import type { Caller } from '@vitrine/contract/caller'
import { accountLimits } from '@vitrine/contract/vocabulary/accounts/account-limits'
import { sql } from 'kysely'
import { isAsVerified, type VerifiedUser } from '#features/accounts/users/users.sql'
import { fail, fieldError } from '#kit/api-error'
import { changedRows, type Database } from '#kit/database/statements'
import type { Tables } from '#schema'
import { callerColumns } from '../sessions.sql.ts'

/** The owner of a key, who acts as a contributor by it whatever their role is; undefined for an unknown one. */
export async function callerByApiKey(db: Database, hash: Buffer): Promise<Caller | undefined> {
  const row = await db
    .selectFrom('api_key')
    .innerJoin('users', 'users.id', 'api_key.user_id')
    .select(callerColumns)
    .select('api_key.id as key')
    .select(sql<boolean>`expires_at <= now()`.as('is_key_expired'))
    .select(sql<boolean>`coalesce(last_used_at < now() - interval '1 minute', true)`.as('is_use_outdated'))
    .where('hash', '=', hash)
    .executeTakeFirst()
  if (!row) return undefined
  const { key, is_use_outdated, ...caller } = row
  if (is_use_outdated) await sql`update api_key set last_used_at = now() where id = ${key}`.execute(db)
  return { ...caller, role: 'user', session: null }
}

const shownColumns = ['id', 'name', 'beginning', 'created_at', 'last_used_at', 'expires_at'] as const

export const apiKeysOf = (db: Database, user_id: number) =>
  db
    .selectFrom('api_key')
    .select(shownColumns)
    .where('user_id', '=', user_id)
    .orderBy('id', 'desc')
    .limit(accountLimits.apiKeysPerUser)
    .execute()

type NewApiKey = Pick<Tables['api_key'], 'name' | 'beginning' | 'hash'> & { owner: VerifiedUser }

/** In a transaction: the lock of the owner's row keeps the limit of keys, and waits for a change of the password. */
export async function addApiKey(db: Database, { owner, ...apiKey }: NewApiKey) {
  const locked = db.selectFrom('users').select('id').where(isAsVerified(owner)).forUpdate()
  if (!(await locked.executeTakeFirst())) throw fieldError('wrong_password', 'password')
  if ((await apiKeysOf(db, owner.id)).length >= accountLimits.apiKeysPerUser) throw fail('too_many_api_keys')
  return db
    .insertInto('api_key')
    .values({ ...apiKey, user_id: owner.id })
    .returning(shownColumns)
    .executeTakeFirstOrThrow()
}

export async function deleteApiKey(db: Database, user_id: number, id: number): Promise<void> {
  const deleted = await changedRows(db)`delete from api_key where id = ${id} and user_id = ${user_id}`
  if (!deleted) throw fail('api_key_not_found')
}

/** Revokes all keys of a user, on every process at once, and returns their number. */
export const deleteApiKeysOf = (db: Database, user_id: number) =>
  changedRows(db)`delete from api_key where user_id = ${user_id}`
