import type { TextChunk } from './parse-png.ts'

/** What the text chunks of a PNG hold, inflated and decoded. */
export interface DecodedTexts {
  /** PNG's own texts by keyword in small letters ('title'); the first of each counts. */
  byKeyword: Map<string, string>
  xmp: string
}

/** Bytes that all texts of one file may have together once inflated; what does not fit is skipped. */
const maxInflatedBytes = 64 * 1024

/** Opens the texts that say something about the picture. What is damaged, unknown or too large counts as absent. */
export async function decodeTextChunks(stored: TextChunk[]): Promise<DecodedTexts> {
  const texts: DecodedTexts = { byKeyword: new Map(), xmp: '' }
  let left = maxInflatedBytes
  for (const chunk of stored) {
    const keyword = keywordOf(chunk.data)
    if (!knownKeywords.has(keyword)) continue
    const bytes = await readContent(chunk, keyword, left)
    if (!bytes) continue
    left -= bytes.length
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

async function readContent({ type, data }: TextChunk, keyword: string, most: number): Promise<Uint8Array | null> {
  const rest = data.subarray(keyword.length + 1)
  if (type === 'zTXt') return inflate(rest.subarray(1), most)
  const { text, packed } = type === 'iTXt' ? parseInternationalText(rest) : { text: rest, packed: false }
  if (packed) return inflate(text, most)
  return text.length <= most ? text : null
}

/** After the keyword of an iTXt: compression flag, method, language, null, translated keyword, null, text. */
function parseInternationalText(rest: Uint8Array) {
  const language = rest.indexOf(0, 2)
  const translated = language < 0 ? -1 : rest.indexOf(0, language + 1)
  return { text: translated < 0 ? new Uint8Array() : rest.subarray(translated + 1), packed: rest[0] === 1 }
}

/** Inflates piece by piece and ends at the first byte too many, so that a small bomb stays small. */
async function inflate(bytes: Uint8Array, most: number): Promise<Uint8Array | null> {
  const pieces: Uint8Array[] = []
  let length = 0
  try {
    const stream = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeThrough(new DecompressionStream('deflate'))
    const reader = stream.getReader()
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      pieces.push(next.value)
      length += next.value.length
      if (length > most) {
        await reader.cancel()
        return null
      }
    }
  } catch {
    return null
  }
  return new Uint8Array(await new Blob(pieces as Uint8Array<ArrayBuffer>[]).arrayBuffer())
}

/** tEXt and zTXt are Latin-1 by the standard, yet many programs write UTF-8; valid UTF-8 is hardly ever Latin-1. */
function decodeText(type: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: type !== 'iTXt' }).decode(bytes)
  } catch {
    return new TextDecoder('latin1').decode(bytes)
  }
}
