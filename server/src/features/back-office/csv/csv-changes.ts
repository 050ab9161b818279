import type { CsvRow } from '@vitrine/contract/calls/back-office/csv'
import { errors } from '@vitrine/contract/errors'
import type { ImageFieldName } from '@vitrine/contract/image-fields'
import { changedFields, type FieldEdit } from '../field-values.ts'
import { baseName } from '../image-names.ts'
import type { NamedImage } from './csv.sql.ts'
import { cellProblem, formatCell, parseCells } from './csv-cells.ts'
import type { TableRow } from './csv-table.ts'

/** The result of a row for the reply, and the edit of this version of the image where the row changes something. */
interface PlannedRow {
  result: CsvRow
  planned?: { row: number; image_id: number; version: number; edit: FieldEdit }
}

/** What every row would change. Of several rows about one image the first counts. */
export function planChanges(rows: TableRow[], images: NamedImage[]): PlannedRow[] {
  const imageOf = imageFinder(images)
  const firstRows = new Map<number, number>()
  return rows.map((row) => {
    const image = imageOf(row)
    if (typeof image === 'string') return wrongRow(row, image)
    const first = firstRows.get(image.id)
    if (first !== undefined) return wrongRow(row, `Row ${first} is about the same image.`, image.id)
    firstRows.set(image.id, row.row)
    return planRow(row, image)
  })
}

/** Finds the image that a row names, or returns the sentence that tells why there is none. */
function imageFinder(images: NamedImage[]) {
  const byId = new Map(images.map((image) => [String(image.id), image]))
  const bySlug = new Map(images.map((image) => [image.slug, image]))
  const byFile = Map.groupBy(images, ({ file }) => file)
  return ({ id, slug, filename }: TableRow): NamedImage | string => {
    if (id !== undefined) return byId.get(id) ?? `You have no image with the ID ${id}.`
    if (slug !== undefined) return bySlug.get(slug) ?? `You have no image at the address "${slug}".`
    if (filename === undefined) return 'The row names no image.'
    const [image, another] = byFile.get(baseName(filename)) ?? []
    if (another) return `Several images were uploaded as "${filename}". Use the column ID.`
    return image ?? `You have no image that was uploaded as "${filename}".`
  }
}

function planRow(row: TableRow, image: NamedImage): PlannedRow {
  const problem = cellProblem(row.cells)
  if (problem) return wrongRow(row, problem, image.id)
  const edit = changedFields(parseCells(row.cells), image)
  if (edit.licence && !image.licences.includes(edit.licence))
    return wrongRow(row, `This image cannot get the licence "${row.cells.licence}".`, image.id)
  if (edit.ai_made && !image.ai_statements.includes(edit.ai_made)) return wrongRow(row, errors.ai_not_said[1], image.id)
  const changes = (Object.keys(edit) as ImageFieldName[]).map((at) => ({
    at,
    from: formatCell(at, image[at]),
    to: formatCell(at, edit[at]),
  }))
  const result = { row: row.row, name: rowName(row), image_id: image.id, message: '' }
  if (changes.length === 0) return { result: { ...result, outcome: 'same', changes } }
  const planned = { row: row.row, image_id: image.id, version: image.version, edit }
  return { result: { ...result, outcome: 'changed', changes }, planned }
}

const rowName = ({ id, slug, filename }: TableRow) => filename ?? slug ?? id ?? ''

const wrongRow = (row: TableRow, message: string, image_id: number | null = null): PlannedRow => ({
  result: { row: row.row, name: rowName(row), outcome: 'wrong', image_id, changes: [], message },
})
