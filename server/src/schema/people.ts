import type { Role } from '@vitrine/contract/vocabulary/roles'
import type { TrustLevel } from '@vitrine/contract/vocabulary/trust/trust-levels'
import type { ColumnType, Generated } from 'kysely'
import type { DatabaseTimestamp, UpdatableTimestamp } from './timestamps.ts'

export interface UserTable {
  id: Generated<number>
  username: string
  email: string
  number: string
  password_hash: string
  role: Role
  first_name: Generated<string>
  last_name: Generated<string>
  image: string | null
  is_active: Generated<boolean>
  is_block: Generated<boolean>
  /** Whether visitors do not see their images; of people who are blocked. */
  hides_images: Generated<boolean>
  date_joined: DatabaseTimestamp
  has_page: Generated<boolean>
  /** Null until a person who has to confirm their address has done so; otherwise the database sets it on insert. */
  email_confirmed_at: ColumnType<Date | null, null | undefined, Date | null>
  /** The address that they have asked for and not confirmed yet. */
  new_email: string | null
  has_decision_mails: Generated<boolean>
  /** The version of the terms that they have agreed to. */
  terms_version: Generated<number>
  /** When they closed it; the row then has nothing personal. */
  closed_at: Date | null
  /** The level that an admin has given them; null where the rules decide. */
  level_by_admin: TrustLevel | null
}

export interface SessionTable {
  id: Generated<string>
  user_id: number
  created_at: DatabaseTimestamp
  last_used_at: UpdatableTimestamp
  ended_at: Date | null
  address: string
  user_agent: string
}

export interface ApiKeyTable {
  id: Generated<number>
  user_id: number
  name: string
  /** Its first characters. */
  beginning: string
  /** SHA-256 of the key, which is random, so that a slow hash would protect nothing more. */
  hash: Buffer
  created_at: DatabaseTimestamp
  last_used_at: Date | null
  /** A year after it was made. */
  expires_at: DatabaseTimestamp
}

export interface RateLimitTable {
  /** SHA-256 of the subject: plain text could hold a password that was typed into the wrong field. */
  key: Buffer
  count: number
  allowed_at: Date
  expires_at: Date
}

export interface AuditTable {
  id: Generated<number>
  at: DatabaseTimestamp
  event: string
  /** The signed-in user who did it; null for an anonymous request. */
  actor_id: number | null
  /** The user it was done to; null when the account does not exist. */
  user_id: number | null
  address: string
  user_agent: string
  /** Images that it was about. */
  count: number | null
  /** The only one; it may have left. */
  image_id: number | null
  /** Of an upload that was refused, and whether an admin allows the person these bytes. */
  sha256: string | null
  is_allowed: boolean | null
}
