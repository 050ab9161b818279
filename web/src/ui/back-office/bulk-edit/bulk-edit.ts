import { type ImageFieldName, mapImageFields } from '@vitrine/contract/image-fields'
import { normalizeKeywords } from '@vitrine/contract/keywords'

export const keywordModes = ['add', 'remove', 'replace'] as const
export type KeywordMode = (typeof keywordModes)[number]

/** The same change of many images; what is left empty stays as it is. */
export type BulkEdit = Record<Exclude<ImageFieldName, 'keywords'>, string> & {
  keywords: string[]
  keywordMode: KeywordMode
}

export const emptyBulkEdit: BulkEdit = { ...mapImageFields(() => ''), keywords: [], keywordMode: 'add' }

export const isEmptyEdit = ({ keywords, keywordMode: _, ...texts }: BulkEdit) =>
  keywords.length === 0 && Object.values(texts).every((text) => !text.trim())

/** The keywords that a bulk edit leaves to an image. */
export function editedKeywords(own: string[], { keywords, keywordMode }: BulkEdit): string[] {
  if (keywordMode === 'add') return normalizeKeywords([...own, ...keywords])
  if (keywordMode === 'replace' && keywords.length) return keywords
  const removed = new Set(keywords.map((name) => name.toLowerCase()))
  return own.filter((name) => !removed.has(name.toLowerCase()))
}
