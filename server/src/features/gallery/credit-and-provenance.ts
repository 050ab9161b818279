import { displayName } from '@vitrine/contract/display-name'
import { pages } from '@vitrine/contract/pages'
import { type Licence, licences, licenceUrl } from '@vitrine/contract/vocabulary/licences'
import { aiStatements, type StatedSource } from '@vitrine/contract/vocabulary/provenance/ai-statements'
import { fileSourceText } from '@vitrine/contract/vocabulary/provenance/digital-sources'
import { fileSourceOf, type SourcedFile, sourceUrlInEffect } from '#features/images/files/file-source'

export type CreditedRow = { slug: string; title: string; licence: Licence; credit: string } & Parameters<
  typeof displayName
>[0]

/** Whom to name for an image. */
export const creatorOf = ({ credit, ...user }: { credit: string } & Parameters<typeof displayName>[0]) =>
  credit || displayName(user)

/** Title, author, source and licence (the practice of Creative Commons); null where no one asks for a credit. */
export function creditLineOf(row: CreditedRow, { url }: { url: string }): string | null {
  const { slug, title, licence, credit } = row
  const { name, needsCredit } = licences[licence]
  if (!needsCredit && !credit) return null
  const page = url + pages.image.href({ slug })
  return `“${oneLine(title)}” by ${oneLine(creatorOf(row))} (${page}), ${name} (${licenceUrl(licence, url)})`
}

export const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

export const licenceOf = (row: CreditedRow, site: { url: string }) => ({
  licence_text: licences[row.licence].sentence,
  licence_url: licences[row.licence].url,
  creator: creatorOf(row),
  credit_line: creditLineOf(row, site),
})

export function provenanceOf(row: SourcedFile & StatedSource) {
  const file_source = fileSourceOf(row)
  return {
    file_source,
    provenance: [aiStatements[row.ai_made].sentence, fileSourceText(file_source)].filter((text) => text !== null),
    digital_source_url: sourceUrlInEffect(row),
  }
}
