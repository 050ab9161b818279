// Questions in the library's own words and their forms. One in three is mistyped.

import type { Random } from '../../harness/random.ts'
import type { IndexedPicture, Library } from '../library.ts'
import { compounds, lemmaOf, pluralOf, wordForms, wordsOf } from '../words.ts'
import { exactly, pickPicture, sample, tagsBesideTitle, usualTitleWords } from './ingredients.ts'
import type { Draft, Kind } from './question.ts'

const lexical = (name: string, count: number, draft: Kind['draft']): Kind => ({ name, count, isLexical: true, draft })

const ofWords = (item: string, words: string[]): Draft => ({ item, text: words.join(' '), concepts: exactly(words) })

/** A kind that takes so many words of one picture; its title decides the half. */
function fromPicture(choose: (picture: IndexedPicture, random: Random) => string[] | undefined): Kind['draft'] {
  return (library, random) => {
    const picture = pickPicture(library, random)
    const words = choose(picture, random)
    return words && ofWords(picture.titleWords.join(' '), words)
  }
}

/** A kind of single words, each of which decides its half. */
function oneOf(wordsOfPicture: (picture: IndexedPicture) => string[]): Kind['draft'] {
  return (library, random) => {
    const [word] = sample(wordsOfPicture(pickPicture(library, random)), 1, random) ?? []
    return word === undefined ? undefined : ofWords(lemmaOf(word), [word])
  }
}

export const lexicalKinds: Kind[] = [
  lexical('one title word', 150, oneOf(usualTitleWords)),
  lexical(
    '2-3 title words',
    150,
    fromPicture((picture, random) => {
      const words = usualTitleWords(picture)
      return words.length < 2 ? undefined : words.slice(0, random.next() < 0.5 ? 2 : 3)
    }),
  ),
  lexical(
    'shuffled',
    90,
    fromPicture((picture, random) => {
      const words = usualTitleWords(picture)
      return words.length < 2 ? undefined : sample(words, Math.min(3, words.length), random)
    }),
  ),
  lexical('tag not in title', 150, oneOf(tagsBesideTitle)),
  lexical(
    'two tags',
    90,
    fromPicture((picture, random) => sample(tagsBesideTitle(picture), 2, random)),
  ),
  lexical(
    'title + tag',
    90,
    fromPicture((picture, random) => {
      const [word] = sample(usualTitleWords(picture), 1, random) ?? []
      const [tag] = sample(tagsBesideTitle(picture), 1, random) ?? []
      return word === undefined || tag === undefined ? undefined : [word, tag]
    }),
  ),
  lexical('singular/plural', 110, otherNumber),
  lexical('inflected', 70, otherForm),
  lexical('compound', 74, otherCompound),
]

/** The last word of a title is mostly a noun; the question has the form that fewer pictures bear. */
function otherNumber(library: Library, random: Random): Draft | undefined {
  const noun = usualTitleWords(pickPicture(library, random)).at(-1)
  if (noun === undefined) return undefined
  const singular = lemmaOf(noun)
  const plural = pluralOf(singular)
  if (lemmaOf(plural) !== singular || noun.length < 3) return undefined
  const uses = (word: string) => library.uses.get(word) ?? 0
  return ofWords(singular, [uses(plural) < uses(singular) ? plural : singular])
}

/** A form of a verb or an adjective that no picture bears, or fewer than another. */
function otherForm(library: Library, _: Random, attempt: number): Draft | undefined {
  const forms = wordForms[attempt % wordForms.length]!
  const uses = (word: string) => library.uses.get(word) ?? 0
  const rare = forms.toSorted((a, b) => uses(a) - uses(b))
  const round = Math.floor(attempt / wordForms.length)
  const form = rare[round]
  return form !== undefined && uses(form) < uses(rare.at(-1)!) ? ofWords(form, [form]) : undefined
}

/** Written together where pictures have two words, and as two where they have one. */
function otherCompound(library: Library, random: Random, attempt: number): Draft | undefined {
  const [first, second] = attempt < compounds.length ? compounds[attempt]!.split(' ') : joinedWords(library, random)
  if (first === undefined || second === undefined) return undefined
  const joined = first + second
  const isJoined = (library.uses.get(joined) ?? 0) > 0
  const text = isJoined ? `${first} ${second}` : joined
  return { item: joined, text, concepts: [[`${first} ${second}`, joined]] }
}

/** Two words that a title has as one, as in BlueMan. */
function joinedWords(library: Library, random: Random): string[] {
  const { title } = pickPicture(library, random)
  const [, first, second] = /(?:^|[^A-Za-z])([A-Za-z][a-z]{2,7})([A-Z][a-z]{2,7})(?![A-Za-z])/.exec(title) ?? []
  return first && second ? [...wordsOf(first), ...wordsOf(second)] : []
}
