import type { OwnStatus } from '@vitrine/contract/schemas/image'
import type { Generated } from 'kysely'
import type {
  BlockedPictureTable,
  DecisionTable,
  FileTable,
  ImageFacetTable,
  ImageTable,
  KeywordTable,
  PerceptualRowTable,
} from './schema/images.ts'
import type { ApiKeyTable, AuditTable, RateLimitTable, SessionTable, UserTable } from './schema/people.ts'
import type { CounterNoticeTable, ReportDecisionTable, ReportTable } from './schema/reports.ts'
import type { UpdatableTimestamp } from './schema/timestamps.ts'

interface PublishedTable {
  pub_no: number
  image_id: number
  category_id: number | null
  keyword_ids: number[]
  words: string
  /** Ids of colours (contract/vocabulary/colours.ts), the main one first. */
  colours: number[]
  /** By its number in `orientationNumbers`. */
  orientation: number
  /** Pixels. */
  longer_side: number
  /** By its number in `transparencyNumbers`; null until the file is measured. */
  transparency: number | null
  has_clean_edges: Generated<boolean>
  /** By its number in `licenceNumbers`. */
  licence: Generated<number>
  /** By its number in `aiNumbers`. */
  ai: Generated<number>
  downloads: number
  /** Class of the downloads of the last 90 days (search/inverted-index/terms.ts). */
  popularity: Generated<number>
}

/** The pictures that the home page or a category shows first on one day (UTC). */
interface HighlightSetTable {
  /** Null for the home page. */
  category_id: number | null
  day: string
  refreshed_at: UpdatableTimestamp
  /** The newest image of the library when they were chosen. */
  last_pub_no: number
  pub_nos: number[]
  /** The name of the picture that shared links show. */
  cover: string | null
}

/** The copy of one image at the CDN, with the state of its synchronisation. */
interface CdnCopyTable {
  /** Its id at the CDN; never reused, because caches would deliver the old copy for it. */
  cdn_id: string
  image_id: number
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

/** One row: what is known of the library as a whole. */
interface LibraryTable {
  is_only_row: Generated<boolean>
  /** A folder of backups belongs to one library. */
  id: Generated<string>
  /** The newest migration that code has to know to serve this database. */
  oldest_migration: Generated<string>
  /** The last backup that missed nothing: when, in which folder, and the bytes that the folder takes. */
  backed_up_at: Date | null
  backup_folder: string | null
  backup_bytes: number | null
  /** Whether searches are counted. */
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

/** Tables and columns as `server/migrations/` leaves them; schema.test.ts compares this with a migrated database. */
export interface Tables {
  users: UserTable
  session: SessionTable
  api_key: ApiKeyTable
  rate_limit: RateLimitTable
  audit: AuditTable
  /** Those of the contract. */
  category: { id: number; value: string; name: string; position: number }
  images: ImageTable
  /** Addresses of the files that public images had before; they lead to the present ones. */
  former_cloudflare_id: { cloudflare_id: string; image_id: number }
  file: FileTable
  perceptual_row: PerceptualRowTable
  blocked_picture: BlockedPictureTable
  keyword: KeywordTable
  decision: DecisionTable
  /** Images that reviewers have at present. */
  review_lease: { image_id: number; reviewer: number; expires_at: Date }
  image_facet: ImageFacetTable
  image_count: { owner_id: number; status: OwnStatus; count: number }
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
  /**
   * Files that leave the store later; `sha256` where an image of these bytes may need them. They are those of purged
   * images, and those that the process `stored_by` stores for an image whose row is yet to come.
   */
  unowned_file: { key: string; sha256: string | null; at: UpdatableTimestamp; stored_by: string | null }
  image_keyword: { image_id: number; keyword_id: number; position: number }
  /** tsvector of the words by which the back offices find an image. */
  image_words: { image_id: number; words: string }
  published: PublishedTable
  /** One row: publish numbers of images in the order of their recent downloads, and when that last changed. */
  trending: { is_only_row: Generated<boolean>; version: number; pub_nos: number[]; downloaded: Generated<number> }
  highlight_set: HighlightSetTable
  posting: { term: string; segment: number; version: number; postings: Buffer }
  posting_list: { term: string; version: number }
  index_queue: { pub_no: number; indexed_as: object | null }
  /** `title_key` is equal for images of one title (search/words/image-words.ts). */
  card: { pub_no: number; json: string; title_key: Generated<number> }
  word: { word: string; stem: string; uses: number }
  /** English words with words of near meaning, from WordNet (server/word-tables/README.md); of '' the version of it. */
  meaning: { word: string; targets: string; noun_share: Generated<number>; frequency: Generated<number> }
  /** English words for words of other languages and emoji, from Unicode CLDR; of '' the version of it. */
  translation: { word: string; targets: string }
  /** The operator's own synonyms; both sides are words as the search reads them, separated by spaces. */
  synonym: { id: Generated<number>; said: string; means: string; is_two_way: boolean }
  report: ReportTable
  report_decision: ReportDecisionTable
  counter_notice: CounterNoticeTable
  library: LibraryTable
  search_log: SearchLogTable
}
