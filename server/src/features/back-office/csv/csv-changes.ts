import type { ImageEdit } from '@vitrine/contract/calls/back-office'
import type { CsvRow } from '@vitrine/contract/calls/csv'
import { description, title } from '@vitrine/contract/schemas/image'
import { categoryValueById } from '@vitrine/contract/vocabulary/categories'
import * as z from 'zod/mini'
import type { NamedImage } from './csv.sql.ts'
import { parseCategory, type TableRow } from './csv-table.ts'

/** What a row comes to: its line in the answer, and the change where there is one to make. */
export interface PlannedRow {
  result: CsvRow
  edit?: ImageEdit
  /** Of the image, when this was planned. */
  version?: number
}

/** What every row would change. Of rows about one image the first counts. */
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

/** The image that a row means, or what is wrong with the names that it gives. */
function imageFinder(images: NamedImage[]) {
  const byId = new Map(images.map((image) => [String(image.id), image]))
  const bySlug = new Map(images.map((image) => [image.slug, image]))
  const byFile = Map.groupBy(images, ({ file }) => file)
  return ({ id, slug, filename }: TableRow): NamedImage | string => {
    if (id !== undefined) return byId.get(id) ?? `You have no image with the ID ${id}.`
    if (slug !== undefined) return bySlug.get(slug) ?? `You have no image at the address "${slug}".`
    if (filename === undefined) return 'The row names no image.'
    const [found, another] = byFile.get(fileNameKey(filename)) ?? []
    if (another) return `Several images were uploaded as "${filename}". Use the column ID.`
    return found ?? `You have no image that was uploaded as "${filename}".`
  }
}

/** A file's name as it is looked up: with or without its extension, whatever the case. */
export const fileNameKey = (filename: string) => filename.toLowerCase().replace(/\.png$/, '')

function planRow(row: TableRow, image: NamedImage): PlannedRow {
  const problem = rowProblem(row)
  if (problem) return wrongRow(row, problem, image.id)
  const edit = differences(row, image)
  const names = Object.keys(edit) as (keyof typeof edit)[]
  const changes = names.map((at) => ({
    at,
    from: fieldText(image, at),
    to: fieldText({ ...image, ...toColumns(edit) }, at),
  }))
  const shown = { row: row.row, name: rowName(row), image_id: image.id, message: '' }
  if (names.length === 0) return { result: { ...shown, outcome: 'same', changes: [] } }
  return { result: { ...shown, outcome: 'changed', changes }, edit, version: image.version }
}

/** The first rule of the contract that a cell breaks, in its words. */
function rowProblem(row: TableRow): string | undefined {
  if (row.category !== undefined && parseCategory(row.category) === undefined) {
    return `There is no category "${row.category}".`
  }
  if (row.keywords?.length === 0) return 'None of the keywords can be used. Separate them by commas.'
  const cells = [row.title === undefined ? undefined : z.safeParse(title, row.title), row.description === undefined ? undefined : z.safeParse(description, row.description)] // biome-ignore format: one thought
  return cells.find((cell) => cell?.success === false)?.error?.issues[0]?.message
}

type ImageDifferences = Pick<ImageEdit, 'title' | 'description' | 'keywords' | 'category'>

function differences(row: TableRow, image: NamedImage): ImageDifferences {
  const category = row.category === undefined ? undefined : parseCategory(row.category)
  return {
    ...(row.title !== undefined && row.title !== image.title && { title: row.title }),
    ...(row.description !== undefined && row.description !== image.description && { description: row.description }),
    ...(row.keywords &&
      comparableKeywords(row.keywords) !== comparableKeywords(image.keywords) && { keywords: row.keywords }),
    ...(category !== undefined && category !== image.category_id && { category }),
  }
}

/** The vocabulary keeps the spelling that came first, so case makes no difference. */
const comparableKeywords = (keywords: string[]) => keywords.join().toLowerCase()

const toColumns = ({ category, ...rest }: ImageDifferences) => ({
  ...rest,
  ...(category !== undefined && { category_id: category }),
})

function fieldText(image: Omit<NamedImage, 'id'>, at: keyof ImageDifferences): string {
  if (at === 'keywords') return image.keywords.join(', ')
  if (at === 'category') return categoryValueById(image.category_id) ?? ''
  return image[at]
}

const rowName = ({ id, slug, filename }: TableRow) => filename ?? slug ?? id ?? ''

const wrongRow = (row: TableRow, message: string, image_id: number | null = null): PlannedRow => ({
  result: { row: row.row, name: rowName(row), outcome: 'wrong', image_id, changes: [], message },
})
