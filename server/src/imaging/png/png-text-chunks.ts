import { inflateSync } from 'node:zlib'
import type { TextChunk } from './png-validator.ts'

/** What the text chunks of a PNG hold, inflated and decoded, not yet interpreted. */
export interface PngTexts {
  /** PNG's own texts by keyword in small letters ('title'); the first of each counts. */
  byKeyword: Map<string, string>
  xmp: string | null
  /** IPTC records, with or without their Photoshop (8BIM) wrapping. */
  iptc: Buffer | null
  /** A TIFF structure, as in an eXIf chunk. */
  exif: Buffer | null
}

/** Bytes that all texts of one file may have together once inflated; what does not fit is skipped. */
const MAX_INFLATED_BYTES = 64 * 1024
/** Texts opened per file: beyond the room above, this bounds what a hundred small bombs cost. */
const MAX_OPENED_CHUNKS = 64

/**
 * Opens the text chunks that may say something about the picture: tEXt, zTXt, iTXt, eXIf and the `Raw profile type`
 * texts of ImageMagick. Never throws: what is damaged, unknown or too large counts as absent
 * (requirements: #embedded-metadata).
 */
export function readTextChunks(stored: TextChunk[]): PngTexts {
  const text: PngTexts = { byKeyword: new Map(), xmp: null, iptc: null, exif: null }
  let room = MAX_INFLATED_BYTES
  for (const chunk of stored.filter(isRelevant).slice(0, MAX_OPENED_CHUNKS)) {
    const opened = openChunk(chunk, room)
    if (!opened) continue
    room -= opened.bytes.length
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

// Programs keep whole workflows in keywords of their own; those must not use up the room of the title.
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

function openChunk({ type, data }: TextChunk, room: number): OpenedChunk | null {
  if (type === 'eXIf') return data.length <= room ? { keyword: 'exif', bytes: data } : null
  const keyword = keywordOf(data)
  const rest = data.subarray(keyword.length + 1)
  const bytes =
    type === 'tEXt' ? rest : type === 'zTXt' ? inflateWithin(rest.subarray(1), room) : internationalText(rest, room)
  return bytes && bytes.length <= room ? { keyword, bytes } : null
}

/** After the keyword of an iTXt: compression flag, method, language, null, translated keyword, null, text. */
function internationalText(rest: Buffer, room: number): Buffer | null {
  const language = rest.indexOf(0, 2)
  const translated = language < 0 ? -1 : rest.indexOf(0, language + 1)
  if (translated < 0) return null
  const text = rest.subarray(translated + 1)
  return rest[0] === 1 ? inflateWithin(text, room) : text
}

function inflateWithin(bytes: Buffer, room: number): Buffer | null {
  try {
    return inflateSync(bytes, { maxOutputLength: Math.max(room, 1) })
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

/** A JPEG's APP1 segment kept by ImageMagick: Exif or XMP, told apart by the name in front. */
function storeApp1Profile(text: PngTexts, profile: Buffer): void {
  if (profile.indexOf(EXIF_NAME) === 0) text.exif ??= profile.subarray(EXIF_NAME.length)
  else if (profile.indexOf(XMP_NAME) === 0) text.xmp ??= profile.toString('utf8', XMP_NAME.length)
  else text.exif ??= profile
}

const EXIF_NAME = 'Exif\0\0'
const XMP_NAME = 'http://ns.adobe.com/xap/1.0/\0'

/** ImageMagick's form of a profile: its name, its length, then the bytes as hexadecimal digits in lines. */
function decodeHexProfile(bytes: Buffer): Buffer {
  const [, , ...lines] = bytes.toString('latin1').trim().split(/\s+/)
  return Buffer.from(lines.join(''), 'hex')
}

/** tEXt and zTXt are Latin-1 by the standard, yet many programs write UTF-8; valid UTF-8 is hardly ever Latin-1. */
function decodeText(type: TextChunk['type'], bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: type !== 'iTXt' }).decode(bytes)
  } catch {
    return bytes.toString('latin1')
  }
}
