import { type AiStatement, aiOf, type StatedSource } from '@vitrine/contract/vocabulary/provenance/ai-statements'
import type { DigitalSource, FileSource } from '@vitrine/contract/vocabulary/provenance/digital-sources'
import type { StoredFile } from './file-facts.sql.ts'

export type SourcedFile = Pick<StoredFile, 'source' | 'source_place' | 'source_generator'>

/** What a stored file says of how it came about; null where it says nothing. */
export const fileSourceOf = ({ source, source_place, source_generator }: SourcedFile): FileSource | null =>
  source && source_place && { source, place: source_place, generator: source_generator }

/** What counts: the contributor's statement, or that of the file where it says more. */
export function aiInEffect({ ai_made, source }: StatedSource): AiStatement {
  const stated = [ai_made, aiOf(source)]
  return stated.includes('yes') ? 'yes' : stated.includes('partly') ? 'partly' : ai_made
}

/** The Digital Source Type (IPTC) of an image; null where nothing is known. */
export function sourceInEffect(image: StatedSource): DigitalSource | null {
  const ai = aiInEffect(image)
  if (aiOf(image.source) === ai) return image.source
  if (ai === 'yes') return 'trainedAlgorithmicMedia'
  return ai === 'partly' ? 'compositeWithTrainedAlgorithmicMedia' : image.source
}

/** The address of its code, by which programs know it; null where nothing is known. */
export function sourceUrlInEffect(image: StatedSource): string | null {
  const source = sourceInEffect(image)
  return source && `http://cv.iptc.org/newscodes/digitalsourcetype/${source}`
}
