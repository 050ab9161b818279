import type { accountStates } from '@vitrine/contract/calls/accounts/people'
import type { ImageStatus } from '@vitrine/contract/schemas/image'
import * as limits from '@vitrine/contract/vocabulary/limits'
import type { Role } from '@vitrine/contract/vocabulary/roles'
import { type SqlBool, sql } from 'kysely'
import { isNamed } from '#features/accounts/users/users.sql'
import { type Database, escapeLike, oneValue } from '#kit/database/statements'

/** Matches a part of the username or the e-mail address without regard to case; an empty search reads no row for it. */
function matchesSearch(search: string) {
  if (search === '') return sql<SqlBool>`true`
  return sql<SqlBool>`lower(username || ' ' || email) like lower(${`%${escapeLike(search)}%`})`
}

export interface PeopleFilter {
  search: string
  role?: Role | undefined
  state?: (typeof accountStates)[number] | undefined
}

const matchesFilter = ({ search, role, state }: PeopleFilter) => sql<SqlBool>`
  closed_at is null and ${matchesSearch(search)} and (${role ?? null}::text is null or role = ${role ?? null})
  and (${state ?? null}::text is null or (is_active and not is_block) = ${state === 'active'})`

export const countPeople = (db: Database, filter: PeopleFilter) =>
  oneValue<number>(db)`select count(*) from users where ${matchesFilter(filter)}`

const accountsQuery = (db: Database) =>
  db
    .selectFrom('users')
    .select(['id', 'username', 'email', 'number', 'role', 'is_active', 'is_block', 'hides_images', 'date_joined'])
    .select([
      imageCount('pending').as('pending'),
      imageCount('approved').as('approved'),
      imageCount('rejected').as('rejected'),
      sql<Date | null>`(select max(last_used_at) from session where user_id = users.id)`.as('last_seen'),
    ])

const imageCount = (status: ImageStatus) =>
  sql<number>`coalesce((
    select count from image_count where owner_id = users.id and status = ${sql.lit(status)}), 0)::int`

export type AccountRow = Awaited<ReturnType<typeof peoplePage>>[number]

export const peoplePage = (db: Database, filter: PeopleFilter, page: number) =>
  accountsQuery(db)
    .where(matchesFilter(filter))
    .orderBy('id', 'desc')
    .limit(limits.usersPerPage)
    .offset((page - 1) * limits.usersPerPage)
    .execute()

export const personByUsername = (db: Database, username: string) =>
  accountsQuery(db)
    .select(['first_name', 'last_name', 'image', 'has_page'])
    .where(isNamed('username', username))
    .where('closed_at', 'is', null)
    .executeTakeFirst()

/** Locks accounts that are not closed until the transaction ends, in the order of their ids against deadlocks. */
export const lockPeople = (db: Database, ids: number[]) =>
  db
    .selectFrom('users')
    .select(['id', 'role', 'is_active', 'is_block', 'hides_images', 'level_by_admin'])
    .where('id', 'in', ids)
    .where('closed_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

/** Sets both flags: a blocked user is not active either (requirements: #blocking). */
export async function setBlocked(db: Database, id: number, block: { is_block: boolean; hides_images: boolean }) {
  const flags = { ...block, is_active: !block.is_block }
  await db.updateTable('users').set(flags).where('id', '=', id).execute()
}

/** The approved images of a person, without those in the trash. */
export const approvedCount = (db: Database, owner: number) => oneValue<number>(db)`
  select coalesce(sum(count), 0)::int from image_count where owner_id = ${owner} and status = 'approved'`
