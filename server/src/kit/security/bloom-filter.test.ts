import { expect, test } from 'vitest'
import { createDailyBloomFilter } from './bloom-filter.ts'

test('a text is new once a day, and of 100,000 hardly any is taken for another', () => {
  const filter = createDailyBloomFilter()
  const isNew = ['a1', 'a1', 'b1', 'a2', 'a2'].map(([text, day]) => filter.add(text!, `2026-01-0${day}`))
  expect(isNew).toEqual([true, false, true, true, false])
  let mistaken = 0
  for (let text = 0; text < 100_000; text++) if (!filter.add(String(text), '2026-01-03')) mistaken++
  expect(mistaken).toBeLessThan(10)
})
