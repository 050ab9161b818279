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
  const shared = Math.max(old.length, current.length) > maxWords ? nothing : commonWords(old, current)
  return { before: piecesOf(before, shared.old), after: piecesOf(after, shared.current) }
}

const wordsOf = (text: string): string[] => text.match(/\S+/g) ?? []

const nothing = { old: new Set<number>(), current: new Set<number>() }

/** The indexes of the words that are in both, in the same order. */
function commonWords(old: string[], current: string[]) {
  const lengths = commonLengths(old, current)
  const shared = { old: new Set<number>(), current: new Set<number>() }
  for (let i = 0, j = 0; i < old.length && j < current.length; ) {
    if (old[i] === current[j]) {
      shared.old.add(i++)
      shared.current.add(j++)
    } else if (lengths[i + 1]![j]! >= lengths[i]![j + 1]!) i++
    else j++
  }
  return shared
}

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

/** Neighbours of one kind in one piece; the space between two changed words belongs to them. */
function piecesOf(text: string, shared: ReadonlySet<number>): Piece[] {
  const pieces: Piece[] = []
  const add = (part: string, isChanged: boolean) => {
    const last = pieces.at(-1)
    if (last?.isChanged === isChanged) last.text += part
    else if (part) pieces.push({ text: part, isChanged })
  }
  const spaces = text.split(/\S+/)
  wordsOf(text).forEach((word, at) => {
    const isChanged = !shared.has(at)
    add(spaces[at]!, isChanged && at > 0 && !shared.has(at - 1))
    add(word, isChanged)
  })
  add(spaces.at(-1)!, false)
  return pieces
}
