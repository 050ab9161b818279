import {
  digitalSourceUrl,
  type FileSource,
  fileSourceText,
} from '@vitrine/contract/vocabulary/provenance/digital-sources'
import type { StoredFile } from '#features/files/files.sql'

type SourcedRow = Pick<StoredFile, 'source' | 'source_place' | 'source_generator'>

/** What a stored file says of how it came about; null where it says nothing. */
export const fileSourceOf = ({ source, source_place, source_generator }: SourcedRow): FileSource | null =>
  source && source_place && { source, place: source_place, generator: source_generator }

/** What the reply of an image says of how it came about. */
export function provenanceOf(row: SourcedRow) {
  const file_source = fileSourceOf(row)
  const sentence = fileSourceText(file_source)
  return {
    file_source,
    provenance: sentence ? [sentence] : [],
    digital_source_url: file_source && digitalSourceUrl(file_source.source),
  }
}
