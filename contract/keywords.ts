import * as z from 'zod/mini'
import { isPrintable, optionalText } from './fields.ts'
import { limits } from './vocabulary/limits.ts'

/** Brackets, quotes and the separators of tables are stripped, and white space is folded. */
export const cleanKeyword = (name: string): string => name.replaceAll(/[[\]"'“”,;\s]+/g, ' ').trim()

/** A keyword as people give it. A blank one is ignored; any other must be one that can be stored. */
export const keywordName = optionalText('A keyword', limits.keyword).check(
  z.refine(
    (name: string) => name.trim() === '' || cleanKeyword(name) !== '',
    'A keyword must be more than brackets and quotes',
  ),
)

/** The sentence about the first name that cannot be stored as a keyword. */
export function keywordProblem(names: string[]): string | undefined {
  for (const name of names) {
    const { error } = z.safeParse(keywordName, name.trim())
    if (error) return error.issues[0]!.message
  }
  return undefined
}

/**
 * The keywords of an image as they are stored: cleaned, without empty, unprintable and too long ones; of duplicates,
 * ignoring case, the first stays (requirements: #keyword-fields). It stops at the limit of keywords per image, so a
 * long list costs no more than that.
 */
export function normalizeKeywords(names: string[]): string[] {
  const byKey = new Map<string, string>()
  for (const name of names) {
    const keyword = cleanKeyword(name)
    const key = keyword.toLowerCase()
    if (keyword && isShort(keyword) && isPrintable(keyword) && !byKey.has(key)) byKey.set(key, keyword)
    if (byKey.size === limits.keywordsPerImage) break
  }
  return [...byKey.values()]
}

/** Counted in code points, as zod and PostgreSQL count. */
const isShort = (keyword: string) => keyword.length <= 2 * limits.keyword && [...keyword].length <= limits.keyword
