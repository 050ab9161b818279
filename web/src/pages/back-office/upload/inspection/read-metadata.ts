import { findCategory } from '@vitrine/contract/vocabulary/find-category'
import { limits } from '@vitrine/contract/vocabulary/limits'
import type { TextChunk } from './parse-png.ts'
import { decodeTextChunks } from './text-chunks.ts'

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
  return {
    title: toSingleLine(
      propertyText(xmp, 'dc:title') || propertyText(xmp, 'photoshop:Headline') || pngText('title'),
      limits.title,
    ),
    description: toSingleLine(
      // Editors write signatures like 'Created with GIMP' here.
      propertyText(xmp, 'dc:description') ||
        pngText('description') ||
        pngText('comment').replace(/^\s*created (with|by|using) .*/is, ''),
      limits.description,
    ),
    keywords: (subjects.length ? subjects : pngText('keywords').split(/[,;]/))
      .map((keyword) => toSingleLine(keyword))
      .filter(Boolean),
    category: findCategory(toSingleLine(propertyText(xmp, 'photoshop:Category')))?.value ?? '',
  }
}

/** The text of a property, written as an element or an attribute; of several languages the default one. */
function propertyText(xmp: string, property: string): string {
  const inner = elementContent(xmp, property)
  if (inner === null) return unescapeXml(new RegExp(`\\s${property}=(["'])(.*?)\\1`, 's').exec(xmp)?.[2] ?? '')
  const items = listItems(inner)
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

/** One line of at most `maxLength` characters, without control characters and bidirectional overrides. */
const toSingleLine = (text: string, maxLength: number = limits.title) =>
  text
    .toWellFormed()
    .replace(/[\u202A-\u202E\u2066-\u2069\uFEFF\uFFFD]/g, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, maxLength)
    .replace(/[\uD800-\uDBFF]$/, '')
