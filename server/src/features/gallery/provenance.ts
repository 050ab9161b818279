import {
  provenanceSentences,
  type StatedSource,
  sourceUrlInEffect,
} from '@vitrine/contract/vocabulary/provenance/ai-statements'
import { fileSourceOf, type SourcedFile } from '#features/files/file-source'

/** What the reply of an image says of how it came about. */
export function provenanceOf(row: SourcedFile & StatedSource) {
  const file_source = fileSourceOf(row)
  return {
    file_source,
    provenance: provenanceSentences(row.ai_made, file_source),
    digital_source_url: sourceUrlInEffect(row),
  }
}
