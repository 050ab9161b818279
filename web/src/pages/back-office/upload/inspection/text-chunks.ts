import type { TextChunk } from './parse-png.ts'

/** The text chunks of a PNG, inflated and decoded. */
export interface DecodedTexts {
  /** PNG's own texts by lower-case keyword ('title'); the first of each keyword wins. */
  byKeyword: Map<string, string>
  xmp: string
}

/** Total size limit of the inflated texts of one file in bytes; larger ones are skipped. */
const maxInflatedBytes = 64 * 1024

/** Decodes the known text chunks; damaged, unknown and too large ones are skipped. */
export async function decodeTextChunks(stored: TextChunk[]): Promise<DecodedTexts> {
  const texts: DecodedTexts = { byKeyword: new Map(), xmp: '' }
  let budget = maxInflatedBytes
  for (const chunk of stored) {
    const keyword = keywordOf(chunk.data)
    if (!knownKeywords.has(keyword)) continue
    const bytes = await readContent(chunk, keyword, budget)
    if (!bytes) continue
    budget -= bytes.length
    if (keyword === xmpKeyword) texts.xmp ||= new TextDecoder().decode(bytes)
    else if (!texts.byKeyword.has(keyword)) texts.byKeyword.set(keyword, decodeText(chunk.type, bytes))
  }
  return texts
}

const xmpKeyword = 'xml:com.adobe.xmp'
const knownKeywords = new Set([xmpKeyword, 'title', 'description', 'comment', 'keywords'])

/** PNG 11.3.3: 1 to 79 bytes of Latin-1, ended by a null byte. */
function keywordOf(data: Uint8Array): string {
  return String.fromCharCode(...data.subarray(0, Math.max(0, data.subarray(0, 80).indexOf(0)))).toLowerCase()
}

async function readContent({ type, data }: TextChunk, keyword: string, maxBytes: number): Promise<Uint8Array | null> {
  const rest = data.subarray(keyword.length + 1)
  if (type === 'zTXt') return inflate(rest.subarray(1), maxBytes)
  const { text, isCompressed } = type === 'iTXt' ? parseInternationalText(rest) : { text: rest, isCompressed: false }
  if (isCompressed) return inflate(text, maxBytes)
  return text.length <= maxBytes ? text : null
}

/** After the keyword of an iTXt: compression flag, method, language, null, translated keyword, null, text. */
function parseInternationalText(rest: Uint8Array) {
  const language = rest.indexOf(0, 2)
  const translated = language < 0 ? -1 : rest.indexOf(0, language + 1)
  return { text: translated < 0 ? new Uint8Array() : rest.subarray(translated + 1), isCompressed: rest[0] === 1 }
}

/** Inflates piece by piece and stops beyond `maxBytes`, against decompression bombs. */
async function inflate(bytes: Uint8Array, maxBytes: number): Promise<Uint8Array | null> {
  const pieces: Uint8Array[] = []
  let length = 0
  try {
    const stream = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeThrough(new DecompressionStream('deflate'))
    const reader = stream.getReader()
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      pieces.push(next.value)
      length += next.value.length
      if (length > maxBytes) {
        await reader.cancel()
        return null
      }
    }
  } catch {
    return null
  }
  return new Uint8Array(await new Blob(pieces as Uint8Array<ArrayBuffer>[]).arrayBuffer())
}

/** tEXt and zTXt are Latin-1 by the standard, but many programs write UTF-8; real Latin-1 is rarely valid UTF-8. */
function decodeText(type: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: type !== 'iTXt' }).decode(bytes)
  } catch {
    return new TextDecoder('latin1').decode(bytes)
  }
}
