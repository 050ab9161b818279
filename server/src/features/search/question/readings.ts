import type { Reading } from '../planner.ts'
import { irregularForms } from '../words/irregular-forms.ts'
import { partsOf, stemOf, wordsOf } from '../words/word-forms.ts'
import { lemmasOf, otherDegree, otherSpellings, positivesOf } from '../words/word-variants.ts'
import type { Dictionary } from './dictionary.ts'
import type { QuestionWord } from './question.ts'
import { parseTargets } from './targets.ts'

/** Costs of readings, in half points; one outside of the title costs `outsideTitleCost` more. */
export const costs = {
  word: 0,
  form: 2,
  compound: 2,
  description: 4,
  translation: 4,
  continuation: 4,
  spelling: 4,
  meaning: 6,
}

export const reading = (form: Reading['form'], words: string[], cost: number): Reading => ({ form, words, cost })

/** One of the things that a word may mean. */
const meaning = (text: string, cost: number): Reading => ({ ...reading('stem', wordsOf(text), cost), isMeaning: true })

/** The word as it is, of photo1 also the parts, its stem and its synonyms, which need no dictionary. */
export function plainReadings({ text, isLiteral, synonyms = [] }: QuestionWord): Reading[] {
  const parts = partsOf(text)
  return [
    reading('word', [text], costs.word),
    ...(parts.length > 1 ? [reading('word', parts, costs.word)] : []),
    ...(isLiteral ? [] : [reading('stem', [text], costs.form)]),
    ...(isLiteral || parts.length < 2 ? [] : [reading('stem', parts, costs.form)]),
    ...synonyms,
  ]
}

/** Words of a question beyond these are not tried as one with their neighbours. */
const maxJoined = 4

/** The plain readings of every group, also those of two neighbours that are written as one word elsewhere. */
export function plainGroups(groups: QuestionWord[][]): Reading[][] {
  const readings = groups.map((group) => group.flatMap(plainReadings))
  if (groups.length > maxJoined) return readings
  for (let index = 0; index + 1 < groups.length; index++) {
    const words = [...groups[index]!, ...groups[index + 1]!]
    if (words.length > 2 || words.some(({ isLiteral }) => isLiteral)) continue
    const joined = words.map(({ text }) => text).join('')
    readings[index]!.push(reading('stem', [joined], costs.compound))
    readings[index + 1]!.push({ ...reading('stem', [joined], 0), isEverywhereAlike: true })
  }
  return readings
}

/** In the words of its description, which say less of an image. */
export const descriptions = (word: string, dictionary: Dictionary): Reading[] =>
  dictionary.entryOf(word).is_described ? [reading('description', [word], costs.description)] : []

/** The other side's spelling, and of an unknown comparative the adjective. */
export function variants(word: string, dictionary: Dictionary): Reading[] {
  const { meanings: listed } = dictionary.entryOf(word)
  const isPositive = (form: string) =>
    listed === null
      ? dictionary.entryOf(form).meanings !== null
      : parseTargets(listed).some(({ text }) => text === form)
  const positives = dictionary.usesOf(word) ? [] : positivesOf(word).filter(isPositive)
  const degrees = positives.length ? [...positives, otherDegree(word)] : []
  return [...otherSpellings(word), ...degrees]
    .filter((form) => stemOf(form) !== stemOf(word))
    .flatMap((form) => [
      ...(dictionary.usesOf(form) ? [reading('stem', [form], costs.form)] : []),
      ...descriptions(form, dictionary),
    ])
}

/** The forms that `variants` asks the dictionary about. */
export const variantForms = (word: string) => [...otherSpellings(word), ...positivesOf(word), otherDegree(word)]

/** The two words of a compound that some image has together. */
export async function compounds(
  word: string,
  dictionary: Dictionary,
  isFound: (words: string[]) => Promise<boolean>,
): Promise<Reading[]> {
  const found: Reading[] = []
  for (const [first, second] of splitsOf(word))
    if (dictionary.entryOf(first).uses && dictionary.usesOf(second) && (await isFound([first, second])))
      found.push(reading('stem', [first, second], costs.compound))
  return found
}

/** The pairs of words that may be written as this one; `compounds` expects them in the dictionary. */
export function splitsOf(word: string): [string, string][] {
  if (!/^\p{L}{5,24}$/u.test(word)) return []
  return Array.from({ length: Math.max(0, word.length - 5) }, (_, at) => [word.slice(0, at + 3), word.slice(at + 3)])
}

/** How much less sure than the surest a translation may be, by what the surer ones find. */
const tolerances = { enough: 3, named: 5 }
/** Images that are enough to look no further, for less sure readings or for other words. */
export const enoughImages = 10
/** Less sure translations that are read. */
const maxFurther = 3

/** The surest translations or what is near them, and less sure ones as long as these find little. */
export async function translations(word: string, dictionary: Dictionary): Promise<Reading[]> {
  const targets = parseTargets(dictionary.entryOf(word).translations).filter(({ text }) => !hasStem(text, stemOf(word)))
  if (!targets.length) return []
  await dictionary.loadTexts(targets.map(({ text }) => text))
  const least = targets[0]!.cost
  const chosen: Reading[] = []
  const sure = targets.filter(({ cost }) => cost <= least + tolerances.named)
  for (const { text, cost } of sure) {
    if (cost - least > tolerances.enough && usesOf(chosen, dictionary) >= enoughImages) break
    chosen.push(...(await translated(text, cost - least, dictionary)))
  }
  const isNamed = dictionary.isAvailable(targets[0]!.text) && least <= 1
  if (isNamed || usesOf(chosen, dictionary) >= enoughImages) return chosen
  if (!chosen.length)
    chosen.push(...(await meanings(targets[0]!.text, dictionary, farDistance)).slice(0, 3).map(asTranslation(1)))
  const others = targets.filter(({ text, cost }) => cost > least + tolerances.named && dictionary.isAvailable(text))
  for (const { text, cost } of others.slice(0, maxFurther))
    chosen.push(meaning(text, translationCost(cost - least) + commonness(text, dictionary)))
  return chosen
}

const translationCost = (gap: number) => costs.translation + Math.floor((gap + 4) / 6)

const asTranslation = (more: number) => (one: Reading) => ({ ...one, cost: costs.translation + more })

/** Images that readings find, about. */
export const usesOf = (readings: Reading[], dictionary: Dictionary): number =>
  readings.reduce((sum, { words }) => sum + Math.min(...words.map((one) => dictionary.usesOf(one))), 0)

/** One translation, or what means the same where no image has it. */
async function translated(text: string, gap: number, dictionary: Dictionary): Promise<Reading[]> {
  const cost = translationCost(gap)
  if (dictionary.isAvailable(text)) return [meaning(text, cost + commonness(text, dictionary))]
  const near = await meanings(text, dictionary, nearDistance)
  return near.slice(0, 3).map((one) => ({ ...one, cost: cost + 1 }))
}

/** Words of a meaning that are read. */
const maxMeanings = 10
/** Distances of words that mean the same, or nearly; beyond the latter they say too little. */
export const nearDistance = 16
export const farDistance = 44

/** Words that mean the same, and where these find little, what is near. */
export async function nearMeanings(word: string, dictionary: Dictionary): Promise<Reading[]> {
  const near = await meanings(word, dictionary, nearDistance)
  return usesOf(near, dictionary) >= enoughImages ? near : meanings(word, dictionary, farDistance)
}

/** Words of near meaning that images have, the nearest first. */
export async function meanings(word: string, dictionary: Dictionary, maxDistance: number): Promise<Reading[]> {
  const stem = stemOf(word)
  const forms = [word, irregularForms.get(word) ?? word, ...lemmasOf(word)]
  await dictionary.load(forms)
  const targets = forms.flatMap((form) => parseTargets(dictionary.entryOf(form).meanings))
  await dictionary.loadTexts(targets.map(({ text }) => text))
  const distances = new Map<string, number>()
  for (const { text, cost } of targets)
    if (!hasStem(text, stem) && dictionary.isAvailable(text))
      distances.set(text, Math.min(distances.get(text) ?? Number.POSITIVE_INFINITY, distanceOf(cost)))
  return [...distances]
    .filter(([, distance]) => distance <= maxDistance)
    .sort(([, one], [, other]) => one - other)
    .slice(0, maxMeanings)
    .map(([text, distance]) => meaning(text, costs.meaning + Math.floor(distance / 15) + commonness(text, dictionary)))
}

/** Images of a phrase with the word itself are found by the word. */
const hasStem = (text: string, stem: string) => wordsOf(text).some((word) => stemOf(word) === stem)

/** A word of many images says little of what is meant. */
function commonness(text: string, dictionary: Dictionary): number {
  const share = Math.min(...wordsOf(text).map((word) => dictionary.entryOf(word).share))
  return share > 0.05 ? 2 : share > 0.01 ? 1 : 0
}

/** Of a cost in the table of meanings: its tens are the kind, its units the sense. */
const distanceOf = (cost: number) => (kindDistances[Math.floor(cost / 10)] ?? 99) + 3 * (cost % 10)

/** Synonyms, what is in the same emoji, derived forms, broader and narrower words, words of the definition. */
const kindDistances = [99, 0, 4, 12, 20, 16, 34]
