import type { FileSource } from '@vitrine/contract/vocabulary/provenance/digital-sources'
import type { StoredFile } from './files.sql.ts'

export type SourcedFile = Pick<StoredFile, 'source' | 'source_place' | 'source_generator'>

/** What a stored file says of how it came about; null where it says nothing. */
export const fileSourceOf = ({ source, source_place, source_generator }: SourcedFile): FileSource | null =>
  source && source_place && { source, place: source_place, generator: source_generator }
