// Questions as people write them: with operators, filler words, digits, capitals and half words.
import { categories } from '@vitrine/contract/vocabulary/categories'
import type { Random } from '../../harness/random.ts'
import type { Library } from '../library.ts'
import { adjectives, lemmaOf, noise, nouns, pluralOf, sentences, wordsOf } from '../words.ts'
import { exactly, pickPicture, sample, simpleTopic, tagsBesideTitle, usualTitleWords } from './ingredients.ts'
import type { Draft, Kind } from './question.ts'

const decorations: ((text: string, random: Random) => string)[] = [
  (text) => text.toUpperCase(),
  (text) => text.replaceAll(' ', '_'),
  (text) => text.replaceAll(' ', '-'),
  (text) => text.replaceAll(' ', ', '),
  (text) => `${text}!`,
  (text) => `(${text})`,
  (text) => text.replaceAll(' ', ' & '),
  (text) => text.replaceAll(' ', '/'),
  (text) => `${text}.png`,
  (text) => text.replace(/[aeiou]/, (vowel) => `${vowel}\u0301`),
  (text, random) => [...text].map((letter) => (random.next() < 0.5 ? letter.toUpperCase() : letter)).join(''),
  (text) => `  ${text.replaceAll(' ', '   ')} `,
]

/** A topic of a picture, written into a pattern; the title decides the half. */
function decorated(write: (topic: string, random: Random, attempt: number) => string): Kind['draft'] {
  return (library, random, attempt) => {
    const picture = pickPicture(library, random)
    const words = simpleTopic(picture, random)
    if (!words) return undefined
    const text = write(words.join(' '), random, attempt)
    return { item: picture.titleWords.join(' '), text, concepts: exactly(words) }
  }
}

export const otherKinds: Kind[] = [
  {
    name: 'punctuation, accents, case',
    count: 50,
    draft: decorated((topic, random) => random.pick(decorations)(topic, random)),
  },
  { name: 'category word', count: 32, draft: categoryWord },
  { name: 'digits', count: 40, draft: digits },
  {
    name: 'noise words (png, free …)',
    count: 180,
    draft: decorated((topic, random) => random.pick(noise).replace('*', topic)),
  },
  { name: 'very long', count: 40, draft: veryLong },
  { name: 'long question', count: 80, draft: decorated((topic, random) => random.pick(sentences).replace('*', topic)) },
  { name: '"quoted"', count: 30, draft: quoted },
  { name: '-word', count: 30, draft: withoutWord },
  { name: 'OR', count: 30, draft: either },
  { name: 'half a word', count: 50, draft: halfAWord },
  // No picture bears both words: people type "tiny house" whether or not a picture is called so.
  { name: 'attribute + noun, never together', count: 200, draft: attributeAndNoun },
  { name: 'noun + noun, never together', count: 200, draft: nounAndNoun },
]

/** A sentence around a topic, or a whole title with its tags and words that say nothing. */
function veryLong(library: Library, random: Random, attempt: number): Draft | undefined {
  if (attempt % 2) return decorated((topic) => random.pick(sentences).replace('*', topic))(library, random, attempt)
  const picture = pickPicture(library, random)
  const words = usualTitleWords(picture)
  const tags = tagsBesideTitle(picture).slice(0, 6)
  const text = [...words, ...tags, 'free png clipart with transparent background'].join(' ')
  if (words.length < 2 || tags.length < 2 || text.length > 200) return undefined
  return { item: picture.titleWords.join(' '), text, concepts: exactly(words) }
}

/** A category's words, alone, in the other number, and beside a word of a title. */
function categoryWord({ pictures }: Library, random: Random, attempt: number): Draft | undefined {
  const category = categories[attempt % categories.length]!
  const members = pictures.filter((picture) => picture.category === category.name)
  if (!members.length) return undefined
  const words = wordsOf(category.name).filter((word) => word.length > 3)
  const word = random.pick(words)
  const [beside] = sample(usualTitleWords(random.pick(members)), 1, random) ?? [word]
  const texts = [
    words.join(' '),
    word,
    lemmaOf(word),
    pluralOf(lemmaOf(word)),
    `${beside} ${word}`,
    `${word} ${beside}`,
    `${lemmaOf(word)} ${beside}`,
  ]
  const text = texts[Math.floor(attempt / categories.length) % texts.length]!
  return { item: text, text, concepts: exactly(wordsOf(text)) }
}

/** A word and the number after it, apart or together. */
function digits(library: Library, random: Random): Draft | undefined {
  const { title } = pickPicture(library, random)
  const [, word, number] = /([a-z]{3,})[ _#-]{0,2}(\d{1,4})(?![a-z\d])/.exec(title.toLowerCase()) ?? []
  if (word === undefined || number === undefined) return undefined
  const text = random.next() < 0.6 ? `${word} ${number}` : `${word}${number}`
  return { item: text, text, concepts: [[`${word} ${number}`, `${word}${number}`]] }
}

function quoted(library: Library, random: Random): Draft | undefined {
  const picture = pickPicture(library, random)
  const usual = usualTitleWords(picture)
  const { titleWords } = picture
  const at = titleWords.findIndex((word, place) => usual.includes(word) && usual.includes(titleWords[place + 1] ?? ''))
  if (at < 0) return undefined
  const phrase = titleWords.slice(at, at + 2).join(' ')
  return { item: phrase, text: `"${phrase}"`, concepts: [], phrase }
}

/** A common word without one that some of its pictures bear. */
function withoutWord(library: Library, random: Random): Draft | undefined {
  const picture = pickPicture(library, random)
  const words = [...usualTitleWords(picture), ...tagsBesideTitle(picture)]
  const [word, other] = sample(words, 2, random) ?? []
  if (word === undefined || other === undefined) return undefined
  const all = library.byLemma.get(lemmaOf(word))!.size
  return all < 8 ? undefined : { item: word, text: `${word} -${other}`, concepts: [[word]], without: [other] }
}

function either(library: Library, random: Random): Draft | undefined {
  const [first, second] = [1, 2].map(() => sample(usualTitleWords(pickPicture(library, random)), 1, random)?.[0])
  if (first === undefined || second === undefined || first === second) return undefined
  return { item: first, text: `${first} OR ${second}`, concepts: [[first], [second]], isAnyOf: true }
}

/** The first letters of a word; every word that begins with them is meant. */
function halfAWord(library: Library, random: Random): Draft | undefined {
  const long = usualTitleWords(pickPicture(library, random)).filter((word) => word.length >= 7)
  const word = sample(long, 1, random)?.[0]
  if (word === undefined) return undefined
  const text = word.slice(0, Math.max(4, Math.ceil(word.length * 0.6)))
  if (library.uses.has(text)) return undefined
  return { item: word, text, concepts: [[...library.uses.keys()].filter((one) => one.startsWith(text))] }
}

function attributeAndNoun(library: Library, random: Random): Draft | undefined {
  const [attribute, noun] = [random.pick(adjectives), pickNoun(library, random)]
  if (!noun || !areApart(attribute, noun, library)) return undefined
  return { item: noun, text: `${attribute} ${noun}`, concepts: [[noun]] }
}

function nounAndNoun(library: Library, random: Random): Draft | undefined {
  const [first, second] = [pickNoun(library, random), pickNoun(library, random)]
  if (!first || !second || !areApart(first, second, library)) return undefined
  return { item: first, text: `${first} ${second}`, concepts: [[first], [second]], isAnyOf: true }
}

/** A common thing of a title. */
const pickNoun = (library: Library, random: Random): string | undefined =>
  usualTitleWords(pickPicture(library, random)).find((word) => nouns.has(lemmaOf(word)))

/** Pictures bear each of the words, and none bears both. */
function areApart(one: string, other: string, { byLemma }: Library): boolean {
  const [ofOne, ofOther] = [byLemma.get(lemmaOf(one)), byLemma.get(lemmaOf(other))]
  return Boolean(ofOne && ofOther && ofOne !== ofOther && ofOne.isDisjointFrom(ofOther))
}
