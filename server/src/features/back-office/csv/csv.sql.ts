import type { FindingKind } from '@vitrine/contract/measures/findings'
import type { Licence } from '@vitrine/contract/vocabulary/licences'
import type { AiStatement } from '@vitrine/contract/vocabulary/provenance/ai-statements'
import type { AddedImage } from '#features/images/images.sql'
import { allRows, type Database } from '#kit/database/statements'
import { selectNamed } from '../image-names.sql.ts'
import type { ImageNames } from '../image-names.ts'
import { fieldSelection, type StoredFields, wasPublic } from '../waiting-edits/waiting-edits.sql.ts'

/** Returns an image as often as a name finds it, and at most two of a file name, which show that it is ambiguous. */
export const imagesByName = (db: Database, whose: { owner: number | null; draftsOf: number }, names: ImageNames) =>
  allRows<StoredImage>(db)`
    with named as (${selectNamed(whose, names, 2)})
    select images.id, version, status, slug, named.file, ${fieldSelection}, ${wasPublic}
    from images join named using (id)`

interface StoredImage extends StoredFields, Pick<AddedImage, 'id' | 'version' | 'status' | 'slug'> {
  /** The file name that found it. */
  file: string | null
  was_public: boolean
}

export interface NamedImage extends Omit<StoredImage, 'was_public'> {
  /** Those that the person may give it. */
  licences: Licence[]
  /** Those that the operator accepts. */
  ai_statements: AiStatement[]
}

export const exportRows = (db: Database, ids: number[]) => allRows<ExportRow>(db)`
  select images.id, slug, file_name, status, ${fieldSelection},
    (select coalesce(open_findings, '{}') from file where file.sha256 = images.sha256) as open_findings
  from unnest(${ids}::bigint[]) with ordinality as listed (id, place)
  join images using (id)
  order by place`

interface ExportRow extends StoredFields, Pick<AddedImage, 'id' | 'slug' | 'file_name' | 'status'> {
  open_findings: FindingKind[]
}
