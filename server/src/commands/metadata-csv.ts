import { readFile } from 'node:fs/promises'
import { categories, categoryNamed } from '@vitrine/contract/categories'
import { distinctKeywords } from '@vitrine/contract/images'
import { limits } from '@vitrine/contract/limits'
import { parse } from 'csv-parse/sync'
import type { Said } from '#features/uploads/ingest'
import { Wrong } from './command.ts'

/** What a CSV says of each file, by its name in lower case and without the extension. */
export type SaidByFile = Map<string, Said>

/** Headers in any order and case: ours, Adobe Stock's and Shutterstock's, whose Description is the title. */
const aliases: Record<string, string[]> = {
  filename: ['filename', 'file name', 'file'],
  title: ['title'],
  description: ['description'],
  keywords: ['keywords', 'tags'],
  category: ['category', 'categories'],
}

export async function readMetadataCsv(path: string): Promise<SaidByFile> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new Wrong(`${path} cannot be read.`)
  })
  const [header = [], ...rows] = rowsIn(text, path)
  const column = (name: string) => header.findIndex((said) => aliases[name]!.includes(said.trim().toLowerCase()))
  const at = Object.fromEntries(Object.keys(aliases).map((name) => [name, column(name)]))
  if (at.filename! < 0) throw new Wrong(`${path} has no column "Filename".`)
  return new Map(rows.map((row) => said((name) => row[at[name]!]?.trim() || undefined)))
}

/** The separator is the one that the header line holds most of. */
function rowsIn(text: string, path: string): string[][] {
  const [first = ''] = text.split('\n', 1)
  const [delimiter] = [',', ';', '\t'].toSorted((a, b) => first.split(b).length - first.split(a).length)
  try {
    return parse(text, { bom: true, delimiter, relax_column_count: true, skip_empty_lines: true })
  } catch (error) {
    throw new Wrong(`${path} is not a CSV file: ${(error as Error).message}`)
  }
}

function said(cell: (name: string) => string | undefined): [string, Said] {
  const [title, description] = cell('title') ? [cell('title'), cell('description')] : [cell('description'), undefined]
  const keywords = cell('keywords')
  const category = cell('category')
  return [
    (cell('filename') ?? '').replace(/\.png$/i, '').toLowerCase(),
    {
      ...(title && { title: title.slice(0, limits.title) }),
      ...(description && { description: description.slice(0, limits.description) }),
      ...(keywords && {
        keywords: distinctKeywords(keywords.split(/[,;]/)),
      }),
      ...(category && { category_id: categoryIn(category) }),
    },
  ]
}

/** Adobe Stock's numbers 1 to 20 are our categories in our order (its 21, Travel, is nearest to Transport). */
function categoryIn(said: string): number | undefined {
  if (/^\d+$/.test(said)) return said === '21' ? 20 : categories.find((one) => one.id === Number(said))?.id
  return said.split(/[,/]/).map(categoryNamed).find(Boolean)?.id
}
