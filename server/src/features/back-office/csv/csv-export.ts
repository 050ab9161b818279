import type { Caller } from '@vitrine/contract/caller'
import { imageFieldNames, imageFields } from '@vitrine/contract/image-fields'
import { findingLabel } from '@vitrine/contract/measures/finding-texts'
import type { Database } from '#kit/database/pool'
import { type ImageList, idsAfter, type ListSearch } from '../lists/image-lists.sql.ts'
import { fieldsSeenBy } from '../waiting-edits/waiting-edits.ts'
import { exportRows } from './csv.sql.ts'
import { formatCell } from './csv-cells.ts'
import { csvLine } from './csv-table.ts'

/** Images read per query. */
const batchSize = 500

/** A list as CSV, line by line in the order of upload, after a byte order mark by which spreadsheets detect UTF-8. */
export async function* exportLines(db: Database, caller: Caller, list: ImageList, search: ListSearch | null) {
  const labels = imageFieldNames.map((name) => imageFields[name].label)
  yield `\uFEFF${csvLine(['ID', 'Slug', 'Filename', ...labels, 'Status', 'Findings'])}`
  let ids: number[] = []
  do {
    ids = await idsAfter(db, list, search, ids.at(-1) ?? 0, batchSize)
    for (const row of await exportRows(db, ids)) {
      const fields = fieldsSeenBy(caller, row)
      const cells = imageFieldNames.map((name) => formatCell(name, fields[name]))
      const findings = row.open_findings.map(findingLabel).join('; ')
      yield csvLine([String(row.id), row.slug, row.file_name, ...cells, row.status, findings])
    }
  } while (ids.length === batchSize)
}
