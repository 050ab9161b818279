import { singleLine } from '@vitrine/contract/plain-text'
import * as limits from '@vitrine/contract/vocabulary/limits'
import { exifEntry } from '#imaging/png/exif'
import { cleanTitle } from '#imaging/png/file-title'
import { isProgramSignature } from '#imaging/png/program-signature'
import { decodeText } from '#kit/decode-text'
import type { PngTexts } from './png-text-chunks.ts'
import type { XmpProperties } from './xmp.ts'

/** Metadata read from an uploaded file; empty where there is none (requirements: #embedded-metadata). */
export type EmbeddedMetadata = ReturnType<typeof readEmbeddedMetadata>

/** Texts come from XMP first, then IPTC, PNG and Exif, plain, untrusted and of bounded length; it never throws. */
export function readEmbeddedMetadata(texts: PngTexts, { texts: properties }: XmpProperties) {
  const profiles = texts.iptc.map(readIptc)
  const xmp = (name: string) => properties.get(name) ?? []
  const iptc = (dataSet: number) => profiles.flatMap((profile) => profile.get(dataSet) ?? [])
  const words = (keyword: string) => texts.byKeyword.get(keyword) ?? ''
  const exif = (tag: number) => texts.exif.map((one) => exifText(one, tag))
  const title = firstText(limits.title, [
    ...xmp('dc:title'),
    ...xmp('photoshop:Headline'),
    ...iptc(OBJECT_NAME),
    words('title'),
    ...exif(XP_TITLE),
  ])
  return {
    ...cleanTitle(title),
    description: firstText(
      limits.description,
      [...xmp('dc:description'), ...iptc(CAPTION), words('description'), words('comment'), ...exif(IMAGE_DESCRIPTION)],
      isProgramSignature,
    ),
    /** A text for each source, not yet separated; the first that has keywords counts. */
    keywords: [
      xmp('dc:subject'),
      iptc(KEYWORDS),
      xmp('lr:hierarchicalSubject').map((path) => path.split('|').at(-1)!),
      [words('keywords')],
      exif(XP_KEYWORDS),
    ].map(keywordLines),
    /** As stored in the file: a code, a name or any text, not yet matched to one of the 20 categories. */
    category: firstText(limits.title, [
      ...xmp('photoshop:Category'),
      ...xmp('photoshop:SupplementalCategories'),
      ...iptc(CATEGORY),
      ...iptc(SUPPLEMENTAL_CATEGORY),
    ]),
  }
}

/** Data sets of IPTC-IIM's application record. */
const OBJECT_NAME = 5
const CATEGORY = 15
const SUPPLEMENTAL_CATEGORY = 20
const KEYWORDS = 25
const CAPTION = 120

/** Tags of Exif; those of Windows Explorer are UTF-16. */
const IMAGE_DESCRIPTION = 0x010e
const XP_TITLE = 0x9c9b
const XP_KEYWORDS = 0x9c9e

function exifText(exif: Buffer, tag: number): string {
  const values = Buffer.from(exifEntry(exif, tag)?.bytes ?? [])
  const text = tag >= XP_TITLE ? values.toString('utf16le') : decodeText(values)
  return text.split('\0', 1)[0]!
}

/** The first of these that is not blank, and none of which this is said. */
function firstText(maxLength: number, candidates: string[], isNone = (_text: string) => false): string {
  for (const candidate of candidates) {
    const text = truncateText(singleLine(candidate), maxLength)
    if (text !== '' && !isNone(text)) return text
  }
  return ''
}

/** The texts of a source, each a line, as far as they can be keywords of one image. */
const keywordLines = (texts: string[]) =>
  texts
    .flatMap((text) => text.split(/[\r\n]+/))
    .map(singleLine)
    .join('\n')
    .slice(0, MAX_KEYWORD_LINES)

const MAX_KEYWORD_LINES = 20_000

/** At most `maxLength` UTF-16 code units, without splitting a surrogate pair. */
const truncateText = (text: string, maxLength: number): string =>
  text
    .slice(0, maxLength)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()

/** The texts of the application record of IPTC-IIM (version 4.2, 1.5 and 2) by the numbers of their data sets. */
function readIptc(profile: Buffer): Map<number, string[]> {
  const texts = new Map<number, string[]>()
  const records = profile[0] === IPTC_MARKER ? profile : photoshopResource(profile, IPTC_RESOURCE)
  for (let at = 0; at + 5 <= records.length && records[at] === IPTC_MARKER; ) {
    const [record, dataSet, length] = [records[at + 1], records[at + 2]!, records.readUInt16BE(at + 3)]
    if (length > MAX_LENGTH) break
    const text = decodeText(records.subarray(at + 5, at + 5 + length))
    if (record === APPLICATION_RECORD) texts.getOrInsert(dataSet, []).push(text)
    at += 5 + length
  }
  return texts
}

const IPTC_MARKER = 0x1c
const APPLICATION_RECORD = 2
/** Longer ones are pictures. */
const MAX_LENGTH = 0x7fff
const IPTC_RESOURCE = 0x0404

/** An image resource of Photoshop: "8BIM", number, name and data, both padded to even lengths; empty without it. */
function photoshopResource(profile: Buffer, wanted: number): Buffer {
  for (let at = 0; at + 12 <= profile.length && profile.toString('latin1', at, at + 4) === '8BIM'; ) {
    const name = at + 6
    const size = name + 2 * Math.floor((profile[name]! + 2) / 2)
    if (size + 4 > profile.length) break
    const length = profile.readUInt32BE(size)
    if (profile.readUInt16BE(at + 4) === wanted) return profile.subarray(size + 4, size + 4 + length)
    at = size + 4 + length + (length % 2)
  }
  return Buffer.alloc(0)
}
