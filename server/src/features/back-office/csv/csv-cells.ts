import {
  type ImageField,
  type ImageFieldKind,
  type ImageFieldName,
  imageFieldNames,
  imageFields,
  mapImageFields,
} from '@vitrine/contract/image-fields'
import { keywordProblem, keywordsIn } from '@vitrine/contract/keywords'
import { type Category, categories, categoryValueById } from '@vitrine/contract/vocabulary/categories'
import { findCategory } from '@vitrine/contract/vocabulary/find-category'
import { findLicence, type Licence } from '@vitrine/contract/vocabulary/licences'
import { type AiStatement, findAiStatement } from '@vitrine/contract/vocabulary/provenance/ai-statements'
import * as z from 'zod/mini'
import { type FieldEdit, fieldsOf } from '../field-values.ts'

/** The cells of a row by field, without the empty ones. */
export type ImageCells = Partial<Record<ImageFieldName, string>>

interface CellFormat<Value> {
  /** Undefined when the cell has a problem; see `problem`. */
  parse(cell: string, field: ImageField): Value | undefined
  /** The sentence that tells the contributor why this cell is refused. */
  problem(cell: string, field: ImageField): string | undefined
  format(value: Value): string
}

const textCells: CellFormat<string> = {
  parse: (cell, { edit }) => z.safeParse(edit, cell).data as string | undefined,
  problem: (cell, { edit }) => z.safeParse(edit, cell).error?.issues[0]?.message,
  format: (text) => text,
}

const keywordCells: CellFormat<string[]> = {
  parse(cell) {
    const keywords = keywordsIn(cell)
    return keywords.length ? keywords : undefined
  },
  problem: (cell) =>
    keywordsIn(cell).length ? keywordProblem(cell) : 'None of the keywords can be used. Separate them by commas.',
  format: (keywords) => keywords.join(', '),
}

const categoryCells: CellFormat<Category['id'] | null> = {
  parse: parseCategory,
  problem: (cell) => (parseCategory(cell) === undefined ? `There is no category "${cell}".` : undefined),
  format: (id) => categoryValueById(id) ?? '',
}

const licenceCells: CellFormat<Licence> = {
  parse: findLicence,
  problem: (cell) => (findLicence(cell) ? undefined : `There is no licence "${cell}".`),
  format: (licence) => licence,
}

const aiCells: CellFormat<AiStatement> = {
  parse: findAiStatement,
  problem: (cell) => (findAiStatement(cell) ? undefined : `"${cell}" is not yes, partly, no or unknown.`),
  format: (statement) => statement,
}

const cellFormats: Record<ImageFieldKind, CellFormat<unknown>> = {
  text: textCells,
  textarea: textCells,
  keywords: keywordCells,
  category: categoryCells,
  licence: licenceCells as CellFormat<unknown>,
  ai: aiCells as CellFormat<unknown>,
}

const formatOf = (name: ImageFieldName) => cellFormats[imageFields[name].kind]

const parseCell = (name: ImageFieldName, cell: string) => formatOf(name).parse(cell, imageFields[name])

export const formatCell = (name: ImageFieldName, value: unknown) => formatOf(name).format(value)

/** Of several wrong cells the one of the first kind is reported. */
const kindsByReport: ImageFieldKind[] = ['category', 'licence', 'ai', 'keywords', 'text', 'textarea']
const namesByReport = kindsByReport.flatMap((kind) => imageFieldNames.filter((name) => imageFields[name].kind === kind))

/** What is wrong with the first wrong cell of a row. */
export function cellProblem(cells: ImageCells): string | undefined {
  for (const name of namesByReport) {
    const cell = cells[name]
    const problem = cell === undefined ? undefined : formatOf(name).problem(cell, imageFields[name])
    if (problem) return problem
  }
  return undefined
}

/** The edit that the cells stand for. */
export const parseCells = (cells: ImageCells): FieldEdit =>
  fieldsOf(
    mapImageFields((name) => (cells[name] === undefined ? undefined : parseCell(name, cells[name]))) as FieldEdit,
  )

/** Adobe Stock's numbers 1 to 20 are our categories in our order; its 21, Travel, is nearest to Transport. */
function parseCategory(cell: string): Category['id'] | undefined {
  if (/^\d+$/.test(cell)) return cell === '21' ? 20 : categories.find(({ id }) => id === Number(cell))?.id
  return [cell, ...cell.split(/[,/]/)].map(findCategory).find(Boolean)?.id
}
