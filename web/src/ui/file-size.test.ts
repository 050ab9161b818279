import { expect, test } from 'vitest'
import { formatFileSize } from './file-size.ts'

test('sizes are B below 1 KB, then KB and MB with two decimals', () => {
  expect([0, 1023, 1024, 63_181, 1_048_576, 52_428_800].map(formatFileSize)).toEqual([
    '0 B',
    '1023 B',
    '1.00 KB',
    '61.70 KB',
    '1.00 MB',
    '50.00 MB',
  ])
})

test('rounding never gives 1024 KB', () => {
  expect(formatFileSize(1_048_575)).toBe('1.00 MB')
})
