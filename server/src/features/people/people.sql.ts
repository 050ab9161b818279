import { limits } from '@vitrine/contract/vocabulary/limits'
import { type SqlBool, sql } from 'kysely'
import type { Database } from '#kit/database/pool'

/** People whose username or e-mail address holds this, whatever the case. Nothing is held by all, so nobody is looked at. */
function matchesSearch(search: string) {
  if (search === '') return sql<SqlBool>`true`
  const literally = search.replaceAll(/[\\%_]/g, '\\$&')
  return sql<SqlBool>`lower(username || ' ' || email) like lower(${`%${literally}%`})`
}

export async function countPeople(db: Database, search: string): Promise<number> {
  const { n } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where(matchesSearch(search))
    .executeTakeFirstOrThrow()
  return n
}

/** One page of them, who came last first. */
export function peoplePage(db: Database, search: string, page: number) {
  return db
    .selectFrom('users')
    .select(['id', 'username', 'email', 'number', 'role', 'is_active', 'is_block', 'date_joined'])
    .where(matchesSearch(search))
    .orderBy('id', 'desc')
    .limit(limits.usersPerPage)
    .offset((page - 1) * limits.usersPerPage)
    .execute()
}

/** Nobody else blocks or unblocks them until the transaction ends. In the order of their ids, so nobody waits in a ring. */
export function lockPeople(db: Database, ids: number[]) {
  return db
    .selectFrom('users')
    .select(['id', 'is_active', 'is_block'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** Blocked people are not active either (requirements: #blocking). */
export async function setBlocked(db: Database, id: number, is_block: boolean): Promise<void> {
  await db.updateTable('users').set({ is_block, is_active: !is_block }).where('id', '=', id).execute()
}
