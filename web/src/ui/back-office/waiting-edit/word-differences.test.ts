import { expect, test } from 'vitest'
import { type Piece, wordDifferences } from './word-differences.ts'

const marked = (pieces: Piece[]) => pieces.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('')

test.each([
  ['A red fox in snow', 'A grey fox in deep snow', 'A [red] fox in snow', 'A [grey] fox in [deep] snow'],
  ['Same words', 'Same words', 'Same words', 'Same words'],
  ['', 'New words', '', '[New words]'],
  ['one two three', 'one', 'one [two three]', 'one'],
])('marks the words that “%s” and “%s” do not share, neighbours in one piece', (before, after, ...shown) => {
  const pieces = wordDifferences(before, after)
  expect([marked(pieces.before), marked(pieces.after)]).toEqual(shown)
})

test('gives back every letter of random texts, and the same words unmarked in both', () => {
  const words = ['fox', 'red', 'snow', 'in', '\n']
  const random = () => Array.from({ length: 12 }, () => words[Math.floor(Math.random() * words.length)]).join(' ')
  for (let time = 0; time < 200; time++) {
    const [before, after] = [random(), random()]
    const pieces = wordDifferences(before, after)
    const text = (all: Piece[]) => all.map((piece) => piece.text).join('')
    expect([text(pieces.before), text(pieces.after)]).toEqual([before, after])
    const shared = (all: Piece[]) => text(all.filter(({ isChanged }) => !isChanged)).match(/\S+/g)
    expect(shared(pieces.before)).toEqual(shared(pieces.after))
  }
})

test('compares the longest description in reasonable time', () => {
  const long = (word: string) => Array.from({ length: 1000 }, (_, at) => `${word}${at % 7}`).join(' ')
  expect(wordDifferences(long('a'), long('b')).after).toHaveLength(1)
})
