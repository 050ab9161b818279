const maxWordLength = 40 // letters; nobody types a longer word

/** Letters that Unicode does not take apart into a plain one and an accent. */
const foldings: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' }

/**
 * The words of a text as search knows them, without accents, case and punctuation, each once. Titles and questions go
 * through the same function, so they cannot disagree, whatever the database's locale is.
 */
export function tokenize(text: string): string[] {
  const words = foldText(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return [...new Set(words.map((word) => truncate(word, maxWordLength)))]
}

/** The first so many letters; a letter beyond the basic plane is not cut in half. */
export const truncate = (text: string, most: number) => [...text].slice(0, most).join('')

/** Accents go where they only decorate a letter (Latin, Greek, Cyrillic); elsewhere marks are vowels and belong to it. */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu, '$1')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[ßæœøłđðþı]/g, (letter) => foldings[letter]!)
}
