import { crc32 } from 'node:zlib'
import {
  type DigitalSource,
  type FileSource,
  findDigitalSource,
} from '@vitrine/contract/vocabulary/provenance/digital-sources'
import { readContentCredentials } from './content-credentials.ts'
import { type PngChunk, pngChunks } from './png-chunks.ts'
import { readTextChunks } from './png-text-chunks.ts'
import type { TextChunk } from './png-validator.ts'

/**
 * How a PNG says that it came about: by its Content Credentials, else by the "Digital Source Type" of IPTC in its XMP;
 * null where neither says anything that is known. Never throws.
 */
export function readFileSource(file: Buffer): FileSource | null {
  const text: TextChunk[] = []
  let credentials: FileSource | null = null
  for (const chunk of pngChunks(file)) {
    if (!isRead(chunk) || !isIntact(file, chunk)) continue
    if (chunk.type === 'caBX') credentials ??= readContentCredentials(chunk.data)
    else text.push(chunk as TextChunk)
  }
  if (credentials) return credentials
  const source = sourceInXmp(readTextChunks(text).xmp ?? '')
  return source ? { source, place: 'xmp', generator: '' } : null
}

const isRead = ({ type }: PngChunk) => type === 'iTXt' || type === 'zTXt' || type === 'caBX'

const isIntact = (file: Buffer, { type, data, end }: PngChunk) =>
  crc32(data, crc32(type)) === file.readUInt32BE(end - 4)

/**
 * As attribute, element, list or reference, by whatever prefix: the name of the property is followed by the code or its
 * address. Only the text after each name is searched, so that a hostile packet takes linear time.
 */
function sourceInXmp(xmp: string): DigitalSource | undefined {
  for (let at = xmp.indexOf(PROPERTY); at >= 0; at = xmp.indexOf(PROPERTY, at + 1)) {
    const after = xmp.slice(at + PROPERTY.length, at + PROPERTY.length + MAX_DISTANCE)
    const [, value = ''] =
      /^\s*(?:=\s*["']|>\s*(?:<rdf:(?:Bag|Seq|Alt)>\s*<rdf:li>\s*)?|\s[^<>]*rdf:resource=["'])([^"'<>]*)/.exec(after) ??
      []
    const source = findDigitalSource(value.trim())
    if (source) return source
  }
  return undefined
}

const PROPERTY = 'DigitalSourceType'
/** Characters between the name and the end of the value. */
const MAX_DISTANCE = 300
