import { colours } from '@vitrine/contract/vocabulary/colours'
import { expect, test } from 'vitest'
import { searchableColourIds } from './colour-names.ts'

const idOf = (value: string) => colours.find((one) => one.value === value)!.id

test.each(colours.map(({ hex, value }) => [hex, value]))('%s is %s', (hex, value) => {
  expect(searchableColourIds([{ hex, share: 1 }])).toEqual([idOf(value)])
})

test.each([
  ['#ff0000', 'red'],
  ['#ffa500', 'orange'],
  ['#228b22', 'green'],
  ['#0000ff', 'blue'],
  ['#000000', 'black'],
  ['#ffffff', 'white'],
  ['#808080', 'grey'],
  ['#ff69b4', 'pink'],
  ['#5c3317', 'brown'],
  ['#d2b48c', 'brown'],
  ['#00ff00', 'green'],
  ['#90ee90', 'green'],
  ['#006400', 'green'],
  ['#00ffff', 'turquoise'],
  ['#000080', 'blue'],
  ['#add8e6', 'blue'],
  ['#ffff00', 'yellow'],
  ['#fff59d', 'yellow'],
  ['#ffc0cb', 'pink'],
  ['#c8a2c8', 'purple'],
  ['#8b0000', 'red'],
  ['#dc143c', 'red'],
])('%s, which is no reference colour, is %s', (hex, value) => {
  expect(searchableColourIds([{ hex, share: 1 }])).toEqual([idOf(value)])
})

test('colours below 15 % are left out, and two shades of one colour count once', () => {
  const swatches = [
    { hex: '#d92f2f', share: 0.5 },
    { hex: '#c82424', share: 0.2 },
    { hex: '#1d1d1f', share: 0.15 },
    { hex: '#3f9d4a', share: 0.149 },
  ]
  expect(searchableColourIds(swatches)).toEqual([idOf('red'), idOf('black')])
  expect(searchableColourIds([])).toEqual([])
})
