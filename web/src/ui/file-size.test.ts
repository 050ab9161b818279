import { expect, test } from 'vitest'
import { formatFileSize } from './file-size.ts'

test.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1.00 KB'],
  [63_181, '61.70 KB'],
  [1_048_575, '1.00 MB'],
  [52_428_800, '50.00 MB'],
])('%i bytes are shown as %s', (bytes, size) => {
  expect(formatFileSize(bytes)).toBe(size)
})
