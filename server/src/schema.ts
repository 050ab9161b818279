import type { ImageStatus } from '@vitrine/contract/schemas/image'
import type { Role } from '@vitrine/contract/vocabulary/roles'
import type { ColumnType, Generated } from 'kysely'

/** The columns as migrations/ made them. Names go unchanged to the wire and into the components. */
export interface Tables {
  users: UserTable
  session: SessionTable
  rate_limit: RateLimitTable
  audit: AuditTable
  images: ImageTable
  keyword: KeywordTable
  decision: DecisionTable
  image_count: { owner_id: number; status: ImageStatus; count: number }
  cdn_config: CdnConfigTable
  cdn_copy: CdnCopyTable
  download_day: { owner_id: number; day: string; count: number }
  /** `sha256` where other images of the same bytes may need the file. */
  removed_file: { key: string; sha256: string | null; at: UpdatableTimestamp }
  image_keyword: { image_id: number; keyword_id: number; position: number }
  published: PublishedTable
  posting: { term: string; segment: number; version: number; postings: Buffer }
  posting_list: { term: string; version: number }
  index_queue: { pub_no: number; indexed_as: unknown }
  card: { pub_no: number; json: string }
  word: { word: string; uses: number }
}

/** Set by the database, never by us. */
type DatabaseTimestamp = ColumnType<Date, never, never>
/** Set by the database at first, moved by us. */
type UpdatableTimestamp = ColumnType<Date, Date | undefined, Date>

interface KeywordTable {
  id: Generated<number>
  name: string
  /** Of published images. */
  uses: Generated<number>
  /** Null until it is first published. */
  words: Generated<string | null>
}

interface PublishedTable {
  pub_no: number
  image_id: number
  category_id: number | null
  keyword_ids: number[]
  words: string
  /** Ids of the contract's colours. */
  colours: number[]
  /** As features/images/rules.ts numbers them. */
  orientation: number
  /** Pixels. */
  longer_side: number
  downloads: number
}

interface UserTable {
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
  date_joined: DatabaseTimestamp
}

interface SessionTable {
  id: Generated<string>
  user_id: number
  created_at: DatabaseTimestamp
  last_used_at: UpdatableTimestamp
  ended_at: Date | null
  address: string
  user_agent: string
}

interface RateLimitTable {
  /** SHA-256 of what is counted. */
  key: Buffer
  count: number
  allowed_at: Date
  expires_at: Date
}

interface AuditTable {
  id: Generated<number>
  at: DatabaseTimestamp
  event: string
  /** Who did it; null: nobody who was signed in. */
  actor_id: number | null
  /** Whose account it was about; null: there is no such account. */
  user_id: number | null
  address: string
  user_agent: string
}

interface ImageTable {
  id: Generated<number>
  owner_id: number
  status: Generated<ImageStatus>
  slug: string
  title: string
  description: Generated<string>
  category_id: number | null
  cloudflare_id: string
  sha256: string
  file_name: string
  byte_size: number
  width: number
  height: number
  transparent_ratio: number
  translucent_ratio: number
  /** JSON: [{ hex, share }], largest share first. */
  colours: ColumnType<{ hex: string; share: number }[], string, string>
  tone: 'light' | 'dark'
  /** 64 zeros and ones; written as `x` and 16 hexadecimal digits. Null where it was never measured. */
  dhash: string | null
  downloads: Generated<number>
  pub_no: number | null
  created_at: DatabaseTimestamp
  updated_at: UpdatableTimestamp
  deleted_at: Date | null
  /** Counted by the database with every change of what people edit. */
  version: ColumnType<number, never, never>
  /** Its place in the gallery, kept while it lies in the trash. */
  previous_pub_no: number | null
  deleted_by: number | null
  /** Where visitors see it while a hosting service delivers it. */
  delivery_url: string | null
}

/** A picture that the hosting service holds, is to hold, or is to hold no longer. */
interface CdnCopyTable {
  /** Its id there; never used again. */
  cdn_id: string
  image_id: number
  account_id: string
  /** queued: to be sent. sent: not confirmed yet. rejected: the CDN does not accept it. removing: to be deleted there. */
  state: 'queued' | 'sent' | 'delivered' | 'rejected' | 'removing'
  attempts: Generated<number>
  due_at: UpdatableTimestamp
  last_error: string | null
}

interface CdnConfigTable {
  /** Always true: there is one row at the most. */
  is_only_row: Generated<boolean>
  api_key: Buffer
  account_id: string
  account_hash: string
  images_domain: string
  email: string
  updated_at: UpdatableTimestamp
  scheme: ColumnType<'token' | 'key', 'token' | 'key' | undefined, 'token' | 'key'>
  /** Whether the service makes the sizes that our pages show. */
  own_sizes: Generated<boolean>
  /** Host names that addresses of pictures may have at the moment. */
  allowed_hosts: Generated<string[]>
  /** What keeps pictures from getting there or away, in a sentence for the admin. */
  last_error: string | null
  /** Nothing is asked of the service before. */
  retry_after: UpdatableTimestamp
  /** Images with ids above this one are still to be brought in line with the configuration; null: all are. */
  reconcile_after_id: number | null
  /** Raised by whoever decides anew what is to be done. */
  revision: Generated<number>
  /** It is being taken away: every picture returns to our own address, and is removed there. */
  is_removing: Generated<boolean>
}

interface DecisionTable {
  id: Generated<number>
  image_id: number
  decided_by: number | null
  at: DatabaseTimestamp
  status: ImageStatus
  reason: string | null
  note: Generated<string>
  notified_at: Date | null
}
