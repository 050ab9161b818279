import { findCategory } from '@vitrine/contract/vocabulary/find-category'
import { limits } from '@vitrine/contract/vocabulary/limits'
import type { TextChunk } from './parse-png.ts'
import { decodeTextChunks } from './text-chunks.ts'

/** What a file says about itself; empty where it says nothing (requirements: #embedded-metadata). */
export interface EmbeddedMetadata {
  title: string
  description: string
  keywords: string[]
  /** The wire's value, where one of the 20 is meant. */
  category: string
}

export const noMetadata: EmbeddedMetadata = { title: '', description: '', keywords: [], category: '' }

/**
 * XMP first, then PNG's own texts. The site's policy keeps scripts from parsing markup (Trusted Types), and a worker has
 * no parser: what is wanted of XMP is five properties, found by their usual names. What is missed here (IPTC, Exif, other
 * prefixes), the server finds, as long as the field is left empty.
 */
export async function readEmbeddedMetadata(stored: TextChunk[]): Promise<EmbeddedMetadata> {
  const { byKeyword: words, xmp } = await decodeTextChunks(stored)
  const word = (keyword: string) => words.get(keyword) ?? ''
  const subjects = propertyList(xmp, 'dc:subject')
  return {
    title: toSingleLine(
      propertyText(xmp, 'dc:title') || propertyText(xmp, 'photoshop:Headline') || word('title'),
      limits.title,
    ),
    description: toSingleLine(
      // Editors sign here: 'Created with GIMP' says nothing about the picture.
      propertyText(xmp, 'dc:description') ||
        word('description') ||
        word('comment').replace(/^\s*created (with|by|using) .*/is, ''),
      limits.description,
    ),
    keywords: (subjects.length ? subjects : word('keywords').split(/[,;]/))
      .map((one) => toSingleLine(one))
      .filter(Boolean),
    category: findCategory(toSingleLine(propertyText(xmp, 'photoshop:Category')))?.value ?? '',
  }
}

/** One text of a property, written as an element or as an attribute; of several languages the default one. */
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

/** Text alone: a tag in it means a form that is not known here. */
function unescapeXml(text: string): string {
  if (text.includes('<')) return ''
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi, (all, decimal, hex, name) => {
    if (name) return namedEntities[name.toLowerCase()] ?? all
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
}

const namedEntities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** One line of at most so many letters: no control characters, no marks that reorder what follows. */
const toSingleLine = (text: string, most: number = limits.title) =>
  text
    .toWellFormed()
    .replace(/[\u202A-\u202E\u2066-\u2069\uFEFF\uFFFD]/g, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, most)
    .replace(/[\uD800-\uDBFF]$/, '')
