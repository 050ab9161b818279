import { colours } from '@vitrine/contract/vocabulary/colours'
import type { Reading } from '../planner.ts'
import { irregularForms } from '../words/irregular-forms.ts'
import { partsOf, stemOf, wordsOf } from '../words/word-forms.ts'
import { lemmasOf, otherDegree, otherSpellings, pluralOf, positivesOf } from '../words/word-variants.ts'
import { mostlyNoun } from './dictionary.sql.ts'
import { type Dictionary, type Kind, kindOf, parseTargets, type Target } from './dictionary.ts'
import type { QuestionWord } from './question.ts'

/** Costs of readings in the title, in half points. */
export const costs = {
  word: 0,
  form: 2,
  compound: 2,
  description: 4,
  mainColour: 5,
  colour: 9,
  translation: 4,
  continuation: 4,
  spelling: 4,
  meaning: 6,
}

export const reading = (form: Reading['form'], words: string[], cost: number): Reading => ({ form, words, cost })

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
  const isNoun = (dictionary.entryOf(word).noun_share ?? 0) >= mostlyNoun
  const isPositive = (form: string) => dictionary.isEnglish(form)
  const positives = isNoun || dictionary.usesOf(word) ? [] : positivesOf(word).filter(isPositive)
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

const maxFurther = 3

/** The surest translations or what means the same, and less sure ones as long as these find little. */
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
  const others = targets.filter(({ text, cost }) => cost > least + tolerances.named && dictionary.isAvailable(text))
  for (const { text, cost } of others.slice(0, maxFurther))
    chosen.push(reading('stem', wordsOf(text), translationCost(cost - least) + commonness(text, dictionary)))
  return chosen
}

const translationCost = (gap: number) => costs.translation + Math.floor((gap + 4) / 6)

/** Images that readings find, about. */
export const usesOf = (readings: Reading[], dictionary: Dictionary): number =>
  readings.reduce((sum, { words }) => sum + Math.min(...words.map((one) => dictionary.usesOf(one))), 0)

/** One translation, or what means the same where no image has it. */
async function translated(text: string, gap: number, dictionary: Dictionary): Promise<Reading[]> {
  const cost = translationCost(gap)
  if (dictionary.isAvailable(text)) return [reading('stem', wordsOf(text), cost + commonness(text, dictionary))]
  const near = await nearMeanings(text, dictionary, furtherOfSame)
  return near.slice(0, 3).map((one) => ({ ...one, cost: cost + 1 }))
}

const maxMeanings = 10

/** What a word of near meaning costs more, by its kind. */
const furtherOfSame: Partial<Record<Kind, number>> = { synonym: 0, samePicture: 1 }
const furtherOfNear: typeof furtherOfSame = { ...furtherOfSame, narrower: 1, broader: 1 }

/** Words that mean the same as an English word, or are one step broader or narrower, and that images have. */
export async function nearMeanings(
  word: string,
  dictionary: Dictionary,
  furtherOf = furtherOfNear,
): Promise<Reading[]> {
  const stem = stemOf(word)
  const costsByText = new Map<string, number>()
  for (const target of await availableTargets(word, dictionary)) {
    const further = furtherOf[kindOf(target)]
    if (further === undefined || hasStem(target.text, stem)) continue
    const cost = costs.meaning + further + commonness(target.text, dictionary)
    costsByText.set(target.text, Math.min(costsByText.get(target.text) ?? cost, cost))
  }
  return [...costsByText]
    .sort(([, one], [, other]) => one - other)
    .slice(0, maxMeanings)
    .map(([text, cost]) => reading('word', wordsOf(text), cost))
}

/** As whole words, singular and plural: by its stem an officer would be found in an office. */
async function availableTargets(word: string, dictionary: Dictionary): Promise<Target[]> {
  const listed = await targetsOf(word, dictionary)
  const targets = listed.flatMap((target) => [target, { ...target, text: pluralOf(target.text) }])
  await dictionary.loadTexts(targets.map(({ text }) => text))
  return targets.filter(({ text }) => wordsOf(text).every((one) => dictionary.entryOf(one).uses))
}

async function targetsOf(word: string, dictionary: Dictionary): Promise<Target[]> {
  const forms = [word, irregularForms.get(word) ?? word, ...lemmasOf(word)]
  await dictionary.load(forms)
  return [...new Set(forms)].flatMap((form) => parseTargets(dictionary.entryOf(form).meanings))
}

/** Steps from a word to a broader one that images have: a beagle is a hound, a hound a dog. */
const maxBroaderSteps = 2

export async function broaderWords(word: string, dictionary: Dictionary): Promise<string[]> {
  let words = [word]
  for (let step = 0; step < maxBroaderSteps; step++) {
    const targets = (await Promise.all(words.map((one) => targetsOf(one, dictionary)))).flat()
    words = [...new Set(targets.filter((target) => kindOf(target) === 'broader').map(({ text }) => text))]
    await dictionary.loadTexts(words)
    const available = words.filter((text) => dictionary.isAvailable(text))
    if (available.length) return available
  }
  return []
}

/** Images of the colour that a word names: those that are called so, then those that have most of it, then others. */
export function colourReadings(word: string, dictionary: Dictionary): Reading[] {
  const named = colourOf(word, dictionary)
  if (!named) return []
  const measured = (['mainColour', 'colour'] as const).map((form) => ({
    ...reading(form, [String(named.id)], costs[form]),
    isEverywhereAlike: true,
  }))
  return named.value === word ? measured : [reading('stem', [named.value], costs.translation), ...measured]
}

/** By its name, also in another language or in the other side's spelling, or as a shade of it. */
function colourOf(word: string, dictionary: Dictionary) {
  const named = [word, ...otherSpellings(word)].map(colourNamed).find((colour) => colour !== undefined)
  if (named) return named
  const { meanings, translations } = dictionary.entryOf(word)
  const shade = parseTargets(meanings).find((target) => kindOf(target) === 'colour')
  if (shade || meanings !== null) return shade && colourNamed(shade.text)
  const [first] = parseTargets(translations)
  return first && colourNamed(first.text)
}

const colourNamed = (name: string) => colours.find(({ value }) => value === name)

/** Images of a phrase with the word itself are found by the word. */
const hasStem = (text: string, stem: string) => wordsOf(text).some((word) => stemOf(word) === stem)

/** A word of many images says little of what is meant. */
function commonness(text: string, dictionary: Dictionary): number {
  const share = Math.min(...wordsOf(text).map((word) => dictionary.entryOf(word).share))
  return share > 0.05 ? 2 : share > 0.01 ? 1 : 0
}
