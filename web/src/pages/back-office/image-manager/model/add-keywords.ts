import { cleanKeyword } from '@vitrine/contract/keywords'
import type { Keyword } from '@vitrine/contract/schemas/image'
import { limits } from '@vitrine/contract/vocabulary/limits'

/**
 * Adds typed or pasted keywords, split at commas, semicolons and newlines; blanks and case-insensitive duplicates are
 * ignored, and a new id is the highest plus one (requirements: #keyword-rules).
 */
export function addKeywords(keywords: Keyword[], typed: string): Keyword[] {
  const all = [...keywords]
  for (const piece of typed.split(/[,;\n]/)) {
    const name = [...cleanKeyword(piece)].slice(0, limits.keyword).join('').trim()
    if (!name || all.length === limits.keywordsPerImage || hasKeyword(all, name)) continue
    all.push({ id: Math.max(0, ...all.map(({ id }) => id)) + 1, name })
  }
  return all
}

const hasKeyword = (keywords: Keyword[], name: string) =>
  keywords.some((one) => one.name.toLowerCase() === name.toLowerCase())
