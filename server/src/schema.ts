import type { ContrastTile } from '@vitrine/contract/measures/contrast-tile'
import type { Finding, FindingKind } from '@vitrine/contract/measures/findings'
import type { Rectangle } from '@vitrine/contract/measures/rgba-image'
import type { ImageStatus } from '@vitrine/contract/schemas/image'
import type { Licence } from '@vitrine/contract/vocabulary/licences'
import type { Role } from '@vitrine/contract/vocabulary/roles'
import type { ColumnType, Generated } from 'kysely'

/** Tables and columns as `server/migrations/` leaves them; schema.test.ts compares this with a migrated database. */
export interface Tables {
  users: UserTable
  session: SessionTable
  rate_limit: RateLimitTable
  audit: AuditTable
  images: ImageTable
  file: FileTable
  perceptual_row: PerceptualRowTable
  overruled_finding: OverruledFindingTable
  keyword: KeywordTable
  decision: DecisionTable
  image_count: { owner_id: number; status: ImageStatus; count: number }
  /** Bytes of all originals of a person, those in the trash included; kept by triggers. */
  storage_use: { owner_id: number; bytes: number }
  /** Uploads of a person within each minute of the last hour, those deleted since included. */
  upload_minute: { owner_id: number; minute: Date; count: number }
  cdn_config: CdnConfigTable
  cdn_copy: CdnCopyTable
  /** Downloads of all images of a contributor on one day (UTC), kept for good. */
  download_day: { owner_id: number; day: string; count: number }
  /** Downloads of one image on one day (UTC), kept for `limits.imageDownloadDays`. */
  image_download_day: { image_id: number; day: string; count: number }
  /** When each derivative in the store was last requested (UTC), and its bytes, null until then; unused ones leave. */
  derivative: { key: string; last_requested_on: string; byte_size: number | null }
  /** Files of purged images that leave the store later; `sha256` where another image of these bytes may need them. */
  removed_file: { key: string; sha256: string | null; at: UpdatableTimestamp }
  image_keyword: { image_id: number; keyword_id: number; position: number }
  /** tsvector of the words by which the back offices find an image; null until an older image is brought over. */
  image_words: { image_id: number; words: string | null }
  published: PublishedTable
  /** One row: publish numbers of images in the order of their recent downloads, and when that last changed. */
  trending: { is_only_row: Generated<boolean>; version: number; pub_nos: number[] }
  highlight_set: HighlightSetTable
  posting: { term: string; segment: number; version: number; postings: Buffer }
  posting_list: { term: string; version: number }
  index_queue: { pub_no: number; indexed_as: object | null }
  /** `title_key` is equal for images of one title (search/words/title-key.ts). */
  card: { pub_no: number; json: string; title_key: Generated<number> }
  word: { word: string; stem: string; uses: number }
  /** Words of near meaning, from WordNet. */
  meaning: { word: string; targets: string }
  /** English words for words of other languages and emoji, from Unicode CLDR. */
  translation: { word: string; targets: string }
  /** Versions of these two tables. */
  word_table: { name: string; version: string }
  /** The operator's own synonyms; both sides are words as the search reads them, separated by spaces. */
  synonym: { id: Generated<number>; said: string; means: string; is_two_way: boolean }
  search_config: SearchConfigTable
  search_log: SearchLogTable
}

/** A timestamp that only the database writes. */
type DatabaseTimestamp = ColumnType<Date, never, never>
/** A timestamp that the database sets on insert and the application may change. */
type UpdatableTimestamp = ColumnType<Date, Date | undefined, Date>

interface KeywordTable {
  id: Generated<number>
  name: string
  /** Number of published images that have it. */
  uses: Generated<number>
  /** tsvector of its words; null until an image with it is published. */
  words: string | null
}

interface PublishedTable {
  pub_no: number
  image_id: number
  category_id: number | null
  keyword_ids: number[]
  words: string
  /** Ids of colours (contract/vocabulary/colours.ts). */
  colours: number[]
  /** By its number in `orientationNumbers`. */
  orientation: number
  /** Pixels. */
  longer_side: number
  /** By its number in `transparencyNumbers`; null until the file is measured. */
  transparency: number | null
  has_clean_edges: Generated<boolean>
  downloads: number
  /** Class of the downloads of the last 90 days (search/inverted-index/terms.ts). */
  popularity: Generated<number>
  /** 0 where `words` still holds what version 0.1 stored. */
  text_version: Generated<number>
}

/** The pictures that the home page or a category shows first on one day (UTC). */
interface HighlightSetTable {
  /** 0 for the home page. */
  category_id: number
  day: string
  refreshed_at: UpdatableTimestamp
  /** The newest image of the library when they were chosen. */
  last_pub_no: number
  pub_nos: number[]
  /** The name of the picture that shared links show. */
  cover: string | null
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
  has_page: Generated<boolean>
  /** Null until a person who has to confirm their address has done so; otherwise the database sets it on insert. */
  email_confirmed_at: ColumnType<Date | null, null | undefined, Date | null>
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
  /** SHA-256 of the subject: plain text could hold a password that was typed into the wrong field. */
  key: Buffer
  count: number
  allowed_at: Date
  expires_at: Date
}

interface AuditTable {
  id: Generated<number>
  at: DatabaseTimestamp
  event: string
  /** The signed-in user who did it; null for an anonymous request. */
  actor_id: number | null
  /** The user it was done to; null when the account does not exist. */
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
  downloads: Generated<number>
  pub_no: number | null
  created_at: DatabaseTimestamp
  updated_at: UpdatableTimestamp
  deleted_at: Date | null
  /** Raised by a trigger with every change of an editable column (optimistic locking). */
  version: ColumnType<number, never, never>
  /** Its publish number before it was trashed, which a restore gives back. */
  previous_pub_no: number | null
  deleted_by: number | null
  /** Its URL at the CDN; null while visitors get it from the origin. */
  delivery_url: string | null
  licence: Generated<Licence>
}

/** What is known of the bytes of a picture, which images of several people may have. */
interface FileTable {
  sha256: string
  byte_size: number
  width: number
  height: number
  transparent_ratio: number
  translucent_ratio: number
  /** JSON: [{ hex, share }], largest share first. */
  colours: ColumnType<{ hex: string; share: number }[], string, string>
  /** JSON: the part that can be seen; null until it is measured. */
  visible_box: ColumnType<Rectangle | null, string | null, string | null>
  /** JSON, worst first; null until it is measured. */
  findings: ColumnType<Finding[] | null, string | null, string | null>
  edge_score: number | null
  /** Null also until it is measured. It replaces `tone`, which the next release drops. */
  contrast_tile: ContrastTile | null
  tone: Generated<'light' | 'dark'>
  /** `measuresVersion` of the findings; 0 until it is measured. */
  measures_version: Generated<number>
  /** `previewVersion` of the previews in the store. */
  preview_version: Generated<number>
  /** The kinds of `findings` that are not overruled, worst first, kept by triggers; null until it is measured. */
  open_findings: ColumnType<FindingKind[] | null, null, null>
}

/** A fault that an admin says is none. */
interface OverruledFindingTable {
  sha256: string
  kind: FindingKind
  reason: string
  overruled_by: number | null
  at: UpdatableTimestamp
}

/** What finds a picture again (`contract/measures/similarity/`); missing where it was never measured. */
interface PerceptualRowTable {
  sha256: string
  aspect: number
  mean_opacity: number
  /** bit(64) */
  zeros: string
  /** bit(128) */
  hash: string
  planes: Buffer
}

/** The copy of one image at the CDN, with the state of its synchronisation. */
interface CdnCopyTable {
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

interface CdnConfigTable {
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

interface SearchConfigTable {
  /** Always true, as the primary key: the table has one row. */
  is_only_row: Generated<boolean>
  has_search_log: Generated<boolean>
}

/** What visitors searched for on one day (UTC). */
interface SearchLogTable {
  day: string
  question: string
  times: number
  /** Found the last time; null until that was reported. */
  images: number | null
  /** Whether words were replaced or left out the last time. */
  is_corrected: boolean
  /** How often the first image was opened, one of the next nine, and a later one. */
  first: number
  near: number
  far: number
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
