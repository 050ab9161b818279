import { normalizeKeywords } from '@vitrine/contract/keywords'
import { description, title } from '@vitrine/contract/schemas/image'
import { findCategory } from '@vitrine/contract/vocabulary/categories'
import * as z from 'zod/mini'
import { type ApiError, fail } from '#kit/api-error'
import type { UploadMetadata } from './ingest.ts'

/** The text parts of a batch in the order they came; the i-th of each belongs to the i-th file. */
export interface MetadataParts {
  title: string[]
  description: string[]
  keywords: string[]
  category: string[]
}

/** What is said of the i-th file, or what is wrong with it. An empty part says nothing: the file itself is asked. */
export function parseMetadata(parts: MetadataParts, index: number): UploadMetadata | ApiError {
  const part = (name: keyof MetadataParts) => parts[name][index]?.trim() || undefined
  const said: UploadMetadata = {}
  for (const [name, schema] of [
    ['title', title],
    ['description', description],
  ] as const) {
    const read = z.safeParse(z.optional(schema), part(name))
    if (!read.success) return fail('invalid', { message: read.error.issues[0]!.message })
    said[name] = read.data
  }
  const category = part('category')
  if (category) said.category_id = findCategory(category)?.id
  if (category && !said.category_id)
    return fail('invalid', { message: `There is no category "${category.slice(0, 60)}".` })
  said.keywords = parseKeywords(part('keywords'))
  return said
}

/** Comma-separated, or a JSON array of names or of { name }. What is too long is no keyword. */
function parseKeywords(text: string | undefined): string[] | undefined {
  if (!text) return undefined
  const names = parseJsonList(text) ?? text.split(',')
  return normalizeKeywords(names)
}

function parseJsonList(text: string): string[] | null {
  if (!text.startsWith('[')) return null
  try {
    const list: unknown[] = JSON.parse(text)
    return list.map((one) => String((one as { name?: unknown } | null)?.name ?? one))
  } catch {
    return null
  }
}
