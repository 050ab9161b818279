import type { Role } from '@vitrine/contract/vocabulary/roles'
import { sql } from 'kysely'
import type { Database } from '#kit/database/pool'

/** Usernames and e-mail addresses are looked up whatever their case. */
export function userByEmail(db: Database, email: string) {
  return db
    .selectFrom('users')
    .selectAll()
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', sql<string>`lower(${email})`))
    .executeTakeFirst()
}

export function userByUsername(db: Database, username: string) {
  return db
    .selectFrom('users')
    .selectAll()
    .where((eb) => eb(eb.fn<string>('lower', ['username']), '=', sql<string>`lower(${username})`))
    .executeTakeFirst()
}

export interface NewUser {
  username: string
  email: string
  number: string
  password_hash: string
  role: Role
}

/** Throws PostgreSQL's conflict on `users_username` or `users_email` when one of them is taken. */
export function addUser(db: Database, user: NewUser) {
  return db.insertInto('users').values(user).returningAll().executeTakeFirstOrThrow()
}

export async function promoteToAdmin(db: Database, id: number, password_hash: string) {
  await db.updateTable('users').set({ role: 'admin', password_hash }).where('id', '=', id).execute()
}

/** The oldest admin owns what is imported without `--owner`. */
export function firstAdmin(db: Database) {
  return db.selectFrom('users').selectAll().where('role', '=', 'admin').orderBy('id').limit(1).executeTakeFirst()
}

const profileColumns = ['username', 'email', 'first_name', 'last_name', 'image', 'date_joined'] as const

export function profileOf(db: Database, id: number) {
  return db.selectFrom('users').select(profileColumns).where('id', '=', id).executeTakeFirstOrThrow()
}

/** Answers the profile as it is now, with the name of the picture before (`former`). */
export function updateProfile(db: Database, id: number, changes: ProfileChanges) {
  return db
    .updateTable('users')
    .from((eb) =>
      eb.selectFrom('users').select(['id', 'image as former']).where('id', '=', id).forUpdate().as('before'),
    )
    .set(changes)
    .whereRef('users.id', '=', 'before.id')
    .returning(['users.username', 'users.email', 'users.first_name', 'users.last_name', 'users.image'])
    .returning(['users.date_joined', 'before.former'])
    .executeTakeFirstOrThrow()
}

export interface ProfileChanges {
  first_name: string
  last_name: string
  /** The name that avatars.ts makes addresses of. */
  image?: string
}
