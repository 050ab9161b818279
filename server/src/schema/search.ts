import type { Generated } from 'kysely'

export interface SearchConfigTable {
  /** Always true, as the primary key: the table has one row. */
  is_only_row: Generated<boolean>
  has_search_log: Generated<boolean>
}

/** What visitors searched for on one day (UTC). */
export interface SearchLogTable {
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
