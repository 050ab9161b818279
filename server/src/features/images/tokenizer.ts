/** Letters of a word that are indexed; longer words are cut. */
const maxWordLength = 40

/** Letters that Unicode's NFKD does not decompose into a base letter and an accent. */
const foldings: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' }

/**
 * The distinct words of a text, folded to lower case without accents and punctuation. Titles and queries are tokenized
 * by this one function and not by PostgreSQL, so they agree in every locale of the database.
 */
export function tokenize(text: string): string[] {
  const words = foldText(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return [...new Set(words.map((word) => truncate(word, maxWordLength)))]
}

/** The first `length` code points; surrogate pairs stay whole. */
export const truncate = (text: string, length: number) => [...text].slice(0, length).join('')

/**
 * Lower case without accents. Combining marks are removed after Latin, Greek and Cyrillic letters only; in other
 * scripts they are vowel signs.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu, '$1')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[ßæœøłđðþı]/g, (letter) => foldings[letter]!)
}
