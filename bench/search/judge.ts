import type { Library } from './library.ts'
import type { Question } from './questions/question.ts'
import { lemmaOf, wordsOf } from './words.ts'

/** How relevant each picture is that is relevant at all: 2 by its title alone, 1 by its other fields too. */
export type Judgement = Map<number, 1 | 2>

export function judge(question: Question, library: Library): Judgement {
  const excluded = union((question.without ?? []).map((word) => idsOf(word, library.byLemma)))
  const judgement: Judgement = new Map()
  const add = (ids: Set<number>, gain: 1 | 2) => {
    for (const id of ids) if (!excluded.has(id)) judgement.set(id, gain)
  }
  if (question.phrase) {
    const holds = phraseFinder(question.phrase)
    add(
      idsWhere(library, ({ title, keywords }) => [title, ...keywords].some(holds)),
      1,
    )
    add(
      idsWhere(library, ({ title }) => holds(title)),
      2,
    )
    return judgement
  }
  add(matches(question, library.byLemma), 1)
  add(matches(question, library.byTitleLemma), 2)
  return judgement
}

function matches({ concepts, isAnyOf }: Question, index: Map<string, Set<number>>): Set<number> {
  const sets = concepts.map((alternatives) => union(alternatives.map((text) => idsOf(text, index))))
  return isAnyOf ? union(sets) : intersection(sets)
}

/** Pictures with every word of a text, in any form. */
const idsOf = (text: string, index: Map<string, Set<number>>): Set<number> =>
  intersection(wordsOf(text).map((word) => index.get(lemmaOf(word)) ?? new Set()))

const idsWhere = ({ pictures }: Library, holds: (picture: Library['pictures'][number]) => boolean) =>
  new Set(pictures.filter(holds).map(({ id }) => id))

/** The same words in the same order, one after the other. */
function phraseFinder(phrase: string) {
  const wanted = ` ${wordsOf(phrase).join(' ')} `
  return (text: string) => ` ${wordsOf(text).join(' ')} `.includes(wanted)
}

const union = (sets: Set<number>[]) => new Set(sets.flatMap((set) => [...set]))

function intersection(sets: Set<number>[]): Set<number> {
  const [first = new Set<number>(), ...rest] = sets.toSorted((a, b) => a.size - b.size)
  return rest.reduce((all, one) => all.intersection(one), first)
}
