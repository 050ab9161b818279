// Reads what Unicode CLDR says of emoji: keywords and a name in each language.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { phraseOf } from './phrase.ts'

export interface Annotations {
  /** Keywords and name of each emoji. */
  wordsOf: Map<string, Set<string>>
  picturesOf: Map<string, Set<string>>
  nameOf: Map<string, string>
}

type Entries = Record<string, { default?: string[]; tts?: string[] }>

const variationSelector = /\ufe0f/g
const isFlag = (emoji: string) => /^\p{Regional_Indicator}{2}$/u.test(emoji)
const hasSkinTone = (emoji: string) => /\p{Emoji_Modifier}/u.test(emoji)

/** Later locales add words to those before: `en`, `en-GB`. */
export function readAnnotations(packages: string, locales: string[]): Annotations {
  const annotations: Annotations = { wordsOf: new Map(), picturesOf: new Map(), nameOf: new Map() }
  for (const [emoji, entry] of locales.flatMap((locale) => entriesOf(packages, locale))) {
    const { name, words } = describe(emoji, entry)
    if (name && !annotations.nameOf.has(emoji)) annotations.nameOf.set(emoji, name)
    for (const word of words.filter(isUsable)) {
      addTo(annotations.wordsOf, emoji, word)
      addTo(annotations.picturesOf, word, emoji)
    }
  }
  return annotations
}

function describe(emoji: string, { default: keywords = [], tts: [spoken = ''] = [] }: Entries[string]) {
  if (!isFlag(emoji)) return { name: phraseOf(spoken), words: [...keywords, spoken].map(phraseOf) }
  const country = phraseOf(countryOf(spoken))
  return { name: country, words: [country] }
}

function entriesOf(packages: string, locale: string): [string, Entries[string]][] {
  const own = join(packages, 'cldr-annotations-full/annotations', locale, 'annotations.json')
  const derived = join(packages, 'cldr-annotations-derived-full/annotationsDerived', locale, 'annotations.json')
  const all: Entries = {
    ...(existsSync(own) && JSON.parse(readFileSync(own, 'utf8')).annotations.annotations),
    ...(existsSync(derived) && JSON.parse(readFileSync(derived, 'utf8')).annotationsDerived.annotations),
  }
  return Object.entries(all)
    .filter(([emoji]) => !hasSkinTone(emoji) && /\p{Extended_Pictographic}|\p{Regional_Indicator}/u.test(emoji))
    .map(([emoji, entry]) => [emoji.replaceAll(variationSelector, ''), entry])
}

/** The name of a flag is the word flag, a colon in one of several scripts, and the country. */
const countryOf = (name: string) => name.split(/\s*[:：]\s*/).at(-1)!

/** At most 30 characters and three words, one of them with a letter: longer descriptions are not what people type. */
const isUsable = (word: string) => word.length <= 30 && word.split(' ').length <= 3 && /\p{L}/u.test(word)

function addTo(sets: Map<string, Set<string>>, key: string, value: string) {
  const set = sets.get(key) ?? new Set()
  sets.set(key, set.add(value))
}
