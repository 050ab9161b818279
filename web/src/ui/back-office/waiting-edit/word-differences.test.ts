import { expect, test } from 'vitest'
import { type Piece, wordDifferences } from './word-differences.ts'

const marked = (pieces: Piece[]) => pieces.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('')
const compare = (before: string, after: string) => {
  const pieces = wordDifferences(before, after)
  return [marked(pieces.before), marked(pieces.after)]
}

test('marks the words that were replaced, taken out and added', () => {
  expect(compare('A red fox in snow', 'A grey fox in deep snow')).toEqual([
    'A [red] fox in snow',
    'A [grey] fox in [deep] snow',
  ])
})

test('marks nothing of equal texts, and all of a text that was empty', () => {
  expect(compare('Same words', 'Same words')).toEqual(['Same words', 'Same words'])
  expect(compare('', 'New words')).toEqual(['', '[New words]'])
})

test('puts neighbouring changes into one piece', () => {
  expect(wordDifferences('one two three', 'one').before).toEqual([
    { text: 'one ', isChanged: false },
    { text: 'two three', isChanged: true },
  ])
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
