import type { WaitingFields } from '@vitrine/contract/image-fields'
import type { ContrastTile } from '@vitrine/contract/measures/contrast-tile'
import type { Finding, FindingKind } from '@vitrine/contract/measures/findings'
import type { Rectangle } from '@vitrine/contract/measures/rgba-image'
import type { ImageStatus } from '@vitrine/contract/schemas/image'
import type { Licence } from '@vitrine/contract/vocabulary/licences'
import type { AiFacet, AiStatement } from '@vitrine/contract/vocabulary/provenance/ai-statements'
import type { DigitalSource, SourcePlace } from '@vitrine/contract/vocabulary/provenance/digital-sources'
import type { ColumnType, Generated } from 'kysely'
import type { DatabaseTimestamp, UpdatableTimestamp } from './timestamps.ts'

export interface KeywordTable {
  id: Generated<number>
  name: string
  /** Number of published images that have it. */
  uses: Generated<number>
  /** tsvector of its words; null until an image with it is published. */
  words: string | null
}

export interface ImageTable {
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
  /** Set exactly where it is public. */
  pub_no: number | null
  created_at: DatabaseTimestamp
  updated_at: UpdatableTimestamp
  deleted_at: Date | null
  /** Raised by a trigger with every change of an editable column (optimistic locking). */
  version: ColumnType<number, never, never>
  /** Approved and not public, since it is withheld or its owner is blocked with their images hidden. */
  is_hidden: Generated<boolean>
  /** Visitors do not see it until its reports are decided about. */
  is_withheld: Generated<boolean>
  /** Its publish number before it was trashed or hidden, which it gets back. */
  previous_pub_no: number | null
  deleted_by: number | null
  /** It is then deleted, and in no trash. */
  taken_down_at: Date | null
  /** Its URL at the CDN; null while visitors get it from the origin. */
  delivery_url: string | null
  licence: Generated<Licence>
  /** Whom to name; empty for the contributor. */
  credit: Generated<string>
  ai_made: Generated<AiStatement>
  /** Version of `rightsStatement` that was stated about its file; null where none was. */
  rights_version: number | null
  /** When; null for `created_at`. */
  rights_at: Date | null
  /** When the edit in `waiting_edit` was made; null where none waits. */
  edit_waiting_since: Date | null
}

/** A contributor's edit of an approved image, until an admin has decided about it. */
export interface WaitingEditTable {
  image_id: number
  /** JSON: the fields that it changes. */
  fields: ColumnType<WaitingFields, string, string>
  /** Of the image; like all of the following null where the edit has no new file. */
  owner_id: number | null
  sha256: string | null
  file_name: string | null
  rights_version: number | null
  rights_at: Date | null
  /** What the image is to have once the file is approved; until then the address of the file. */
  cloudflare_id: string | null
}

/** What lists of the back offices are filtered and sorted by, of images outside the trash; kept by triggers. */
export interface ImageFacetTable {
  image_id: number
  owner_id: number
  status: ImageStatus
  created_at: Date
  edit_waiting_since: Date | null
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

/** What an image was given under before, and until when. */
export interface FormerLicenceTable {
  image_id: number
  licence: Licence
  credit: string
  until: DatabaseTimestamp
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
  /** The kinds of `findings` that are not overruled, worst first, kept by triggers; null until it is measured. */
  open_findings: ColumnType<FindingKind[] | null, null, null>
}

/** A fault that an admin says is none. */
export interface OverruledFindingTable {
  sha256: string
  kind: FindingKind
  reason: string
  overruled_by: number | null
  at: UpdatableTimestamp
}

/** What finds a picture again (`contract/measures/similarity/`); missing where it was never measured. */
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
  image_id: number
  decided_by: number | null
  at: DatabaseTimestamp
  status: ImageStatus
  reason: string | null
  note: Generated<string>
  /** Whether it was about a waiting edit; the image stayed approved. */
  about_edit: Generated<boolean>
  notified_at: Date | null
  /** Of the image; set by a trigger. */
  owner_id: number | null
  /** Whether the image went live at once, by the level of its contributor. */
  is_automatic: Generated<boolean>
}

/** The last decision about an image that counts for a level; kept by a trigger, also once the image was deleted. */
export interface CountedDecisionTable {
  image_id: number
  owner_id: number
  at: Date
  is_approved: boolean
}
