const longest = 40 // letters; what is longer is no word, and levenshtein() takes 255 bytes

/** Letters that Unicode does not take apart into a plain one and an accent. */
const foldings: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' }

/**
 * The words of a text as search knows them, without accents, case and punctuation, each once. Titles and questions go
 * through the same function, so they cannot disagree, whatever the database's locale is.
 */
export function wordsOf(text: string): string[] {
  return [...new Set(plainLetters(text).match(/[\p{L}\p{N}]+/gu) ?? [])].map((word) => word.slice(0, longest))
}

export function plainLetters(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[ßæœøłđðþı]/g, (letter) => foldings[letter]!)
}
