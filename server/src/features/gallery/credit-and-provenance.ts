import type { displayName } from '@vitrine/contract/display-name'
import { pages } from '@vitrine/contract/pages'
import { creatorOf, creditLine, type Licence, licences, showsCredit } from '@vitrine/contract/vocabulary/licences'
import {
  provenanceSentences,
  type StatedSource,
  sourceUrlInEffect,
} from '@vitrine/contract/vocabulary/provenance/ai-statements'
import { fileSourceOf, type SourcedFile } from '#features/images/files/file-source'

type CreditedRow = { slug: string; title: string; licence: Licence; credit: string } & Parameters<typeof displayName>[0]

/** The line that credits an image; null where neither its licence nor its contributor asks for one. */
export function creditLineOf(row: CreditedRow, site: { url: string }): string | null {
  if (!showsCredit(row)) return null
  const { slug, title, licence } = row
  const page = site.url + pages.image.href({ slug })
  return creditLine({ title, creator: creatorOf(row), licence }, page, site.url)
}

/** What the reply of an image says of its licence. */
export const licenceOf = (row: CreditedRow, site: { url: string }) => ({
  licence_text: licences[row.licence].sentence,
  licence_url: licences[row.licence].url,
  creator: creatorOf(row),
  credit_line: creditLineOf(row, site),
})

/** What the reply of an image says of how it came about. */
export function provenanceOf(row: SourcedFile & StatedSource) {
  const file_source = fileSourceOf(row)
  return {
    file_source,
    provenance: provenanceSentences(row.ai_made, file_source),
    digital_source_url: sourceUrlInEffect(row),
  }
}
