import * as z from 'zod/mini'
import { isPrintable, optionalText } from './fields.ts'
import * as limits from './vocabulary/limits.ts'

/** Commas and semicolons, also those of Chinese, Japanese and Arabic, and line ends (requirements: #keyword-rules). */
export const keywordSeparator = /[,;，；、､،؛\r\n\u0085\u2028\u2029]/

/** Brackets, quotes and the separators of tables are stripped, but no apostrophe in a word; white space is folded. */
export const cleanKeyword = (name: string): string =>
  name.replaceAll(/(?:[[\]"“”„«»‹›「」『』,;\s]|(?<!\p{L})'|'(?!\p{L}))+/gu, ' ').trim()

/** A keyword as people give it. A blank one is ignored; any other must be one that can be stored. */
export const keywordName = optionalText('A keyword', limits.keyword).check(
  z.refine(
    (name: string) => name.trim() === '' || cleanKeyword(name) !== '',
    'A keyword must be more than brackets and quotes',
  ),
)

/** The sentence about the first name of a text that cannot be stored as a keyword. */
export function keywordProblem(text: string): string | undefined {
  for (const name of text.split(keywordSeparator)) {
    const { error } = z.safeParse(keywordName, name.trim())
    if (error) return error.issues[0]!.message
  }
  return undefined
}

/** The keywords of a text as they are stored: of a part of an upload, a cell, a field or a property of a file. */
export const keywordsIn = (text: string): string[] => normalizeKeywords(text.split(keywordSeparator))

/** Keywords as they are stored (requirements: #keyword-fields); it stops at the limit, so a long list costs no more. */
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
