/** A piece of a text, and whether only one of the two versions has it. */
export interface Piece {
  text: string
  isChanged: boolean
}

/** Words of one version beyond which all counts as changed: the table of the comparison is quadratic. */
const maxWords = 600

/** What two versions of a text have in common, by words: a longest common subsequence (Hunt and McIlroy, 1976). */
export function wordDifferences(before: string, after: string): { before: Piece[]; after: Piece[] } {
  const [old, current] = [wordsOf(before), wordsOf(after)]
  if (Math.max(old.length, current.length) > maxWords) return { before: all(old), after: all(current) }
  const lengths = commonLengths(old, current)
  const shared = { old: new Set<number>(), current: new Set<number>() }
  for (let i = 0, j = 0; i < old.length && j < current.length; ) {
    if (old[i] === current[j]) {
      shared.old.add(i++)
      shared.current.add(j++)
    } else if (lengths[i + 1]![j]! >= lengths[i]![j + 1]!) i++
    else j++
  }
  return { before: piecesOf(old, shared.old), after: piecesOf(current, shared.current) }
}

/** Words and the spaces between them. */
const wordsOf = (text: string): string[] => text.match(/\S+|\s+/g) ?? []

const all = (words: string[]) => piecesOf(words, new Set())

/** `lengths[i][j]`: how many words the rests from `i` and from `j` have in common. */
function commonLengths(old: string[], current: string[]): number[][] {
  const lengths = Array.from({ length: old.length + 1 }, () => new Array<number>(current.length + 1).fill(0))
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = current.length - 1; j >= 0; j--) {
      const isShared = old[i] === current[j]
      lengths[i]![j] = isShared ? lengths[i + 1]![j + 1]! + 1 : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!)
    }
  }
  return lengths
}

/** Neighbours of one kind in one piece. */
function piecesOf(words: string[], shared: ReadonlySet<number>): Piece[] {
  const pieces: Piece[] = []
  words.forEach((text, at) => {
    const last = pieces.at(-1)
    if (last?.isChanged === !shared.has(at)) last.text += text
    else pieces.push({ text, isChanged: !shared.has(at) })
  })
  return pieces
}
