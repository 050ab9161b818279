/** Typing errors that a word of this length may have. */
const maxDistanceOf = (word: string) => (word.length <= 4 ? 1 : word.length <= 7 ? 2 : 3)

/** The candidates with the smallest edit distance, where that is small for the length of the word. */
export function closestWords(word: string, candidates: string[]): string[] {
  const maxDistance = maxDistanceOf(word)
  const close = candidates
    .map((candidate) => ({ candidate, distance: editDistance(word, candidate) }))
    .filter(({ distance }) => distance <= maxDistance)
  const smallest = Math.min(...close.map(({ distance }) => distance))
  return close.filter(({ distance }) => distance === smallest).map(({ candidate }) => candidate)
}

/** Edit distance that counts a swap of neighbouring letters as one (optimal string alignment). */
export function editDistance(typed: string, intended: string): number {
  const [a, b] = [[...typed], [...intended]]
  let rowBefore: number[] = []
  let lastRow = b.map((_, j) => j).concat(b.length)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = lastRow[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swapped = isSwap ? rowBefore[j - 2]! + 1 : replaced
      row[j] = Math.min(lastRow[j]! + 1, row[j - 1]! + 1, replaced, swapped)
    }
    ;[rowBefore, lastRow] = [lastRow, row]
  }
  return lastRow[b.length]!
}
