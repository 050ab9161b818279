import type { ImageFieldValues } from '@vitrine/contract/image-fields'
import type { FindingKind } from '@vitrine/contract/measures/findings'
import type { Licence } from '@vitrine/contract/vocabulary/licences'
import { sql } from 'kysely'
import type { Database } from '#kit/database/pool'
import { fieldColumns } from '../field-columns.ts'
import { fileNameKeyColumn, selectNamed } from '../image-names.sql.ts'
import type { ImageNames } from '../image-names.ts'

const columnSelection = fieldColumns.map(({ name, column }) => sql`${sql.ref(column)} as ${sql.ref(name)}`)

const fieldSelection = sql`${sql.join(columnSelection)},
  coalesce((select array_agg(name order by position) from image_keyword join keyword on keyword.id = keyword_id
    where image_id = images.id), '{}') as keywords`

/**
 * Images with one of these names; `owner` null searches all owners. Of images with the same file name two are returned,
 * which is enough to know that the name is ambiguous.
 */
export async function imagesByName(db: Database, owner: number | null, names: ImageNames) {
  const { rows } = await sql<NamedImage>`
    with named as (${selectNamed(owner, names, 2)})
    select images.id, version, slug, ${fileNameKeyColumn} as file, ${fieldSelection}
    from images join named using (id)`.execute(db)
  return rows
}

export interface NamedImage extends ImageFieldValues {
  id: number
  version: number
  slug: string
  file: string
}

/** All columns of the export, for these images in this order. */
export async function exportRows(db: Database, ids: number[]) {
  const { rows } = await sql<ExportRow>`
    select images.id, slug, file_name, status, licence, ${fieldSelection},
      (select coalesce(open_findings, '{}') from file where file.sha256 = images.sha256) as open_findings
    from unnest(${ids}::bigint[]) with ordinality as listed (id, place)
    join images using (id)
    order by place`.execute(db)
  return rows
}

interface ExportRow extends ImageFieldValues {
  id: number
  slug: string
  file_name: string
  status: string
  licence: Licence
  open_findings: FindingKind[]
}
