import { pages } from '@vitrine/contract/pages'
import type { SiteSettings } from '@vitrine/contract/site'
import { originalFormat } from '@vitrine/contract/vocabulary/image-formats'
import { licences, licenceUrl } from '@vitrine/contract/vocabulary/licences'
import { type CreditedRow, creatorOf, creditLineOf, oneLine, provenanceOf } from '../credit-and-provenance.ts'

/** With the name of its file in the zip. */
type NamedImage = CreditedRow & Parameters<typeof provenanceOf>[0] & { fileName: string }

export interface LeftOut {
  /** Ids of what is no approved image; no title of it may be told. */
  ids: number[]
  /** Titles of approved images whose files are missing from the store. */
  titles: string[]
}

export const licenceFileName = 'LICENCE.txt'

/** Bytes of a name without its extension: with a number and the extension it stays within the 255 of file systems. */
export const maxNameBytes = 200
/** Names that Windows keeps for devices, whatever their extension. */
const deviceNames = /^(con|prn|aux|nul|com\d|lpt\d)$/

/** Unique names in the order of the slugs, as downloads alone have them: `red-fox.png`. */
export function fileNames(slugs: string[]): string[] {
  const taken = new Set<string>()
  return slugs.map((slug) => {
    const cut = cutToBytes(slug, maxNameBytes)
    const base = deviceNames.test(cut) ? `${cut}-image` : cut
    let name = base
    for (let number = 2; taken.has(name); number++) name = `${base}-${number}`
    taken.add(name)
    return name + originalFormat.extension
  })
}

/** Characters stay whole. */
export function cutToBytes(text: string, bytes: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(bytes))
  return text.slice(0, read)
}

/** The text that a zip has besides the pictures: their licences, and where each of them comes from. */
export function licenceText(images: NamedImage[], leftOut: LeftOut, site: Pick<SiteSettings, 'name' | 'url'>): string {
  const paragraphs = [
    [`${numberOfImages(images.length)} from ${site.name}`, `${site.url}/`],
    ...licencesOf(images).map((licence) => [
      licences[licence].name,
      licences[licence].sentence,
      licenceUrl(licence, site.url),
    ]),
    ...images.map((image) => [
      image.fileName,
      `${oneLine(image.title)}, by ${oneLine(creatorOf(image))} (${licences[image.licence].name})`,
      site.url + pages.image.href({ slug: image.slug }),
      ...creditLines(image, site),
      ...provenanceOf(image).provenance,
    ]),
    leftOutLines(leftOut),
  ]
  const filled = paragraphs.filter((lines) => lines.length > 0)
  return `${filled.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

function creditLines(image: CreditedRow, site: Pick<SiteSettings, 'url'>): string[] {
  const line = creditLineOf(image, site)
  return line ? [`Credit: ${line}`] : []
}

const licencesOf = (images: NamedImage[]) => [...new Set(images.map(({ licence }) => licence))]

function leftOutLines({ ids, titles }: LeftOut): string[] {
  const lines = [
    ...ids.map((id) => `Image ${id} is no longer in the library.`),
    ...titles.map((title) => `The file of “${oneLine(title)}” could not be found.`),
  ]
  return lines.length > 0 ? ['Left out', ...lines] : []
}

export const numberOfImages = (count: number) => `${count} ${count === 1 ? 'image' : 'images'}`
