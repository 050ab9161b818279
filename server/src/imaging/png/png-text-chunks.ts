import { inflateSync } from 'node:zlib'
import type { TextChunk } from './png-validator.ts'

/** The metadata of a PNG's text chunks, inflated and decoded, not yet interpreted. */
export interface PngTexts {
  /** PNG's own texts by lower-case keyword ('title'); the first of each counts. */
  byKeyword: Map<string, string>
  xmp: string | null
  /** IPTC records, with or without their Photoshop (8BIM) wrapper. */
  iptc: Buffer | null
  /** A TIFF structure, as in an eXIf chunk. */
  exif: Buffer | null
}

/** Bytes of all inflated texts of one file together; texts beyond this budget are skipped. */
const MAX_INFLATED_BYTES = 64 * 1024
/** Chunks opened per file: bounds the cost of many small decompression bombs, which the byte budget does not. */
const MAX_OPENED_CHUNKS = 64

/**
 * Opens the text chunks that may describe the image: tEXt, zTXt, iTXt, eXIf and the `Raw profile type` texts of
 * ImageMagick. Never throws: damaged, unknown and oversized chunks count as absent (requirements: #embedded-metadata).
 */
export function readTextChunks(stored: TextChunk[]): PngTexts {
  const text: PngTexts = { byKeyword: new Map(), xmp: null, iptc: null, exif: null }
  let budget = MAX_INFLATED_BYTES
  for (const chunk of stored.filter(isRelevant).slice(0, MAX_OPENED_CHUNKS)) {
    const opened = openChunk(chunk, budget)
    if (!opened) continue
    budget -= opened.bytes.length
    storeText(text, chunk.type, opened)
  }
  return text
}

interface OpenedChunk {
  keyword: string
  bytes: Buffer
}

function isRelevant(chunk: TextChunk): boolean {
  return chunk.type === 'eXIf' || RELEVANT_KEYWORDS.has(keywordOf(chunk.data))
}

// Some programs store whole workflows under keywords of their own, which must not use up the budget of the title.
const RELEVANT_KEYWORDS = new Set([
  'title',
  'description',
  'comment',
  'keywords',
  'xml:com.adobe.xmp',
  'raw profile type xmp',
  'raw profile type iptc',
  'raw profile type 8bim',
  'raw profile type exif',
  'raw profile type app1',
])

/** PNG 11.3.3: a keyword has 1 to 79 bytes of Latin-1 and ends with a null byte. */
function keywordOf(data: Buffer): string {
  return data.toString('latin1', 0, Math.max(0, data.subarray(0, 80).indexOf(0))).toLowerCase()
}

function openChunk({ type, data }: TextChunk, budget: number): OpenedChunk | null {
  if (type === 'eXIf') return data.length <= budget ? { keyword: 'exif', bytes: data } : null
  const keyword = keywordOf(data)
  const rest = data.subarray(keyword.length + 1)
  const bytes =
    type === 'tEXt' ? rest : type === 'zTXt' ? inflateWithin(rest.subarray(1), budget) : internationalText(rest, budget)
  return bytes && bytes.length <= budget ? { keyword, bytes } : null
}

/** After the keyword of an iTXt: compression flag, method, language, null, translated keyword, null, text. */
function internationalText(rest: Buffer, budget: number): Buffer | null {
  const language = rest.indexOf(0, 2)
  const translated = language < 0 ? -1 : rest.indexOf(0, language + 1)
  if (translated < 0) return null
  const text = rest.subarray(translated + 1)
  return rest[0] === 1 ? inflateWithin(text, budget) : text
}

function inflateWithin(bytes: Buffer, budget: number): Buffer | null {
  try {
    return inflateSync(bytes, { maxOutputLength: Math.max(budget, 1) })
  } catch {
    return null
  }
}

function storeText(text: PngTexts, type: TextChunk['type'], { keyword, bytes }: OpenedChunk): void {
  const profile = keyword.startsWith('raw profile') ? decodeHexProfile(bytes) : null
  if (keyword === 'exif') text.exif ??= bytes
  else if (keyword.startsWith('xml:')) text.xmp ??= bytes.toString('utf8')
  else if (keyword.endsWith('xmp')) text.xmp ??= profile!.toString('utf8')
  else if (/iptc|8bim/.test(keyword)) text.iptc ??= profile
  else if (profile) storeApp1Profile(text, profile)
  else if (!text.byKeyword.has(keyword)) text.byKeyword.set(keyword, decodeText(type, bytes))
}

/** ImageMagick's copy of a JPEG's APP1 segment: Exif or XMP, distinguished by its leading name. */
function storeApp1Profile(text: PngTexts, profile: Buffer): void {
  if (profile.indexOf(EXIF_NAME) === 0) text.exif ??= profile.subarray(EXIF_NAME.length)
  else if (profile.indexOf(XMP_NAME) === 0) text.xmp ??= profile.toString('utf8', XMP_NAME.length)
  else text.exif ??= profile
}

const EXIF_NAME = 'Exif\0\0'
const XMP_NAME = 'http://ns.adobe.com/xap/1.0/\0'

/** ImageMagick's raw profile: its name, its length, then the bytes as lines of hexadecimal digits. */
function decodeHexProfile(bytes: Buffer): Buffer {
  const [, , ...lines] = bytes.toString('latin1').trim().split(/\s+/)
  return Buffer.from(lines.join(''), 'hex')
}

/** tEXt and zTXt are Latin-1 by the standard, yet many programs write UTF-8, which Latin-1 text hardly ever is. */
function decodeText(type: TextChunk['type'], bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: type !== 'iTXt' }).decode(bytes)
  } catch {
    return bytes.toString('latin1')
  }
}
