const replacementCost = (typed: string, meant: string): number => (typed === meant ? 0 : 0.95)

/** A letter too many or too few is likelier where it is doubled, and less likely at the beginning. */
const letterCost = (word: string, at: number) => (word[at] === word[at - 1] ? 0.5 : 0.9) + (at === 0 ? 0.3 : 0)

const swapCost = 0.7

/** How unlikely it is that a word was mistyped so: optimal string alignment, in which a usual error costs 1 at most. */
export function typingCost(typed: string, meant: string): number {
  let rowBefore: number[] = []
  let lastRow = [0]
  for (let j = 1; j <= meant.length; j++) lastRow.push(lastRow[j - 1]! + letterCost(meant, j - 1))
  for (let i = 1; i <= typed.length; i++) {
    const row = [lastRow[0]! + letterCost(typed, i - 1)]
    for (let j = 1; j <= meant.length; j++) {
      const [a, b] = [typed[i - 1]!, meant[j - 1]!]
      const first = i === 1 && j === 1 && a !== b ? 0.3 : 0
      const isSwap = i > 1 && j > 1 && a === meant[j - 2] && typed[i - 2] === b && a !== b
      row[j] = Math.min(
        lastRow[j]! + letterCost(typed, i - 1),
        row[j - 1]! + letterCost(meant, j - 1),
        lastRow[j - 1]! + replacementCost(a, b) + first,
        isSwap ? rowBefore[j - 2]! + swapCost : Number.POSITIVE_INFINITY,
      )
    }
    ;[rowBefore, lastRow] = [lastRow, row]
  }
  return lastRow[meant.length]!
}

/** What typing errors in a word of this length may cost. */
export const maxTypingCost = (word: string) =>
  word.length <= 3 ? 0.75 : word.length <= 4 ? 1 : word.length <= 7 ? 1.7 : 2.2

const alphabet = [...'abcdefghijklmnopqrstuvwxyz']

/** All spellings that are one typing error away: some hundreds, and few of them are words. */
export function singleErrors(typed: string): Set<string> {
  const errors = new Set<string>()
  for (let at = 0; at <= typed.length; at++) {
    const [before, letter, after] = [typed.slice(0, at), typed[at] ?? '', typed.slice(at + 1)]
    errors.add(before + after)
    if (after) errors.add(before + after[0] + letter + after.slice(1))
    for (const other of alphabet) {
      errors.add(before + other + after)
      errors.add(before + other + letter + after)
    }
  }
  errors.delete(typed)
  return errors
}
