import type { Database } from '#kit/database/pool'
import type { Reading } from '../planner.ts'
import { stemOf, wordsOf } from '../words/word-forms.ts'
import { type DictionaryEntry, type SimilarWords, selectEntries, selectSimilarWords } from './dictionary.sql.ts'
import { fillerWords } from './filler-words.ts'
import type { Question, QuestionWord } from './question.ts'
import { closestWords, editDistance } from './spelling.ts'

/** What was made of a word: `why` tells the kind of the replacement, or that the word was left out. */
export interface Meant {
  said: string
  /** Empty where the word was left out. */
  as: string
  why: 'spelling' | 'meaning' | 'language' | 'left out'
}

/** The readings of a question's groups, and what was made of its words. */
export interface Understanding {
  groups: UnderstoodGroup[]
  meant: Meant[]
}

export interface UnderstoodGroup {
  readings: Reading[]
  /** Published images that the words are in, about: the rarer a group, the more it says. */
  uses: number
  said: string
}

/** Costs of readings, in half points; one outside of the title costs `outsideTitleCost` more. */
const costs = {
  word: 0,
  stem: 2,
  compound: 2,
  translation: 4,
  continuation: 4,
  spelling: 4,
  meaning: 6,
  description: 8,
}

/** The words as they are and their stems, which needs no dictionary. */
export const plainReadings = (group: QuestionWord[]): Reading[] =>
  group.flatMap(({ text, isLiteral }) => [
    reading('word', [text], costs.word),
    ...(isLiteral ? [] : [reading('stem', [text], costs.stem)]),
  ])

const reading = (form: Reading['form'], words: string[], cost: number): Reading => ({ form, words, cost })

/**
 * Reads every word of a question by the dictionary. A word that no picture has is replaced by what it may mean: its
 * parts, its translation, words of near meaning, longer words, and, unless the dictionary knows it, the nearest
 * spelling. With `isWidened`, words that pictures have are read by their meanings and descriptions as well.
 */
export async function understand(db: Database, { groups }: Question, isWidened: boolean): Promise<Understanding> {
  const dictionary = await readDictionary(db, groups, isWidened)
  const understood: UnderstoodGroup[] = []
  const meant: Meant[] = []
  for (const group of groups) {
    const words = group.map((word) => understandWord(word, dictionary, isWidened))
    if (words.every((word) => word === 'filler')) {
      for (const { text } of group) meant.push({ said: text, as: '', why: 'left out' })
      continue
    }
    const read = words.filter((word) => word !== 'filler')
    understood.push({
      readings: read.flatMap(({ readings }) => readings),
      uses: read.reduce((sum, { uses }) => sum + uses, 0),
      said: group.map(({ text }) => text).join(' '),
    })
    meant.push(...read.flatMap((word) => word.meant ?? []))
  }
  joinNeighbours(groups, understood, dictionary)
  return { groups: understood, meant }
}

interface Dictionary {
  entryOf(word: string): DictionaryEntry
  similarTo(word: string): SimilarWords
}

const unknownEntry = (word: string): DictionaryEntry => ({
  word,
  uses: 0,
  stem_uses: 0,
  meanings: null,
  translations: null,
})

/** Two rounds: what the words are, then what is needed of those that no picture has. */
async function readDictionary(db: Database, groups: QuestionWord[][], isWidened: boolean): Promise<Dictionary> {
  const words = groups.flat().map(({ text }) => text)
  const entries = new Map<string, DictionaryEntry>()
  const load = async (texts: string[]) => {
    const missing = [...new Set(texts)].filter((text) => !entries.has(text))
    if (!missing.length) return
    const found = await selectEntries(
      db,
      missing.map((word) => ({ word, stem: stemOf(word) })),
    )
    for (const entry of found) entries.set(entry.word, entry)
  }
  const entryOf = (word: string) => entries.get(word) ?? unknownEntry(word)
  await load([...words.flatMap((word) => [word, ...lemmasOf(word)]), ...neighbours(groups)])
  const unknown = words.filter((word) => !isPublished(entryOf(word)))
  const replaceable = isWidened ? words : unknown
  await load([
    ...unknown.flatMap((word) => splits(word).flat()),
    ...replaceable.flatMap((word) => nearWords(word, entryOf)),
  ])
  // What a word of another language names may be in no picture either, unlike words of near meaning.
  const foreign = replaceable.flatMap((word) => parseTargets(entryOf(word).translations).map(({ text }) => text))
  await load(foreign.filter((text) => !isAvailable(text, { entryOf })).flatMap((text) => nearWords(text, entryOf)))
  const similar = new Map(
    (unknown.length ? await selectSimilarWords(db, unknown) : []).map((words) => [words.word, words]),
  )
  return { entryOf, similarTo: (word) => similar.get(word) ?? { word, continuations: [], similar: [] } }
}

/** The words of translations and meanings. */
const nearWords = (word: string, entryOf: Dictionary['entryOf']) =>
  [word, ...lemmasOf(word)]
    .flatMap((form) => [...parseTargets(entryOf(form).translations), ...parseTargets(entryOf(form).meanings)])
    .flatMap(({ text }) => [text, ...wordsOf(text)])

const isPublished = ({ uses, stem_uses }: DictionaryEntry) => uses > 0 || stem_uses > 0

/** Forms under which a dictionary lists a word. */
function lemmasOf(word: string): string[] {
  if (!/^[a-z]{4,}$/.test(word)) return []
  const forms = [
    word.replace(/s$/, ''),
    word.replace(/(x|s|ch|sh)es$/, '$1'),
    word.replace(/ies$/, 'y'),
    word.replace(/(ing|ed)$/, ''),
    word.replace(/(ing|ed)$/, 'e'),
    word.replace(/(.)\1(ing|ed)$/, '$1'),
  ]
  return [...new Set(forms)].filter((form) => form !== word && form.length > 2)
}

/** Words that are written together where others write them apart. */
const neighbours = (groups: QuestionWord[][]) =>
  groups.slice(1).map((group, index) => groups[index]![0]!.text + group[0]!.text)

function splits(word: string): [string, string][] {
  if (!/^\p{L}{6,20}$/u.test(word)) return []
  return Array.from({ length: word.length - 5 }, (_, at) => [word.slice(0, at + 3), word.slice(at + 3)])
}

interface Target {
  text: string
  /** The lower, the nearer; see server/word-tables/README.md. */
  cost: number
}

/** `text:cost` separated by commas. */
const parseTargets = (targets: string | null): Target[] =>
  (targets ? targets.split(',') : []).map((one) => {
    const at = one.lastIndexOf(':')
    return { text: one.slice(0, at), cost: Number(one.slice(at + 1)) }
  })

type UnderstoodWord = { readings: Reading[]; uses: number; meant?: Meant } | 'filler'

function understandWord({ text, isLiteral }: QuestionWord, dictionary: Dictionary, isWidened: boolean): UnderstoodWord {
  const entry = dictionary.entryOf(text)
  const plain = plainReadings([{ text, isLiteral }])
  const uses = Math.max(entry.uses, entry.stem_uses)
  if (isLiteral) return { readings: plain, uses }
  if (!isPublished(entry)) return replaceWord(text, dictionary)
  if (!isWidened) return { readings: plain, uses }
  const description = reading('description', [text], costs.description)
  return { readings: [...plain, ...translations(text, dictionary), ...meanings(text, dictionary), description], uses }
}

/** Readings of a word that no picture has, the likeliest kinds alone. */
function replaceWord(word: string, dictionary: Dictionary): UnderstoodWord {
  const parts = compounds(word, dictionary)
  if (parts.length) return replaced(word, parts, 'spelling')
  const foreign = translations(word, dictionary)
  const near = meanings(word, dictionary)
  if (foreign.length) return replaced(word, [...foreign, ...near], 'language')
  if (near.length) return replaced(word, near, 'meaning')
  const { continuations, similar } = dictionary.similarTo(word)
  const longer = continuations.map((one) => reading('word', [one], costs.continuation))
  if (longer.length) return replaced(word, longer, 'spelling')
  if (isMistypedFiller(word)) return 'filler'
  const nearest =
    /^\p{L}{3,}$/u.test(word) && !isEnglish(word, dictionary)
      ? closestWords(
          word,
          similar.map((one) => one.word),
        )
      : []
  const corrected = nearest.map((one) => reading('stem', [one], costs.spelling))
  return replaced(word, corrected, 'spelling')
}

/** At most three of the words go into the sentence for the visitor. */
function replaced(said: string, readings: Reading[], why: Meant['why']): UnderstoodWord {
  const description = reading('description', [said], costs.description)
  const as = [...new Set(readings.map(({ words }) => words.join(' ')))].slice(0, 3).join(', ')
  const understood = { readings: [...readings, description], uses: readings.length && 1 }
  return readings.length ? { ...understood, meant: { said, as, why } } : understood
}

const isMistypedFiller = (word: string) =>
  word.length > 3 && [...fillerWords].some((filler) => filler.length > 3 && editDistance(word, filler) <= 1)

const isEnglish = (word: string, { entryOf }: Dictionary) =>
  [word, ...lemmasOf(word)].some((form) => entryOf(form).meanings !== null)

function compounds(word: string, { entryOf }: Dictionary): Reading[] {
  return splits(word)
    .filter(([first, second]) => entryOf(first).uses > 0 && isPublished(entryOf(second)))
    .map((words) => reading('stem', words, costs.compound))
}

/** How much less sure than the surest a translation may be. */
const translationTolerance = 5

/** The surest translations, or what is near them where no picture has these. */
function translations(word: string, dictionary: Dictionary): Reading[] {
  const targets = parseTargets(dictionary.entryOf(word).translations)
  const least = Math.min(...targets.map(({ cost }) => cost))
  const sure = targets.filter(({ cost }) => cost <= least + translationTolerance)
  const readable = (some: Target[]) => some.filter(({ text }) => isAvailable(text, dictionary)).slice(0, 3)
  const named = [readable(sure), readable(targets)].find((some) => some.length)
  if (named) return named.map(({ text }) => reading('stem', wordsOf(text), costs.translation))
  return sure
    .flatMap(({ text }) => meanings(text, dictionary).slice(0, 3))
    .map((one) => ({ ...one, cost: costs.translation }))
}

/** Words of a meaning that are read. */
const maxMeanings = 10

function meanings(word: string, dictionary: Dictionary): Reading[] {
  const stem = stemOf(word)
  const targets = [word, ...lemmasOf(word)].flatMap((form) => parseTargets(dictionary.entryOf(form).meanings))
  const distances = new Map<string, number>()
  for (const { text, cost } of targets)
    if (stemOf(text) !== stem && isAvailable(text, dictionary))
      distances.set(text, Math.min(distances.get(text) ?? Number.POSITIVE_INFINITY, distanceOf(cost)))
  return [...distances]
    .filter(([, distance]) => distance <= maxDistance)
    .sort(([, one], [, other]) => one - other)
    .slice(0, maxMeanings)
    .map(([text, distance]) => reading('stem', wordsOf(text), costs.meaning + Math.floor(distance / 15)))
}

/** Distances beyond this say too little. */
const maxDistance = 44

/** Of a cost in the table of meanings: its tens are the kind, its units the sense. */
const distanceOf = (cost: number) => (kindDistances[Math.floor(cost / 10)] ?? 99) + 3 * (cost % 10)

/** Synonyms, what is in the same emoji, derived forms, broader and narrower words, words of the definition. */
const kindDistances = [99, 0, 4, 12, 20, 16, 34]

const isAvailable = (text: string, { entryOf }: Pick<Dictionary, 'entryOf'>) => {
  const words = wordsOf(text)
  return words.length > 0 && words.every((word) => isPublished(entryOf(word)))
}

/** Adds to two neighbours the word that they make together. */
function joinNeighbours(groups: QuestionWord[][], understood: UnderstoodGroup[], { entryOf }: Dictionary) {
  if (understood.length !== groups.length) return
  for (const [index, joined] of neighbours(groups).entries()) {
    if (!isPublished(entryOf(joined))) continue
    understood[index]!.readings.push(reading('stem', [joined], costs.compound))
    understood[index + 1]!.readings.push(reading('stem', [joined], 0))
  }
}
