import { lemmaOf, wordsOf, wordsWithParts } from './words.ts'

/** A published image, as the benchmark's server tells it. */
export interface Picture {
  id: number
  /** Identifies its file in every run, which `id` does not. */
  sha256: string
  title: string
  description: string
  /** Empty where it has none. */
  category: string
  keywords: string[]
}

export interface IndexedPicture extends Picture {
  /** In their order, without parts. */
  titleWords: string[]
  /** Of every field, with parts. */
  lemmas: Set<string>
  titleLemmas: Set<string>
}

export interface Library {
  pictures: IndexedPicture[]
  /** Ids of the pictures with a lemma in any field, or in the title. */
  byLemma: Map<string, Set<number>>
  byTitleLemma: Map<string, Set<number>>
  /** How many pictures bear a word in any field, as it is written there. */
  uses: Map<string, number>
}

/** In the order of their files, so that the same seed makes the same questions from every import. */
export function indexLibrary(unordered: Picture[]): Library {
  const pictures = unordered.toSorted((a, b) => (a.sha256 < b.sha256 ? -1 : 1)).map(indexPicture)
  const library: Library = { pictures, byLemma: new Map(), byTitleLemma: new Map(), uses: new Map() }
  for (const picture of pictures) {
    for (const lemma of picture.lemmas) addTo(library.byLemma, lemma, picture.id)
    for (const lemma of picture.titleLemmas) addTo(library.byTitleLemma, lemma, picture.id)
    for (const word of new Set(wordsWithParts(textOf(picture))))
      library.uses.set(word, (library.uses.get(word) ?? 0) + 1)
  }
  return library
}

export const textOf = ({ title, keywords, description, category }: Picture): string =>
  [title, ...keywords, description, category].join(' \n ')

function indexPicture(picture: Picture): IndexedPicture {
  return {
    ...picture,
    titleWords: wordsOf(picture.title),
    lemmas: new Set(wordsWithParts(textOf(picture)).map(lemmaOf)),
    titleLemmas: new Set(wordsWithParts(picture.title).map(lemmaOf)),
  }
}

function addTo(sets: Map<string, Set<number>>, key: string, id: number) {
  const set = sets.get(key) ?? new Set()
  sets.set(key, set.add(id))
}
