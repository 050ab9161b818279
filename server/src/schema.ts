import type { ImageStatus } from '@vitrine/contract/schemas/image'
import type { Generated } from 'kysely'
import type { CdnConfigTable, CdnCopyTable, CdnRemovalTable } from './schema/cdn.ts'
import type {
  BlockedPictureTable,
  CountedDecisionTable,
  DecisionTable,
  FileTable,
  FormerLicenceTable,
  ImageFacetTable,
  ImageTable,
  KeywordTable,
  OverruledFindingTable,
  PerceptualRowTable,
  WaitingEditTable,
} from './schema/images.ts'
import type { ApiKeyTable, AuditTable, RateLimitTable, SessionTable, UserTable } from './schema/people.ts'
import type { HighlightSetTable, PublishedTable } from './schema/publishing.ts'
import type { ObjectionTable, ReportDecisionTable, ReportTable } from './schema/reports.ts'
import type { SearchConfigTable, SearchLogTable } from './schema/search.ts'
import type { UpdatableTimestamp } from './schema/timestamps.ts'

/** Tables and columns as `server/migrations/` leaves them; schema.test.ts compares this with a migrated database. */
export interface Tables {
  users: UserTable
  session: SessionTable
  api_key: ApiKeyTable
  rate_limit: RateLimitTable
  audit: AuditTable
  images: ImageTable
  waiting_edit: WaitingEditTable
  /** Addresses of the files that public images had before; they lead to the present ones. */
  former_cloudflare_id: { cloudflare_id: string; image_id: number }
  file: FileTable
  perceptual_row: PerceptualRowTable
  blocked_picture: BlockedPictureTable
  /** Bytes that an admin lets a person upload although they look like a blocked picture. */
  allowed_upload: { sha256: string; owner_id: number }
  overruled_finding: OverruledFindingTable
  keyword: KeywordTable
  decision: DecisionTable
  counted_decision: CountedDecisionTable
  /** Images that reviewers have at present. */
  review_lease: { image_id: number; reviewer: number; expires_at: Date }
  image_facet: ImageFacetTable
  former_licence: FormerLicenceTable
  image_count: { owner_id: number; status: ImageStatus; count: number }
  /** Bytes of all originals of a person, those in the trash included; kept by triggers. */
  storage_use: { owner_id: number; bytes: number }
  /** Uploads of a person within each minute of the last hour, those deleted since included. */
  upload_minute: { owner_id: number; minute: Date; count: number }
  cdn_config: CdnConfigTable
  cdn_copy: CdnCopyTable
  cdn_removal: CdnRemovalTable
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
  removed_file: { key: string; sha256: string | null; at: UpdatableTimestamp; stored_by: string | null }
  image_keyword: { image_id: number; keyword_id: number; position: number }
  /** tsvector of the words by which the back offices find an image. */
  image_words: { image_id: number; words: string }
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
  report: ReportTable
  report_decision: ReportDecisionTable
  objection: ObjectionTable
  search_config: SearchConfigTable
  search_log: SearchLogTable
}
