import { deflateSync } from 'node:zlib'
import { normalizeKeywords } from '@vitrine/contract/keywords'
import { cleanTitle } from '@vitrine/contract/uploading/file-title'
import { limits } from '@vitrine/contract/vocabulary/limits'
import ExifReader from 'exifreader'
import { pngChunk, pngSignature, xmpChunk } from './png-chunks.ts'
import { type PngTexts, readTextChunks } from './png-text-chunks.ts'
import type { PngFacts } from './png-validator.ts'

/** Metadata read from an uploaded file; empty where there is none (requirements: #embedded-metadata). */
export interface EmbeddedMetadata {
  title: string
  /** Whom the title names as the maker, as those of clip art do. */
  maker: string
  description: string
  keywords: string[]
  /** As stored in the file: a code, a name or any text, not yet matched to one of the 20 categories. */
  category: string
}

/**
 * Reads title, description, keywords and category from a PNG's text chunks: XMP first, then IPTC, then PNG's own texts,
 * then Exif. Returns plain, still untrusted text of bounded length. Never throws: on failure the fields are empty.
 */
export async function readEmbeddedMetadata(png: Pick<PngFacts, 'text'>): Promise<EmbeddedMetadata> {
  const text = readTextChunks(png.text)
  const { xmp = {}, iptc = {}, exif = {} } = await readTags(text)
  const words = (keyword: string) => text.byKeyword.get(keyword) ?? ''
  const field = (name: string) => [iptc[name] ?? []].flat().map((tag) => tag.description)
  const title = firstText(limits.title, [
    singleText(xmp.title),
    singleText(xmp.Headline),
    ...field('Object Name'),
    words('title'),
  ])
  return {
    ...cleanTitle(title),
    description: firstText(limits.description, [
      singleText(xmp.description),
      ...field('Caption/Abstract'),
      words('description'),
      // Editors sign here: 'Created with GIMP' does not describe the image.
      words('comment').replace(/^\s*created (with|by|using) .*/is, ''),
      exif.ImageDescription?.description,
    ]),
    keywords: firstKeywords([
      allTexts(xmp.subject),
      field('Keywords'),
      allTexts(xmp.hierarchicalSubject).map((path) => path.split('|').at(-1)!),
      [words('keywords')],
    ]),
    category: firstText(limits.title, [
      singleText(xmp.Category),
      ...allTexts(xmp.SupplementalCategories),
      ...field('Category'),
      ...field('Supplemental Category'),
    ]),
  }
}

/**
 * Parses XMP, IPTC and Exif with ExifReader, which never sees the upload: it gets a tiny PNG made here from what
 * `readTextChunks` has inflated within its budget, so that no decompression bomb can reach it.
 */
async function readTags(text: PngTexts): Promise<EmbeddedTags> {
  const chunks: Buffer[] = []
  const xmp = text.xmp && sanitizeXmp(text.xmp)
  if (xmp) chunks.push(xmpChunk(xmp))
  // ExifReader reads this profile only from a compressed chunk.
  if (text.iptc)
    chunks.push(pngChunk('zTXt', `Raw profile type iptc\0\0${deflateSync(hexProfile(text.iptc)).toString('latin1')}`))
  if (text.exif) chunks.push(pngChunk('eXIf', text.exif.toString('latin1')))
  if (chunks.length === 0) return {}

  const png = Buffer.concat([pngSignature, pngChunk('IHDR', IHDR_DATA), ...chunks, pngChunk('IEND', '')])
  const tags = ExifReader.load(png, {
    expanded: true,
    async: true,
    includeTags: { xmp: true, iptc: true, exif: ['ImageDescription'] },
  })
  return (await tags.catch(() => ({}))) as EmbeddedTags
}

/** The part of ExifReader's result that is used here; values from the file stay `unknown`. */
interface EmbeddedTags {
  xmp?: Record<string, XmpTag | undefined>
  iptc?: Record<string, DescribedTag | DescribedTag[] | undefined>
  exif?: Record<string, DescribedTag | undefined>
}

interface DescribedTag {
  description: unknown
}

interface XmpTag {
  value: unknown
  attributes?: { lang?: string }
}

/**
 * Prepares XMP for ExifReader; null when there is no RDF. Only the RDF is passed on: no DOCTYPE can declare entities.
 * ExifReader 4.46 drops the whole packet over a comment, CDATA section or unknown entity; those become plain text.
 */
function sanitizeXmp(xmp: string): string | null {
  const start = xmp.indexOf('<rdf:RDF')
  const end = xmp.lastIndexOf('</rdf:RDF>')
  if (start < 0 || end < start) return null
  const rdf = xmp
    .slice(start, end + '</rdf:RDF>'.length)
    // An unclosed section extends to the end of the text, which keeps the match linear.
    .replace(/<!--.*?(?:-->|$)|<\?.*?(?:\?>|$)|<!\[CDATA\[(.*?)(?:\]\]>|$)/gs, (_, text: string = '') =>
      text.replace(/&/g, '&amp;').replace(/</g, '&lt;'),
    )
    .replace(/&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);)/gi, '&amp;')
  return rdf.split('<').length <= MAX_XMP_TAGS && rdf.split('xmlns:').length <= MAX_XMP_NAMESPACES ? rdf : null
}

/** Opening and closing tags: xmldom takes quadratic time. Photoshop writes a few hundred, and 15 namespaces. */
const MAX_XMP_TAGS = 4_000
const MAX_XMP_NAMESPACES = 200

/** The raw profile as ImageMagick writes it; bare IPTC records are wrapped as Photoshop's resource 0x0404 first. */
function hexProfile(iptc: Buffer): string {
  const size = Buffer.alloc(4)
  size.writeUInt32BE(iptc.length)
  const resource = iptc[0] === 0x1c ? Buffer.concat([Buffer.from('8BIM\x04\x04\0\0', 'latin1'), size, iptc]) : iptc
  return `\niptc\n${resource.length}\n${resource.toString('hex')}`
}

/** 1 x 1 pixel, 8 bits, greyscale. */
const IHDR_DATA = '\0\0\0\x01\0\0\0\x01\x08\0\0\0\0'

/** The text of an XMP value; of several languages the default one, else the first. */
function singleText(tag: XmpTag | undefined): string {
  if (!Array.isArray(tag?.value)) return typeof tag?.value === 'string' ? tag.value : ''
  const items: XmpTag[] = tag.value
  return singleText(items.find((item) => item.attributes?.lang === 'x-default') ?? items[0])
}

function allTexts(tag: XmpTag | undefined): string[] {
  return Array.isArray(tag?.value) ? tag.value.map(singleText) : [singleText(tag)]
}

/** ExifReader's placeholder for a value that it cannot decode. */
const UNREADABLE = '<faulty value>'

function firstText(maxLength: number, candidates: unknown[]): string {
  for (const candidate of candidates) {
    const text = typeof candidate === 'string' ? truncateText(normalizeText(candidate), maxLength) : ''
    if (text !== '' && text !== UNREADABLE) return text
  }
  return ''
}

/** The keywords of the first source that has any; overlong ones are dropped, being sentences without commas. */
function firstKeywords(sources: unknown[][]): string[] {
  for (const source of sources) {
    const texts = source.filter((text) => typeof text === 'string')
    const words = texts.flatMap((text) => text.split(/[,;]/)).map(normalizeText)
    const keywords = normalizeKeywords(words.filter((word) => word.length <= limits.keyword))
    if (keywords.length > 0) return keywords
  }
  return []
}

/** One line of well-formed text, without control characters (PostgreSQL rejects NUL) and bidirectional overrides. */
function normalizeText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\u202A-\u202E\u2066-\u2069\uFEFF\uFFFD]/g, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
}

/** At most `maxLength` UTF-16 code units, without splitting a surrogate pair. */
function truncateText(text: string, maxLength: number): string {
  return text
    .slice(0, maxLength)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()
}
