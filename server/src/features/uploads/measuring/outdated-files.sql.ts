import type { FindingKind } from '@vitrine/contract/measures/findings'
import type { StoredFile } from '#features/images/files/file-facts.sql'
import { isListed } from '#features/images/images.sql'
import { measuresVersion } from '#imaging/measures/measure-picture'
import { allRows, changedRows, type Database, oneRow, oneValue } from '#kit/database/statements'

export type OutdatedFile = Pick<StoredFile, 'sha256' | 'byte_size' | 'width' | 'height'>

/** The next files that an older version measured, or none did. */
export const outdatedFiles = (db: Database, limit: number) => allRows<OutdatedFile>(db)`
  select sha256, byte_size, width, height from file where measures_version < ${measuresVersion}
  order by measures_version, sha256 limit ${limit}`

export const outdatedFileCount = (db: Database) => oneValue<number>(db)`
  select count(*)::int from file where measures_version < ${measuresVersion}`

/** Lets every file count as measured by an older version; what was found stays until then. */
export const outdateAllFiles = (db: Database) =>
  changedRows(db)`update file set measures_version = 0 where measures_version > 0`

/** Keeps a file that cannot be measured from being tried again by this version. */
export const setUnmeasurable = (db: Database, sha256: string) => changedRows(db)`
  update file set measures_version = ${measuresVersion}, findings = null, edge_score = null where sha256 = ${sha256}`

export async function findingCounts(db: Database) {
  const kinds = await allRows<{ kind: FindingKind; count: number }>(db)`
    select finding ->> 'kind' as kind, count(*)::int as count
    from file cross join jsonb_array_elements(findings) as finding group by kind`
  const counts = await oneRow<{ files: number; unmeasured: number }>(db)`
    select count(*)::int as files, count(*) filter (where findings is null)::int as unmeasured from file`
  return { kinds: new Map(kinds.map(({ kind, count }) => [kind, count])), ...counts }
}

/** Pages of images in which nothing can be seen, at most `limit`. */
export const emptyImages = (db: Database, limit: number) => allRows<{ slug: string; status: string }>(db)`
  select slug, status from images join file using (sha256)
  where findings @> '[{"kind":"nothing_to_see"}]' and ${isListed} order by images.id limit ${limit}`
