import { expect, test } from 'vitest'
import { sharedIds, shareLink } from './share-link.ts'

test('a link holds the ids of a tray in their order, in base 36', () => {
  const link = shareLink('https://vitrine.example', [7, 1296, 123_456_789])
  expect(link).toBe('https://vitrine.example/#tray=7.100.21i3v9')
  expect(sharedIds(new URL(link).hash)).toEqual([7, 1296, 123_456_789])
})

test('a link of 200 images has at most 1,400 characters', () => {
  const ids = Array.from({ length: 200 }, (_, i) => 9_999_999 - i)
  expect(shareLink('https://vitrine.example', ids).length).toBeLessThanOrEqual(1400)
})

const many = Array.from({ length: 300 }, (_, i) => i + 1)

test.each([
  ['', []],
  ['#content', []],
  ['#tray=', []],
  ['#tray=1.1.2.1', [1, 2]],
  ['#tray=0.-1.1,2.%20.zzzzzzzzzzzz.A', [10]],
  [`#tray=${many.map((id) => id.toString(36)).join('.')}`, many.slice(0, 200)],
])('the address part %.20s means only the ids that it has', (hash, ids) => {
  expect(sharedIds(hash)).toEqual(ids)
})
