import type { Reading } from '../planner.ts'
import { joinedWordsOf, wordsOf } from '../words/word-forms.ts'
import { emptyWords, fillerPhrases, fillerWords, prepositions } from './filler-words.ts'

export interface QuestionWord {
  text: string
  /** In quotation marks: it is neither replaced nor widened. */
  isLiteral: boolean
  /** Written with accents, as hardly any English word is. */
  isAccented: boolean
  /** Prepositions before it: of `house with a garden` the garden has one more, because it tells of what comes first. */
  prepositionsBefore: number
  /** The word with its elided article, and the operator's own synonyms (synonyms/synonyms.ts). */
  synonyms?: Reading[]
}

export type Question = ReturnType<typeof readQuestion>

const maxWords = 12
/** Words of a question that are corrected, translated or widened, each by some queries; further ones count as typed. */
export const maxReplaced = 8

/** Variation selectors and skin tones, which change how an emoji looks and not what it shows. */
const looks = /[\ufe00-\ufe0f]|\p{Emoji_Modifier}/gu

/** A text without letter, digit or emoji asks for nothing; only an empty one asks for everything. */
export function readQuestion(text: string, nouns: ReadonlySet<string> = new Set()) {
  const { words, phrases, excluded } = readTokens(withoutFillerPhrases(text.normalize('NFKC').replaceAll(looks, '')))
  /** An image must have a word of every group; a group of several words was written with OR. */
  const groups = withoutRepeats(withoutFillerWords(countedPrepositions(words), nouns)).slice(0, maxWords)
  /** A word and the filler beside it, which is none where they are a noun: `trash can`. */
  const pairs = pairsWithFillers(words).map(phraseOf)
  return { groups, phrases, excluded, pairs }
}

/** Keeps the text where nothing else would be left, or where quotation marks say that it is meant. */
function withoutFillerPhrases(text: string): string {
  if (/["“”„]/.test(text)) return text
  const cut = fillerPhrases.reduce((rest, phrase) => rest.replaceAll(phrase, ' '), text)
  return hasName(cut) ? cut : text
}

const hasName = (text: string) => wordsOf(text).some((word) => !fillerWords.has(word)) || emojiPattern.test(text)

interface Tokens {
  words: QuestionWord[][]
  /** Words that must follow one another. */
  phrases: string[][]
  /** Words, or phrases, that an image must not have. */
  excluded: string[][]
}

const tokenPattern = /([-\u2010\u2212\u2013]?)["“”„]([^"“”„]+)["“”„]|(\S+)/gu
/** Hyphen (NFKC makes it of U+2011 too), minus sign and en dash, which telephones and notes write for `-`. */
const exclusion = /^(-[\p{L}\p{N}]|[\u2010\u2212\u2013]\p{L})/u

/** A decomposed or a precomposed letter with an accent. */
const accents = /\p{Script=Latin}\p{M}|[\u00c0-\u024f]/u

function readTokens(text: string): Tokens {
  const tokens: Tokens = { words: [], phrases: [], excluded: [] }
  let joinsNext = false
  for (const [, minus, quoted, plain] of text.matchAll(tokenPattern)) {
    if (plain && /^(OR|\|+)$/.test(plain)) {
      joinsNext = tokens.words.length > 0
      continue
    }
    const isExcluded = Boolean(minus) || exclusion.test(plain ?? '')
    const text = quoted ?? plain!
    const found = wordsAndEmoji(text)
    if (isExcluded) tokens.excluded.push(found)
    else if (quoted !== undefined && found.length > 1) tokens.phrases.push(found)
    if (!isExcluded)
      addWords(tokens.words, found, joinedWordsOf(text), {
        isLiteral: quoted !== undefined,
        isAccented: accents.test(text),
        prepositionsBefore: 0,
        joins: joinsNext,
      })
    joinsNext = false
  }
  return { ...tokens, excluded: tokens.excluded.filter((words) => words.length) }
}

function addWords(
  groups: QuestionWord[][],
  words: string[],
  joined: string[],
  { joins, ...marks }: Omit<QuestionWord, 'text'> & { joins: boolean },
) {
  const [first, ...others] = words.map((text, at) => ({ text, ...marks, ...elidedForm(text, joined[at]) }))
  if (!first) return
  if (joins) groups.at(-1)!.push(first)
  else groups.push([first])
  for (const word of others) groups.push([word])
}

/** Another reading of `été`, typed as `l'été`, which some titles have as one word. */
const elidedForm = (text: string, joined = text): Pick<QuestionWord, 'synonyms'> =>
  joined === text ? {} : { synonyms: [{ form: 'word', words: [joined], cost: 0 }] }

const emojiPattern = /\p{Regional_Indicator}{2}|\p{Extended_Pictographic}(\u200d\p{Extended_Pictographic})*/u

/** Emoji count as words; a flag stands for the name of its country. */
function wordsAndEmoji(text: string): string[] {
  const emoji = text.match(new RegExp(emojiPattern, 'gu')) ?? []
  return [...wordsOf(text), ...emoji.flatMap((one) => countryName(one) ?? [one])]
}

const regionNames = new Intl.DisplayNames(['en'], { type: 'region' })

function countryName(emoji: string): string[] | null {
  if (!/^\p{Regional_Indicator}{2}$/u.test(emoji)) return null
  const code = [...emoji].map((letter) => String.fromCharCode(letter.codePointAt(0)! - 0x1f1e6 + 65)).join('')
  return wordsOf(regionNames.of(code) ?? '')
}

function countedPrepositions(groups: QuestionWord[][]): QuestionWord[][] {
  let prepositionsBefore = 0
  return groups.map((group) => {
    if (group.some(({ text }) => prepositions.has(text))) prepositionsBefore++
    return group.map((word) => ({ ...word, prepositionsBefore }))
  })
}

/** A filler behind an elided article is none: in French, `or` is gold. */
const isNamed = (filler: Set<string>) => (group: QuestionWord[]) =>
  group.some(({ text, isLiteral, synonyms }) => isLiteral || !(synonyms ? emptyWords : filler).has(text))

/** Neighbours of which one is a filler, though neither an empty word nor a preposition: `a battery`, `walk in`. */
const pairsWithFillers = (groups: QuestionWord[][]) =>
  groups
    .slice(1)
    .map((group, at) => [groups[at]!, group])
    .filter((pair) => pair.filter(isNamed(fillerWords)).length === 1)
    .filter((pair) => pair.every(isNamed(emptyWords)) && pair.every(isNamed(prepositions)))

const phraseOf = (pair: QuestionWord[][]) => pair.map(([word]) => word!.text).join(' ')

function withoutFillerWords(groups: QuestionWord[][], nouns: ReadonlySet<string>): QuestionWord[][] {
  const ofNouns = new Set(
    pairsWithFillers(groups)
      .filter((pair) => nouns.has(phraseOf(pair)))
      .flat(),
  )
  const named = groups.filter((group) => isNamed(fillerWords)(group) || ofNouns.has(group))
  if (named.length) return named
  const wanted = groups.filter(isNamed(emptyWords))
  return wanted.length ? wanted : groups
}

function withoutRepeats(groups: QuestionWord[][]): QuestionWord[][] {
  const byWords = new Map(groups.map((group) => [group.map(({ text }) => text).join(' '), group]))
  return [...byWords.values()]
}
