// Questions from hand-written lists, which know nothing of the product's tables. A picture with the word itself counts.

import { hashOf } from '../../harness/random.ts'
import { judge } from '../judge.ts'
import type { Library } from '../library.ts'
import { emoji, foreignWords, lemmaOf, spellings, synonyms, wordsOf } from '../words.ts'
import type { Draft, Kind } from './question.ts'

/** Rows in an order that mixes the languages, each once. */
function fromList(name: string, count: number, all: readonly Draft[]): Kind {
  const mixed = all.toSorted((a, b) => hashOf(a.text) - hashOf(b.text))
  return { name, count, draft: (_library, _random, attempt) => mixed[attempt] }
}

const bothSpellings = spellings.flatMap(([british, american]) =>
  [british, american].map((text) => ({ item: american, text, concepts: [[british, american]] })),
)

const toDraft = ({ word, meant }: { word: string; meant: string[] }) => draft(word, meant)

export const handWrittenKinds: Kind[] = [
  fromList('UK/US', 20, bothSpellings),
  { name: 'synonym', count: 140, draft: (library, _random, attempt) => synonym(library, attempt) },
  fromList('other language', 140, foreignWords.map(toDraft)),
  fromList('emoji', 60, emoji.map(toDraft)),
]

/** Where pictures have the words that are meant, and at most two the word itself: with more, any search would do. */
function synonym(library: Library, attempt: number): Draft | undefined {
  const { word, meant } = synonyms[attempt] ?? {}
  if (word === undefined || meant === undefined) return undefined
  const own = wordsOf(word).map((part) => library.byLemma.get(lemmaOf(part))?.size ?? 0)
  const isMet = judge({ kind: 'synonym', text: word, concepts: [meant] }, library).size > 0
  return isMet && Math.min(...own) <= 2 ? draft(word, [...meant, word]) : undefined
}

function draft(word: string, meant: string[]): Draft {
  return { item: word, text: word, concepts: [meant] }
}
