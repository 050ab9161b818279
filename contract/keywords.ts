import { isPrintable } from './fields.ts'
import { limits } from './vocabulary/limits.ts'

/**
 * The keywords of an image as they are stored: brackets, quotes and the separators of tables are stripped and white
 * space is folded; empty, unprintable and too long ones are dropped, and of duplicates, ignoring case, the first stays
 * (requirements: #keyword-fields). It stops at the limit of keywords per image, so a long list costs no more than that.
 */
export function normalizeKeywords(names: string[]): string[] {
  const byKey = new Map<string, string>()
  for (const name of names) {
    const keyword = name.replaceAll(/[[\]"'“”,;\s]+/g, ' ').trim()
    const key = keyword.toLowerCase()
    if (keyword && keyword.length <= limits.keyword && isPrintable(keyword) && !byKey.has(key)) byKey.set(key, keyword)
    if (byKey.size === limits.keywordsPerImage) break
  }
  return [...byKey.values()]
}
