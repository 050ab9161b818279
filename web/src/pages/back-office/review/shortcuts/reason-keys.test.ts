import { expect, test } from 'vitest'
import { reasonKeys } from './reason-keys.ts'

test('each reason has a key of its own, which does nothing else on the page', () => {
  const keys = Object.values(reasonKeys)
  expect(new Set(keys).size).toBe(keys.length)
  expect(keys.filter((key) => 'AXSZB'.includes(key))).toEqual([])
})
