import type { Suggestion } from '@vitrine/contract/calls/gallery'

/** PostgreSQL's `%` calls two words similar when they share a fifth of their trigrams. */
export const searchSessionParameters = { 'pg_trgm.similarity_threshold': '0.2' }

/** The known words that a mistyped one may mean: those with the fewest typing errors, when these are few for its length. */
export function closestWords(word: string, known: string[]): string[] {
  const allowed = word.length <= 3 ? 1 : word.length <= 7 ? 2 : 3
  const close = known.map((one) => ({ one, errors: editDistance(word, one) })).filter(({ errors }) => errors <= allowed)
  const fewest = Math.min(...close.map(({ errors }) => errors))
  return close.filter(({ errors }) => errors === fewest).map(({ one }) => one)
}

/** Letters left out, added, mistaken or swapped with their neighbour (optimal string alignment). */
export function editDistance(typed: string, meant: string): number {
  const [a, b] = [[...typed], [...meant]]
  let before: number[] = []
  let last = b.map((_, j) => j).concat(b.length)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const mistaken = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? before[j - 2]! + 1 : mistaken
      row[j] = Math.min(last[j]! + 1, row[j - 1]! + 1, mistaken, swapped)
    }
    ;[before, last] = [last, row]
  }
  return last[b.length]!
}

/** More than this nobody reads while typing. */
export const maxSuggestions = 8

/** Half of them titles and half of them tags; what one kind leaves free the other takes. */
export function mixSuggestions(titles: string[], keywords: string[]): Suggestion[] {
  const room = maxSuggestions - Math.min(keywords.length, maxSuggestions / 2)
  const first = titles.slice(0, room).map((text) => ({ kind: 'title' as const, text }))
  const rest = keywords.slice(0, maxSuggestions - first.length).map((text) => ({ kind: 'keyword' as const, text }))
  return [...first, ...rest]
}
