import type { CsvRow } from '@vitrine/contract/csv'
import { categoryValue, description, title } from '@vitrine/contract/images'
import type { ImageEdit } from '@vitrine/contract/library'
import * as z from 'zod/mini'
import { categoryIn, type TableRow } from './csv.ts'
import type { NamedImage } from './csv-queries.ts'

/** What a row comes to: its line in the answer, and the change where there is one to make. */
export interface Planned {
  shown: CsvRow
  edit?: ImageEdit
  /** Of the image, when this was planned. */
  version?: number
}

/** What every row would change. Of rows about one image the first counts. */
export function plan(rows: TableRow[], images: NamedImage[]): Planned[] {
  const imageOf = finder(images)
  const firstRows = new Map<number, number>()
  return rows.map((row) => {
    const image = imageOf(row)
    if (typeof image === 'string') return wrong(row, image)
    const first = firstRows.get(image.id)
    if (first !== undefined) return wrong(row, `Row ${first} is about the same image.`, image.id)
    firstRows.set(image.id, row.row)
    return planned(row, image)
  })
}

/** The image that a row means, or what is wrong with the names that it gives. */
function finder(images: NamedImage[]) {
  const byId = new Map(images.map((image) => [String(image.id), image]))
  const bySlug = new Map(images.map((image) => [image.slug, image]))
  const byFile = Map.groupBy(images, ({ file }) => file)
  return ({ id, slug, filename }: TableRow): NamedImage | string => {
    if (id !== undefined) return byId.get(id) ?? `You have no image with the ID ${id}.`
    if (slug !== undefined) return bySlug.get(slug) ?? `You have no image at the address "${slug}".`
    if (filename === undefined) return 'The row names no image.'
    const [found, another] = byFile.get(fileKey(filename)) ?? []
    if (another) return `Several images were uploaded as "${filename}". Use the column ID.`
    return found ?? `You have no image that was uploaded as "${filename}".`
  }
}

/** A file's name as it is looked up: with or without its extension, whatever the case. */
export const fileKey = (filename: string) => filename.toLowerCase().replace(/\.png$/, '')

function planned(row: TableRow, image: NamedImage): Planned {
  const problem = problemOf(row)
  if (problem) return wrong(row, problem, image.id)
  const edit = differences(row, image)
  const names = Object.keys(edit) as (keyof typeof edit)[]
  const changes = names.map((at) => ({ at, from: asText(image, at), to: asText({ ...image, ...columns(edit) }, at) }))
  const shown = { row: row.row, name: nameOf(row), image_id: image.id, message: '' }
  if (names.length === 0) return { shown: { ...shown, outcome: 'same', changes: [] } }
  return { shown: { ...shown, outcome: 'changed', changes }, edit, version: image.version }
}

/** The first rule of the contract that a cell breaks, in its words. */
function problemOf(row: TableRow): string | undefined {
  if (row.category !== undefined && categoryIn(row.category) === undefined) {
    return `There is no category "${row.category}".`
  }
  if (row.keywords?.length === 0) return 'None of the keywords can be used. Separate them by commas.'
  const cells = [row.title === undefined ? undefined : z.safeParse(title, row.title), row.description === undefined ? undefined : z.safeParse(description, row.description)] // biome-ignore format: one thought
  return cells.find((cell) => cell?.success === false)?.error?.issues[0]?.message
}

type Differences = Pick<ImageEdit, 'title' | 'description' | 'keywords' | 'category'>

function differences(row: TableRow, image: NamedImage): Differences {
  const category = row.category === undefined ? undefined : categoryIn(row.category)
  return {
    ...(row.title !== undefined && row.title !== image.title && { title: row.title }),
    ...(row.description !== undefined && row.description !== image.description && { description: row.description }),
    ...(row.keywords && folded(row.keywords) !== folded(image.keywords) && { keywords: row.keywords }),
    ...(category !== undefined && category !== image.category_id && { category }),
  }
}

/** The vocabulary keeps the spelling that came first, so case makes no difference. */
const folded = (keywords: string[]) => keywords.join().toLowerCase()

const columns = ({ category, ...rest }: Differences) => ({
  ...rest,
  ...(category !== undefined && { category_id: category }),
})

function asText(image: Omit<NamedImage, 'id'>, at: keyof Differences): string {
  if (at === 'keywords') return image.keywords.join(', ')
  if (at === 'category') return categoryValue(image.category_id) ?? ''
  return image[at]
}

const nameOf = ({ id, slug, filename }: TableRow) => filename ?? slug ?? id ?? ''

const wrong = (row: TableRow, message: string, image_id: number | null = null): Planned => ({
  shown: { row: row.row, name: nameOf(row), outcome: 'wrong', image_id, changes: [], message },
})
