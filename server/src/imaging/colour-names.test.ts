import { colours } from '@vitrine/contract/vocabulary/colours'
import { expect, test } from 'vitest'
import { searchableColourIds } from './colour-names.ts'

const idOf = (value: string) => colours.find((one) => one.value === value)!.id

const others = {
  red: '#ff0000 #8b0000 #dc143c',
  orange: '#ffa500',
  green: '#228b22 #00ff00 #90ee90 #006400',
  blue: '#0000ff #000080 #add8e6',
  black: '#000000',
  white: '#ffffff',
  grey: '#808080 #e3e3e3',
  pink: '#ff69b4 #ffc0cb',
  brown: '#5c3317 #d2b48c #a16121',
  turquoise: '#00ffff',
  yellow: '#ffff00 #fff59d',
  purple: '#c8a2c8 #a8116b',
}

const references = colours.map(({ hex, value }) => [hex, value])

test.each([
  ...references,
  ...Object.entries(others).flatMap(([value, all]) => all.split(' ').map((hex) => [hex, value])),
])('%s is %s', (hex, value) => expect(searchableColourIds([{ hex: hex!, share: 1 }])).toEqual([idOf(value!)]))

test('colours below 15 % are left out, and shades of one colour count together', () => {
  const shares = { '#1d1d1f': 0.5, '#d92f2f': 0.1, '#c82424': 0.1, '#3f9d4a': 0.149, '#f6f6f4': 0.15 }
  const swatches = Object.entries(shares).map(([hex, share]) => ({ hex, share }))
  expect(searchableColourIds(swatches)).toEqual([idOf('black'), idOf('red'), idOf('white')])
  expect(searchableColourIds([])).toEqual([])
})
