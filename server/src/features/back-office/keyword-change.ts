import type { KeywordChange } from '@vitrine/contract/calls/back-office/images'
import { limits } from '@vitrine/contract/vocabulary/limits'
import { fail } from '#kit/api-error'
import type { FieldEdit } from './field-values.ts'

export const changesKeywords = ({ add_keywords, remove_keywords }: KeywordChange) =>
  Boolean(add_keywords?.length || remove_keywords?.length)

/** The edit of one image whose keywords are `current`, with the keywords that an addition and a removal leave. */
export function editOfKeywords(edit: FieldEdit, change: KeywordChange, current: string[]): FieldEdit {
  if (!changesKeywords(change)) return edit
  const removed = new Set(change.remove_keywords?.map(keyOf))
  const names = [...(edit.keywords ?? current), ...(change.add_keywords ?? [])]
  const byKey = new Map(names.filter((name) => !removed.has(keyOf(name))).map((name) => [keyOf(name), name]))
  if (byKey.size > limits.keywordsPerImage)
    throw fail('invalid', { message: `An image can have at most ${limits.keywordsPerImage} keywords.` })
  return { ...edit, keywords: [...byKey.values()] }
}

const keyOf = (name: string) => name.toLowerCase()
