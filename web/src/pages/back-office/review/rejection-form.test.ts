import { expect, test } from 'vitest'
import { reasonKeys } from './rejection-form.tsx'

test('each reason has its own key, which is not used for anything else', () => {
  const keys = Object.values(reasonKeys)
  expect(new Set(keys).size).toBe(keys.length)
  expect(keys.filter((key) => 'AXSZBMVEFG'.includes(key))).toEqual([])
})
