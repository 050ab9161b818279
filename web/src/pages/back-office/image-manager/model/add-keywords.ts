import type { Keyword } from '@vitrine/contract/schemas/image'
import { limits } from '@vitrine/contract/vocabulary/limits'

/**
 * Keywords with what was typed or pasted, at commas and semicolons taken apart: blank ones and doubles, whatever the case,
 * are ignored, and a new one's id is the highest plus one (requirements: #keyword-rules).
 */
export function addKeywords(keywords: Keyword[], typed: string): Keyword[] {
  const all = [...keywords]
  for (const piece of typed.split(/[,;\n]/)) {
    const name = piece.trim().slice(0, limits.keyword)
    if (!name || all.length === limits.keywordsPerImage || hasKeyword(all, name)) continue
    all.push({ id: Math.max(0, ...all.map(({ id }) => id)) + 1, name })
  }
  return all
}

const hasKeyword = (keywords: Keyword[], name: string) =>
  keywords.some((one) => one.name.toLowerCase() === name.toLowerCase())
