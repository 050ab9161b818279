import { limits } from '@vitrine/contract/vocabulary/limits'
import { type SqlBool, sql } from 'kysely'
import { escapeLike } from '#kit/database/like-pattern'
import type { Database } from '#kit/database/pool'

/** Matches a part of the username or the e-mail address without regard to case; an empty search reads no row for it. */
function matchesSearch(search: string) {
  if (search === '') return sql<SqlBool>`true`
  return sql<SqlBool>`lower(username || ' ' || email) like lower(${`%${escapeLike(search)}%`})`
}

/** The number of people who match the search. */
export async function countPeople(db: Database, search: string): Promise<number> {
  const { n } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where(matchesSearch(search))
    .executeTakeFirstOrThrow()
  return n
}

/** One page of people who match the search, the newest first. */
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

/** Locks the rows until the transaction ends, in the order of their ids, so that transactions cannot deadlock. */
export function lockPeople(db: Database, ids: number[]) {
  return db
    .selectFrom('users')
    .select(['id', 'is_active', 'is_block'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** Sets both flags: a blocked user is not active either (requirements: #blocking). */
export async function setBlocked(db: Database, id: number, is_block: boolean): Promise<void> {
  await db.updateTable('users').set({ is_block, is_active: !is_block }).where('id', '=', id).execute()
}
