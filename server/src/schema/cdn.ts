import type { Generated } from 'kysely'
import type { UpdatableTimestamp } from './timestamps.ts'

/** The copy of one image at the CDN, with the state of its synchronisation. */
export interface CdnCopyTable {
  /** Its id at the CDN; never reused, because caches would deliver the old copy for it. */
  cdn_id: string
  image_id: number
  /** `sent` is not confirmed yet; `rejected` means that the CDN does not accept the image. */
  state: 'queued' | 'sent' | 'delivered' | 'rejected' | 'removing'
  attempts: Generated<number>
  due_at: UpdatableTimestamp
  last_error: string | null
}

export interface CdnConfigTable {
  /** Always true, as the primary key: the table has at most one row. */
  is_only_row: Generated<boolean>
  api_key: Buffer
  account_id: string
  account_hash: string
  images_domain: string
  email: string
  /** Tells a run of the push that the configuration was changed meanwhile. */
  updated_at: UpdatableTimestamp
  /** Why synchronisation is paused, as a sentence for admins. */
  last_error: string | null
  /** Synchronisation is paused until then. */
  retry_after: UpdatableTimestamp
  /** Cursor: copies of images with a higher id are still to be queued; null when all are. */
  push_after_id: number | null
  /** The configuration is being removed: images return to the origin and their copies are deleted. */
  is_removing: Generated<boolean>
}
