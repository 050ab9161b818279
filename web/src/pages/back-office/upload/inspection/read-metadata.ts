import { keywordsIn } from '@vitrine/contract/keywords'
import { cleanTitle } from '@vitrine/contract/uploading/file-title'
import { singleLine } from '@vitrine/contract/uploading/plain-text'
import { isProgramSignature } from '@vitrine/contract/uploading/program-signature'
import { findCategory } from '@vitrine/contract/vocabulary/find-category'
import { limits } from '@vitrine/contract/vocabulary/limits'
import type { TextChunk } from './parse-png.ts'

/** Metadata embedded in a file; empty fields where there is none (requirements: #embedded-metadata). */
export interface EmbeddedMetadata {
  title: string
  description: string
  keywords: string[]
  /** Value of one of the 20 categories, or ''. */
  category: string
}

export const noMetadata: EmbeddedMetadata = { title: '', description: '', keywords: [], category: '' }

/**
 * XMP first, then PNG's own text chunks. Trusted Types and the worker leave no XML parser, so five XMP properties are
 * matched by their usual names. The server reads the rest (IPTC, Exif, other prefixes) for fields that are left empty.
 */
export async function readEmbeddedMetadata(stored: TextChunk[]): Promise<EmbeddedMetadata> {
  const { byKeyword, xmp } = await decodeTextChunks(stored)
  const pngText = (keyword: string) => byKeyword.get(keyword) ?? ''
  const subjects = propertyList(xmp, 'dc:subject')
  const title = propertyText(xmp, 'dc:title') || propertyText(xmp, 'photoshop:Headline') || pngText('title')
  return {
    title: cleanTitle(toSingleLine(title, limits.title)).title,
    description: toSingleLine(
      [propertyText(xmp, 'dc:description'), pngText('description'), pngText('comment')].find(
        (text) => text && !isProgramSignature(text),
      ) ?? '',
      limits.description,
    ),
    keywords: (subjects.length ? subjects : keywordsIn(pngText('keywords')))
      .map((keyword) => toSingleLine(keyword))
      .filter(Boolean),
    category: findCategory(toSingleLine(propertyText(xmp, 'photoshop:Category')))?.value ?? '',
  }
}

/** The text of a property, written as an element or an attribute; of several languages the default one. */
function propertyText(xmp: string, property: string): string {
  const inner = elementContent(xmp, property)
  if (inner === null) return unescapeXml(new RegExp(`\\s${property}=(["'])(.*?)\\1`, 's').exec(xmp)?.[2] ?? '')
  const items = listItems(inner).filter(({ text }) => text.trim())
  const item = items.find(({ attributes }) => /xml:lang=["']x-default["']/.test(attributes)) ?? items[0]
  return unescapeXml(item ? item.text : inner)
}

const propertyList = (xmp: string, property: string): string[] =>
  listItems(elementContent(xmp, property) ?? '')
    .map(({ text }) => unescapeXml(text))
    .filter(Boolean)

function elementContent(xmp: string, property: string): string | null {
  const start = new RegExp(`<${property}(?:\\s[^<>]*)?>`).exec(xmp)
  if (!start) return null
  const from = start.index + start[0].length
  const end = xmp.indexOf(`</${property}>`, from)
  return end < 0 ? null : xmp.slice(from, end)
}

const listItems = (inner: string) =>
  [...inner.matchAll(/<rdf:li\b([^<>]*)>([^<]*)<\/rdf:li>/g)].map(([, attributes = '', text = '']) => ({
    attributes,
    text,
  }))

/** Decodes XML entities; text that contains markup is an unknown form and gives ''. */
function unescapeXml(text: string): string {
  if (text.includes('<')) return ''
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi, (all, decimal, hex, name) => {
    if (name) return namedEntities[name.toLowerCase()] ?? all
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
}

const namedEntities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** One line of at most `maxLength` characters. */
const toSingleLine = (text: string, maxLength: number = limits.title) =>
  singleLine(text)
    .slice(0, maxLength)
    .replace(/[\uD800-\uDBFF]$/, '')

/** The text chunks of a PNG, inflated and decoded. */
interface DecodedTexts {
  /** PNG's own texts by lower-case keyword ('title'); the first of each keyword wins. */
  byKeyword: Map<string, string>
  xmp: string
}

/** Total size limit of the inflated texts of one file in bytes; larger ones are skipped. */
const maxInflatedBytes = 64 * 1024

/** Decodes the known text chunks; damaged, unknown and too large ones are skipped. */
async function decodeTextChunks(stored: TextChunk[]): Promise<DecodedTexts> {
  const texts: DecodedTexts = { byKeyword: new Map(), xmp: '' }
  let budget = maxInflatedBytes
  for (const chunk of stored) {
    const keyword = keywordOf(chunk.data)
    if (!knownKeywords.has(keyword)) continue
    const bytes = await readContent(chunk, keyword, budget)
    if (!bytes) continue
    budget -= bytes.length
    if (keyword === xmpKeyword) texts.xmp ||= withoutSections(new TextDecoder().decode(bytes))
    else if (!texts.byKeyword.get(keyword)) texts.byKeyword.set(keyword, decodeText(chunk.type, bytes))
  }
  return texts
}

/** CDATA sections as plain text; an unclosed one extends to the end, which keeps the match linear. */
const withoutSections = (xmp: string) =>
  xmp.replaceAll(/<!\[CDATA\[(.*?)(?:\]\]>|$)/gs, (_, text: string) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
  )

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
