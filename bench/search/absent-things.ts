import { hashOf } from '../harness/random.ts'
import type { IndexedPicture, Library } from './library.ts'
import { type Engine, shareTable } from './metrics.ts'
import { lemmaOf, nouns, synonyms } from './words.ts'

const mostWords = 200

/**
 * Asks a library for things that only another one has. The first picture is of the kind where it bears a synonym of the
 * word (words/synonyms.tsv), or where the other library has its subject in the same folder.
 */
export async function measureAbsentThings(engines: Engine[], library: Library, other: Library): Promise<string[]> {
  const words = absentThings(library, other)
    .toSorted((one, two) => hashOf(one) - hashOf(two))
    .slice(0, mostWords)
  const byId = new Map(library.pictures.map((picture) => [picture.id, picture]))
  const rows = await shareTable(
    engines,
    words,
    ['the first picture is of another kind', 'nothing found'],
    (word, ids) => {
      const first = byId.get(ids[0] ?? 0)
      return [first !== undefined && !isOfTheKind(word, first, other), first === undefined]
    },
  )
  return ['', 'Things that the library lacks:', '', ...rows]
}

/** Common things of titles of the other library that no picture of this one bears. */
function absentThings(library: Library, other: Library): string[] {
  const words = other.pictures.flatMap(({ titleWords }) => titleWords.map(lemmaOf))
  return [...new Set(words)].filter((word) => nouns.has(word) && !library.byLemma.has(word))
}

function isOfTheKind(word: string, picture: IndexedPicture, other: Library): boolean {
  const meant = synonyms.filter((one) => one.word === word).flatMap((one) => one.meant)
  if (meant.some((text) => picture.lemmas.has(lemmaOf(text)))) return true
  const folders = foldersOf(word, other)
  return [...picture.titleLemmas].some((lemma) => [...foldersOf(lemma, other)].some((folder) => folders.has(folder)))
}

/** The folders of the pictures that bear a word in their title; a keyword is the name of a folder. */
const foldersOf = (lemma: string, { pictures, byTitleLemma }: Library): Set<string> => {
  const ids = byTitleLemma.get(lemma) ?? new Set()
  return new Set(pictures.filter(({ id }) => ids.has(id)).flatMap(({ keywords }) => keywords.at(-1) ?? []))
}
