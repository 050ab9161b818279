import { type FileSource, findDigitalSource } from '@vitrine/contract/vocabulary/provenance/digital-sources'
import { readContentCredentials } from './content-credentials.ts'
import { isIntact, pngChunks } from './png-chunks.ts'
import type { XmpProperties } from './xmp.ts'

/**
 * How a PNG says that it came about: by its Content Credentials, else by the "Digital Source Type" of IPTC in its XMP;
 * null where neither says anything that is known. Never throws.
 */
export function readFileSource(file: Buffer, { texts }: XmpProperties): FileSource | null {
  for (const chunk of pngChunks(file)) {
    const credentials = chunk.type === 'caBX' && isIntact(file, chunk) ? readContentCredentials(chunk.data) : null
    if (credentials) return credentials
  }
  // The first that is known: a file may have one of each of its parts.
  for (const text of texts.get('Iptc4xmpExt:DigitalSourceType') ?? []) {
    const source = findDigitalSource(text.trim())
    if (source) return { source, place: 'xmp', generator: '' }
  }
  return null
}
