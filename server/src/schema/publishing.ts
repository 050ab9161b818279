import type { Generated } from 'kysely'
import type { UpdatableTimestamp } from './timestamps.ts'

export interface PublishedTable {
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
  /** By its number in `licenceNumbers`. */
  licence: Generated<number>
  /** By its number in `aiNumbers`. */
  ai: Generated<number>
  downloads: number
  /** Class of the downloads of the last 90 days (search/inverted-index/terms.ts). */
  popularity: Generated<number>
}

/** The pictures that the home page or a category shows first on one day (UTC). */
export interface HighlightSetTable {
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
