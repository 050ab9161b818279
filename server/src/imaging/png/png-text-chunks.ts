import { inflateSync } from 'node:zlib'
import { decodeText } from '#kit/decode-text'
import { isIntact, type PngChunk, pngChunks } from './png-chunks.ts'

/** The metadata of a PNG's text chunks, inflated and decoded, not yet interpreted. */
export interface PngTexts {
  /** PNG's own texts by lower-case keyword ('title'); of each the first that is not empty counts. */
  byKeyword: Map<string, string>
  xmp: string[]
  /** IPTC records, with or without their Photoshop (8BIM) wrapper. */
  iptc: Buffer[]
  /** TIFF structures, as in an eXIf chunk. */
  exif: Buffer[]
  /** Whether something was too long or too much to be read. */
  isUnread: boolean
}

/** Of all texts under one keyword, so that none uses up what another needs; profiles are hexadecimal. */
const MAX_TEXT_BYTES = 64 * 1024
const MAX_PROFILE_BYTES = 2 * 2 ** 20
/** Chunks opened per file: bounds the cost of many small decompression bombs, which the byte budget does not. */
const MAX_OPENED_CHUNKS = 64

// Some programs store whole workflows under keywords of their own.
const TEXT_KEYWORDS = ['title', 'description', 'comment', 'keywords']
const XMP_KEYWORD = 'xml:com.adobe.xmp'
const PROFILE_KEYWORDS = ['xmp', 'iptc', '8bim', 'exif', 'app1', 'generic'].map((kind) => `raw profile type ${kind}`)
const newBudgets = () =>
  new Map([
    ...TEXT_KEYWORDS.map((keyword) => [keyword, MAX_TEXT_BYTES] as const),
    ...['eXIf', XMP_KEYWORD, ...PROFILE_KEYWORDS].map((keyword) => [keyword, MAX_PROFILE_BYTES] as const),
  ])

/** Opens texts and never throws: damaged and unknown chunks count as absent (requirements: #embedded-metadata). */
export function readTextChunks(png: Buffer): PngTexts {
  const texts: PngTexts = { byKeyword: new Map(), xmp: [], iptc: [], exif: [], isUnread: false }
  const budgets = newBudgets()
  const chunks = [...pngChunks(png)].filter((chunk) => budgets.has(keywordOf(chunk)) && isIntact(png, chunk))
  for (const chunk of chunks.slice(0, MAX_OPENED_CHUNKS)) {
    const keyword = keywordOf(chunk)
    const budget = budgets.get(keyword)!
    const bytes = openChunk(chunk, keyword, budget)
    budgets.set(keyword, bytes === 'too long' ? 0 : budget - (bytes?.length ?? 0))
    if (bytes === 'too long') texts.isUnread = true
    else if (bytes) storeText(texts, chunk.type, keyword, bytes)
  }
  return { ...texts, isUnread: texts.isUnread || chunks.length > MAX_OPENED_CHUNKS }
}

/** PNG 11.3.3: a keyword has 1 to 79 bytes of Latin-1 and ends with a null byte; case counts for nothing here. */
function keywordOf({ type, data }: PngChunk): string {
  if (!TEXT_TYPES.has(type)) return type
  return data.toString('latin1', 0, Math.max(0, data.subarray(0, 80).indexOf(0))).toLowerCase()
}

const TEXT_TYPES = new Set(['tEXt', 'zTXt', 'iTXt'])

/** The bytes of a text; null where it is damaged. */
function openChunk({ type, data }: PngChunk, keyword: string, budget: number): Buffer | null | 'too long' {
  const rest = type === 'eXIf' ? data : data.subarray(keyword.length + 1)
  if (type === 'zTXt') return inflateWithin(rest.subarray(1), budget)
  const text = type === 'iTXt' ? textOfInternational(rest) : rest
  if (text && type === 'iTXt' && rest[0] === 1) return inflateWithin(text, budget)
  return text && text.length > budget ? 'too long' : text
}

/** After the keyword of an iTXt: compression flag, method, language, null, translated keyword, null, text. */
function textOfInternational(rest: Buffer): Buffer | null {
  const language = rest.indexOf(0, 2)
  const translated = language < 0 ? -1 : rest.indexOf(0, language + 1)
  return translated < 0 ? null : rest.subarray(translated + 1)
}

function inflateWithin(bytes: Buffer, budget: number): Buffer | null | 'too long' {
  if (budget <= 0) return 'too long'
  try {
    return inflateSync(bytes, { maxOutputLength: budget })
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'too long' : null
  }
}

function storeText(texts: PngTexts, type: string, keyword: string, bytes: Buffer): void {
  if (type === 'eXIf') texts.exif.push(bytes)
  else if (keyword === XMP_KEYWORD) texts.xmp.push(decodeText(bytes))
  else if (PROFILE_KEYWORDS.includes(keyword)) storeProfile(texts, decodeHexProfile(bytes))
  else texts.byKeyword.set(keyword, texts.byKeyword.get(keyword)?.trim() || decodeText(bytes, type === 'iTXt'))
}

/** Its content tells what a profile is: "app1" is of a JPEG's Exif or XMP, and "generic" of anything. */
function storeProfile(texts: PngTexts, profile: Buffer): void {
  const head = profile.toString('latin1', 0, XMP_NAME.length)
  if (head === XMP_NAME) texts.xmp.push(decodeText(profile.subarray(XMP_NAME.length)))
  else if (head.startsWith(EXIF_NAME)) texts.exif.push(profile.subarray(EXIF_NAME.length))
  else if (head.startsWith('II*') || head.startsWith('MM\0')) texts.exif.push(profile)
  else if (head.startsWith('8BIM') || head.startsWith('\x1c')) texts.iptc.push(profile)
  else texts.xmp.push(decodeText(profile))
}

const EXIF_NAME = 'Exif\0\0'
const XMP_NAME = 'http://ns.adobe.com/xap/1.0/\0'

/** A raw profile: a line with its name, one with its length, then the bytes as lines of hexadecimal digits. */
function decodeHexProfile(bytes: Buffer): Buffer {
  const [, , ...lines] = bytes
    .toString('latin1')
    .trim()
    .split(/\r\n?|\n/)
  return Buffer.from(lines.join('').replaceAll(/\s/g, ''), 'hex')
}
