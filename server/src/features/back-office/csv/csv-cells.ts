import {
  type ImageFieldKind,
  type ImageFieldName,
  imageFieldNames,
  imageFields,
  mapImageFields,
} from '@vitrine/contract/image-fields'
import { keywordProblem, keywordsIn } from '@vitrine/contract/keywords'
import { type Category, categories, categoryValueById } from '@vitrine/contract/vocabulary/categories'
import { findCategory } from '@vitrine/contract/vocabulary/find-category'
import { type PartParser, partParsers } from '#features/uploads/submitted-metadata'
import { type FieldEdit, fieldsOf } from '../field-values.ts'

/** The cells of a row by field, without the empty ones. */
export type ImageCells = Partial<Record<ImageFieldName, string>>

/** The value of a cell, and the sentence that tells the contributor what of it is refused. */
const cellParsers: Record<ImageFieldKind, PartParser> = {
  ...partParsers,
  keywords(cell) {
    const value = keywordsIn(cell)
    if (value.length) return { value, problem: keywordProblem(cell) }
    return { problem: 'None of the keywords can be used. Separate them by commas.' }
  },
  category(cell) {
    const value = findCategoryOfCell(cell)
    return value ? { value } : { problem: `There is no category "${cell}".` }
  },
}

const parseCell = (name: ImageFieldName, cell: string) => cellParsers[imageFields[name].kind](cell, imageFields[name])

export function formatCell(name: ImageFieldName, value: unknown): string {
  if (name === 'category') return categoryValueById(value as Category['id'] | null) ?? ''
  return name === 'keywords' ? (value as string[]).join(', ') : String(value)
}

/** Of several wrong cells the one of the first kind is reported. */
const kindsByReport: ImageFieldKind[] = ['category', 'licence', 'ai', 'keywords', 'text', 'textarea']
const namesByReport = kindsByReport.flatMap((kind) => imageFieldNames.filter((name) => imageFields[name].kind === kind))

export function cellProblem(cells: ImageCells): string | undefined {
  for (const name of namesByReport) {
    const problem = cells[name] === undefined ? undefined : parseCell(name, cells[name]).problem
    if (problem) return problem
  }
  return undefined
}

export const parseCells = (cells: ImageCells): FieldEdit =>
  fieldsOf(
    mapImageFields((name) => (cells[name] === undefined ? undefined : parseCell(name, cells[name]).value)) as FieldEdit,
  )

/** Adobe Stock's numbers 1 to 20 are our categories in our order; its 21, Travel, is nearest to Transport. */
function findCategoryOfCell(cell: string): Category['id'] | undefined {
  if (/^\d+$/.test(cell)) return cell === '21' ? 20 : categories.find(({ id }) => id === Number(cell))?.id
  return [cell, ...cell.split(/[,/]/)].map(findCategory).find(Boolean)?.id
}
