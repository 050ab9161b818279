import type { WaitingFields } from '@vitrine/contract/image-fields'
import type { FindingKind } from '@vitrine/contract/measures/findings'
import type { Finding } from '@vitrine/contract/schemas/findings'
import type { ContrastTile, ImageStatus, OwnStatus } from '@vitrine/contract/schemas/image'
import type { Licence } from '@vitrine/contract/vocabulary/licences'
import type { AiFacet, AiStatement } from '@vitrine/contract/vocabulary/provenance/ai-statements'
import type { DigitalSource, SourcePlace } from '@vitrine/contract/vocabulary/provenance/digital-sources'
import type { ColumnType, Generated } from 'kysely'
import type { Rectangle } from '#imaging/measures/rgba-image'
import type { DatabaseTimestamp, UpdatableTimestamp } from './timestamps.ts'

export interface KeywordTable {
  id: Generated<number>
  name: string
  /** Number of published images that have it. */
  uses: Generated<number>
  /** tsvector of its words, by which it is suggested. */
  words: string
}

/** What an image shows in: the database computes it from its facts (docs/states.md). */
export type ImageState = 'draft' | 'pending' | 'rejected' | 'public' | 'hidden' | 'trash' | 'taken_down'

export interface ImageTable {
  id: Generated<number>
  owner_id: number
  status: Generated<OwnStatus>
  /** When a draft leaves; null until its contributor was told. */
  draft_ends_at: Date | null
  slug: string
  title: string
  description: Generated<string>
  category_id: number | null
  cloudflare_id: string
  sha256: string
  file_name: string
  downloads: Generated<number>
  /** Given at its first approval, and kept. */
  publish_no: number | null
  /** The same where it is public; null where it is not. */
  pub_no: ColumnType<number | null, never, never>
  created_at: DatabaseTimestamp
  updated_at: UpdatableTimestamp
  /** Raised by a trigger with every change of an editable column (optimistic locking). */
  version: ColumnType<number, never, never>
  /** From a decision about its reports until the next one. */
  hidden_by_report: Generated<boolean>
  /** Approved, while its owner is blocked with their images hidden. */
  hidden_by_block: Generated<boolean>
  trashed_at: Date | null
  trashed_by: number | null
  taken_down_at: Date | null
  /** What follows from the facts above. */
  state: ColumnType<ImageState, never, never>
  /** Its hash while it is taken down. */
  blocked_sha256: ColumnType<string | null, never, never>
  /** Its URL at the CDN; null while visitors get it from the origin. */
  delivery_url: string | null
  licence: Generated<Licence>
  /** Whom to name; empty for the contributor. */
  credit: Generated<string>
  /** What it was given under before, and until when; kept by a trigger. */
  former_licences: ColumnType<{ licence: Licence; credit: string; until: string }[], never, never>
  ai_made: Generated<AiStatement>
  /** Version of `rightsStatement` that was stated about its file; null where none was. */
  rights_version: number | null
  /** When; null for `created_at`. */
  rights_at: Date | null
  /** JSON: the fields that the edit of an approved image changes, which waits for review; null where none waits. */
  edit: ColumnType<WaitingFields | null, string | null, string | null>
  edit_at: Date | null
  /** Of the new file of an edit; like all of the following null where it has none. */
  edit_sha256: string | null
  edit_file_name: string | null
  /** What the image is to have once the file is approved; until then the address of the file. */
  edit_cloudflare_id: string | null
  edit_rights_version: number | null
  edit_rights_at: Date | null
}

/** What lists of the back offices are filtered and sorted by, of images outside the trash; kept by triggers. */
export interface ImageFacetTable {
  image_id: number
  owner_id: number
  status: OwnStatus
  created_at: Date
  edit_at: Date | null
  byte_size: number
  category_id: number | null
  has_keywords: boolean
  is_overruled: boolean
  transparency: string | null
  /** Null where there are none. */
  open_findings: FindingKind[] | null
  /** Of the last rejection. */
  reason: string | null
  title_key: string
  licence: Generated<Licence>
  ai: Generated<AiFacet>
}

/** What is known of the bytes of a picture, which images of several people may have. */
export interface FileTable {
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
  /** Null also until it is measured. */
  contrast_tile: ContrastTile | null
  /** How the file says that it came about, where it says so, and by which program; null where it says nothing. */
  source: DigitalSource | null
  source_place: SourcePlace | null
  source_generator: Generated<string>
  /** `measuresVersion` of the findings; 0 until it is measured. */
  measures_version: Generated<number>
  /** `previewVersion` of the previews in the store. */
  preview_version: number
  /** Faults that an admin says are none. */
  overruled: ColumnType<object, never, never>
  /** The kinds of `findings` that are not overruled, worst first, kept by triggers; null until it is measured. */
  open_findings: ColumnType<FindingKind[] | null, null, null>
}

/** What finds a picture again (`imaging/measures/similarity/`); missing where it was never measured. */
export interface PerceptualRowTable {
  sha256: string
  aspect: number
  mean_opacity: number
  /** bit(64) */
  zeros: string
  /** bit(128) */
  hash: string
  planes: Buffer
}

/** A picture that was taken down; its perceptual row is null where it was never measured. */
export interface BlockedPictureTable {
  sha256: string
  reason: string
  blocked_by: number | null
  at: DatabaseTimestamp
  aspect: number | null
  mean_opacity: number | null
  zeros: string | null
  hash: string | null
  planes: Buffer | null
}

export interface DecisionTable {
  id: Generated<number>
  /** The id of the first of those that one call made. */
  act: number | null
  image_id: number
  decided_by: number | null
  at: DatabaseTimestamp
  status: ImageStatus
  reason: string | null
  note: Generated<string>
  /** Whether it was about a waiting edit; the image stayed approved. */
  about_edit: Generated<boolean>
  mailed_at: Date | null
  /** Of the image. */
  owner_id: number | null
  /** Whether the image went live at once, by the level of its contributor. */
  is_automatic: Generated<boolean>
  /** Of the image, after the decision. */
  version: number | null
  /** JSON: what the decision replaced; null where it cannot be undone. */
  before: ColumnType<object | null, string | null, string | null>
  /** Of a rejection: what the contributor says against it, once for each image. */
  disagreement: string | null
}
