import {
  type ImageField,
  type ImageFieldKind,
  type ImageFieldName,
  imageFieldNames,
  imageFields,
  mapImageFields,
} from '@vitrine/contract/image-fields'
import { keywordsIn } from '@vitrine/contract/keywords'
import { findCategory } from '@vitrine/contract/vocabulary/find-category'
import { defaultLicence, findLicence, type Licence, licences } from '@vitrine/contract/vocabulary/licences'
import { findAiStatement } from '@vitrine/contract/vocabulary/provenance/ai-statements'
import * as z from 'zod/mini'
import type { Config } from '#config'
import { fail } from '#kit/api-error'
import type { UploadMetadata } from './ingest.ts'

/** The text parts of a batch in the order in which they arrived; the i-th of each belongs to the i-th file. */
export type MetadataParts = Record<ImageFieldName, string[]>

export const emptyParts = (): MetadataParts => mapImageFields((): string[] => [])

/** Throws `invalid`, except for unknown categories, which programs copy from files; white space empties a field. */
export function parseMetadata(
  parts: MetadataParts,
  index: number,
  { LICENCES: offered, AI_STATEMENT }: Pick<Config, 'LICENCES' | 'AI_STATEMENT'>,
): UploadMetadata {
  const metadata: Partial<Record<ImageFieldName, unknown>> = {}
  for (const name of imageFieldNames) {
    const part = parts[name][index]
    if (!part) continue
    const { kind } = imageFields[name]
    const parse = part.trim() ? partParsers[kind] : emptied
    const { value, problem } = parse(part.trim(), imageFields[name])
    if (problem && kind !== 'category') throw fail('invalid', { message: problem })
    metadata[name] = problem ? null : value
  }
  const { licence = defaultLicence(offered), ...rest } = metadata as UploadMetadata
  if (!offered.includes(licence)) throw fail('invalid', { message: notOfferedMessage(licence, offered) })
  const { ai_made = 'unknown' } = rest
  if (AI_STATEMENT === 'required' && ai_made === 'unknown') throw fail('invalid', { message: aiRequiredMessage })
  return { ...rest, licence }
}

/** What became of a category that is none of ours. */
export function categoryRemark({ category }: MetadataParts, index: number): string | undefined {
  const text = category[index]?.trim()
  const { problem } = text ? partParsers.category(text, imageFields.category) : {}
  return problem && `${problem} The picture has none now.`
}

const aiRequiredMessage = 'Say whether AI made this picture: ai_made is yes, partly or no.'

/** Also for an import, which names the row or the file. */
export const notOfferedMessage = (licence: Licence, offered: readonly Licence[]) =>
  `This library does not take pictures under ${licences[licence].name}, but under ${offered.join(', ')}.`

export type PartParser = (text: string, field: ImageField) => { value?: unknown; problem?: string | undefined }

const parseText: PartParser = (text, { edit }) => {
  const { data, error } = z.safeParse(edit, text)
  return { value: data, problem: error?.issues[0]?.message }
}

/** A licence and a statement on AI are not read from the file, so that nothing of theirs can be emptied. */
const emptied: PartParser = (_, { kind }) => ({
  value: { text: '', textarea: '', keywords: [], category: null, licence: undefined, ai: undefined }[kind],
})

export const partParsers: Record<ImageFieldKind, PartParser> = {
  text: parseText,
  textarea: parseText,
  keywords(text) {
    const keywords = keywordsIn(parseJsonList(text)?.join(',') ?? text)
    return keywords.length ? { value: keywords } : {}
  },
  category: (text) => valueOr(findCategory(text)?.id, `There is no category "${text.slice(0, 60)}".`),
  ai: (text) =>
    valueOr(findAiStatement(text), `“Made with AI” is yes, partly, no or unknown, not "${text.slice(0, 60)}".`),
  licence: (text) => valueOr(findLicence(text), `There is no licence "${text.slice(0, 60)}".`),
}

const valueOr = (value: unknown, problem: string) => (value ? { value } : { problem })

/** Keywords may be a JSON array of names or of { name }. */
function parseJsonList(text: string): string[] | null {
  if (!text.startsWith('[')) return null
  try {
    const list: unknown[] = JSON.parse(text)
    return list.map((one) => String((one as { name?: unknown } | null)?.name ?? one))
  } catch {
    return null
  }
}
