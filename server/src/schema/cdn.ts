import type { ColumnType, Generated } from 'kysely'
import type { DatabaseTimestamp, UpdatableTimestamp } from './timestamps.ts'

/** The copy of one image at the CDN, with the state of its synchronisation. */
export interface CdnCopyTable {
  /** Its id at the CDN; never reused, because caches would deliver the old copy for it. */
  cdn_id: string
  image_id: number
  account_id: string
  /** `sent` is not confirmed yet; `rejected` means that the CDN does not accept the image. */
  state: 'queued' | 'sent' | 'delivered' | 'rejected' | 'removing'
  attempts: Generated<number>
  due_at: UpdatableTimestamp
  last_error: string | null
}

/** An address of a copy of an image that was taken down, deleted at the CDN, and what it answers since. */
export interface CdnRemovalTable {
  cdn_id: string
  /** Cloudflare's own, or a domain that an admin named. */
  host: string
  path: string
  image_id: number
  removed_at: DatabaseTimestamp
  checks: Generated<number>
  due_at: UpdatableTimestamp
  /** The last answer; null before the first check, and where nothing answered. */
  status: number | null
  checked_at: Date | null
  gone_at: Date | null
}

export interface CdnConfigTable {
  /** Always true, as the primary key: the table has at most one row. */
  is_only_row: Generated<boolean>
  api_key: Buffer
  account_id: string
  account_hash: string
  images_domain: string
  email: string
  updated_at: UpdatableTimestamp
  scheme: ColumnType<'token' | 'key', 'token' | 'key' | undefined, 'token' | 'key'>
  /** Whether the account has variants in the sizes that the pages show. */
  own_sizes: Generated<boolean>
  /** Hosts that delivery URLs have at the moment, for the CSP directive img-src. */
  allowed_hosts: Generated<string[]>
  /** Why synchronisation is paused, as a sentence for admins. */
  last_error: string | null
  /** Synchronisation is paused until then. */
  retry_after: UpdatableTimestamp
  /** Cursor: images with a higher id are still to be reconciled with the configuration; null when all are. */
  reconcile_after_id: number | null
  /** Raised with every restart of the reconciliation, so that an older run does not move the cursor. */
  revision: Generated<number>
  /** The configuration is being removed: images return to the origin and their copies are deleted. */
  is_removing: Generated<boolean>
}
