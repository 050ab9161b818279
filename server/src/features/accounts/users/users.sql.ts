import { rightsStatement } from '@vitrine/contract/vocabulary/provenance/rights-statement'
import type { Role } from '@vitrine/contract/vocabulary/roles'
import { type SqlBool, sql } from 'kysely'
import { filesLeft, keepStoredFiles, type RecordedFiles } from '#features/images/files/unowned-files.sql'
import { fail } from '#kit/api-error'
import { notify } from '#kit/database/notifications'
import { allRows, type Database, oneValue } from '#kit/database/statements'
import type { Tables } from '#schema'
import { avatarKey } from './avatar-urls.ts'

/** E-mail addresses, like usernames, are compared without regard to case. */
export const isNamed = (column: 'email' | 'username', text: string) =>
  sql<SqlBool>`lower(${sql.ref(column)}) = lower(${text})`

export const userByEmail = (db: Database, email: string) =>
  db.selectFrom('users').selectAll().where(isNamed('email', email)).executeTakeFirst()

export const userByUsername = (db: Database, username: string) =>
  db.selectFrom('users').selectAll().where(isNamed('username', username)).executeTakeFirst()

export const usersOfDomain = (db: Database, domain: string) => allRows<{ id: number; email: string }>(db)`
  select id, email from users where email like ${`%${domain}`} and closed_at is null order by role desc`

export interface NewUser extends Pick<Tables['users'], 'username' | 'email' | 'number' | 'password_hash' | 'role'> {
  /** Null for a person who has to confirm their address; it counts as confirmed without. */
  email_confirmed_at?: null
}

/** Violates the unique index `users_username` or `users_email` when one of them is taken. */
export const addUser = (db: Database, user: NewUser) =>
  db
    .insertInto('users')
    .values({ ...user, terms_version: rightsStatement.version })
    .returningAll()
    .executeTakeFirstOrThrow()

/** A person as read when their password was compared. */
export interface VerifiedUser {
  id: number
  password_hash: string
}

/** Whether an account is as it was then, neither blocked since nor with another password (compare-and-swap). */
export const isAsVerified = ({ id, password_hash }: VerifiedUser) =>
  sql<SqlBool>`(id = ${id} and password_hash = ${password_hash} and is_active and not is_block)`

/** Sets a new password: an e-mail address that was asked for by the old one is forgotten. */
export const newPassword = (password_hash: string) => sql`password_hash = ${password_hash}, new_email = null`

/** Gives a user a role; a password replaces theirs. */
export async function setRole(db: Database, id: number, role: Role, password_hash?: string): Promise<void> {
  const password = password_hash ? sql`, ${newPassword(password_hash)}` : sql``
  await sql`update users set role = ${role}${password} where id = ${id}`.execute(db)
}

/** The oldest admin, who owns images that are imported without `--owner`. */
export const firstAdmin = (db: Database) =>
  db.selectFrom('users').selectAll().where('role', '=', 'admin').orderBy('id').limit(1).executeTakeFirst()

export const hasUsers = (db: Database) => oneValue<boolean>(db)`select exists (select from users)`

/** No account closes until the transaction ends; before a lock on images, as blocks and closings lock people first. */
export async function assertAccountOpen(transaction: Database, id: number): Promise<void> {
  const open = await allRows(transaction)`select from users where id = ${id} and closed_at is null for key share`
  if (!open.length) throw fail('not_signed_in')
}

/** Whether visitors do not see the images of a person; it stays so until the transaction ends. */
export const hidesImages = (db: Database, id: number) =>
  oneValue<boolean>(db)`select hides_images from users where id = ${id} for share`

/** NOTIFY payload that every process receives when visitors see something else of a person. */
export const profilesChanged = 'profiles changed'

/** Whether visitors see the page of a person: it is switched on, and they are not blocked. */
export const hasVisiblePage = sql<boolean>`(has_page and not is_block)`

const profileColumns = [
  'username',
  'email',
  'new_email',
  'first_name',
  'last_name',
  'image',
  'date_joined',
  'has_page',
  'has_decision_mails',
] as const

export const agreeToTerms = (db: Database, id: number, version: number) =>
  db.updateTable('users').set({ terms_version: version }).where('id', '=', id).execute()

export const profileOf = (db: Database, id: number) =>
  db.selectFrom('users').select(profileColumns).where('id', '=', id).executeTakeFirstOrThrow()

/** Image pages and credits show a person's name, their own page their picture too. */
const isVisibleChange = sql<boolean>`(
  (users.first_name, users.last_name, users.has_page) is distinct from
    (before.first_name, before.last_name, before.has_page)
  or users.has_page and users.image is distinct from before.image
)`

/** A replaced avatar leaves the store with the next job that removes files, which waits while a backup runs. */
export const updateProfile = (db: Database, id: number, changes: ProfileChanges, avatar?: StoredAvatar) =>
  db.transaction().execute(async (transaction) => {
    const image = avatar && { image: avatar.name }
    const { previous_image, isVisible, ...profile } = await setProfile(transaction, id, { ...changes, ...image })
    if (avatar && previous_image) await removeSoon(transaction, avatarKey(previous_image))
    if (avatar && !(await keepStoredFiles(transaction, avatar.recorded))) throw filesLeft(avatar.name)
    if (isVisible) await notify(transaction, profilesChanged)
    return { profile, isVisible }
  })

/** Removes a file with the next job that does. */
export const removeSoon = (db: Database, key: string) =>
  sql`insert into unowned_file (key, at) values (${key}, '-infinity') on conflict do nothing`.execute(db)

/** Throws `not_signed_in` for an account that was closed meanwhile, which nothing personal returns to. */
const setProfile = (db: Database, id: number, changes: ProfileChanges & { image?: string }) =>
  db
    .updateTable('users')
    .from((eb) =>
      eb
        .selectFrom('users')
        .select(['id', 'image', 'first_name', 'last_name', 'has_page'])
        .where('id', '=', id)
        .forUpdate()
        .as('before'),
    )
    .set(changes)
    .whereRef('users.id', '=', 'before.id')
    .where('users.closed_at', 'is', null)
    .returning(profileColumns.map((column) => `users.${column}` as const))
    .returning(['before.image as previous_image', isVisibleChange.as('isVisible')])
    .executeTakeFirstOrThrow(() => fail('not_signed_in'))

export interface StoredAvatar {
  name: string
  recorded: RecordedFiles
}

interface ProfileChanges {
  first_name: string
  last_name: string
  has_page?: boolean | undefined
  has_decision_mails?: boolean | undefined
}

export const setDecisionMails = (db: Database, id: number, has_decision_mails: boolean) =>
  db.updateTable('users').set({ has_decision_mails }).where('id', '=', id).execute()
