const maxWordLength = 40

/** Letters that Unicode's NFKD does not decompose into a base letter and an accent. */
const foldings: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' }

/** Titles and queries are tokenized here and not by PostgreSQL, so they agree in every locale of the database. */
export const tokenize = (text: string): string[] => [...new Set(foldWords(splitWords(text)))]

/** U+05F3 is that of Hebrew. */
const apostrophe = "['’‘ʼ`\u05f3]"
export const apostrophes = new RegExp(apostrophe, 'g')
/** What an apostrophe may join. */
export const joinedLetters = new RegExp(`(?:[\\p{L}\\p{M}\\p{N}\\p{Cf}]|${apostrophe})+`, 'gu')
/** What French, Italian and Catalan shorten before a vowel, where a word begins: more than Lucene's ElisionFilter. */
const elision = new RegExp(
  `(?<![\\p{L}\\p{N}]${apostrophe}?)` +
    '(?:[cdjlmnstv]|qu|(?:jus|quoi|lors|puis)qu|un|quest|(?:a|be|co|da|de|ne|pe|que|su)ll|(?:a|da|de|ne|su)?gl)' +
    `${apostrophe}(?=[\\p{L}\\p{N}]{2})`,
  'gu',
)
const joining = new RegExp(`${apostrophe}(s\\b)?`, 'gu')

/** An apostrophe joins, and a possessive s goes; an elided article too, unless it is `joined` to its noun. */
export function splitWords(text: string, articles?: 'joined'): string[] {
  const folded = foldText(text)
  const words = articles === 'joined' ? folded : folded.replaceAll(elision, '')
  return words.replaceAll(joining, '').match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
}

/** Each word in the one spelling that stands in the index, cut to its greatest length. */
export const foldWords = (words: string[]): string[] =>
  words.map((word) => truncate(foldSpelling(word), maxWordLength)).filter((word) => word !== '')

/** The first `length` code points; surrogate pairs stay whole. */
export const truncate = (text: string, length: number) => [...text].slice(0, length).join('')

/** What cannot be seen; of the joiners, the one that parts Persian words (U+200C) stays. */
const invisible = /[\p{Default_Ignorable_Code_Point}--[\u200b\u200c]]|(?<=\p{M})\u200c/gv

/** Lower case without accents; on letters that are not Latin, Greek or Cyrillic, marks are vowel signs and stay. */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(invisible, '')
    .replaceAll(/([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+|(?<![\p{L}\p{M}])\p{M}+/gu, '$1')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[ßæœøłđðþı]/g, (letter) => foldings[letter]!)

/** Variants in decomposed words, as in Lucene's Arabic, Persian and Hindi normalizers but for Hindi vowel lengths. */
const spellings: [RegExp, string][] = [
  [/[\u0640\u06e5\u06e6]/g, ''], // tatweel, small letters of the Quran
  [/(?<=[\p{Script=Arabic}\p{Script=Hebrew}])\p{M}+/gu, ''], // harakat, hamza above and below, niqqud, cantillation
  [/[\u0671-\u0673]/g, '\u0627'], // alef
  [/[\u0649\u06cc\u06d2]/g, '\u064a'], // yeh
  [/\u06a9/g, '\u0643'], // kaf
  [/[\u0629\u06be\u06c1\u06c3\u06d5]/g, '\u0647'], // teh marbuta, forms of heh
  [/\u093c/g, ''], // nukta
  [/\u0901|(?<=[\p{L}\p{M}])\u0928\u094d/gu, '\u0902'], // candrabindu, and n at the end of a syllable
]

/** Hiragana are written as katakana, and the digits of every script as 0 to 9. */
function foldSpelling(word: string): string {
  if (/^[a-z0-9]*$/.test(word)) return word // most are, and an index takes half the time
  const folded = spellings.reduce((text, [from, to]) => text.replaceAll(from, to), word.normalize('NFD'))
  return toKatakana(folded.normalize('NFC')).replaceAll(/\p{Nd}/gu, digitOf)
}

export const toKatakana = (text: string) =>
  text.replaceAll(/[\u3041-\u3096\u309d\u309e]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) + 0x60))

/** Digits follow one another from zero to nine (Unicode 4.6), in places those of several scripts. */
function digitOf(digit: string): string {
  const code = digit.codePointAt(0)!
  let zero = code
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
  return String((code - zero) % 10)
}
