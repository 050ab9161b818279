import { expect, test } from 'vitest'
import { transparencyText } from './transparency-text.ts'

test('shares are never rounded down to 0 % or up to 100 %', () => {
  expect(transparencyText({ clear_share: 0.48, soft_share: 0.02 })).toBe('verified, 48 % clear, soft edges')
  expect(transparencyText({ clear_share: 0.004, soft_share: 0 })).toBe('verified, < 1 % clear, hard edges')
  expect(transparencyText({ clear_share: 0.996, soft_share: 0 })).toBe('verified, > 99 % clear, hard edges')
})

test('an opaque image has no transparency text', () => {
  expect(transparencyText({ clear_share: 0, soft_share: 0 })).toBeNull()
})
