import { expect, test } from 'vitest'
import { redactResetLinks } from './redact-reset-links.ts'

test('a path for the log holds no token that resets a password', () => {
  expect(redactResetLinks('/api/v1/accounts/user/reset-password/MTI/abc.def-ghi/')).toBe(
    '/api/v1/accounts/user/reset-password/MTI/…/',
  )
  expect(redactResetLinks('/confirm-password/MTI/abc.def-ghi/')).toBe('/confirm-password/MTI/…/')
  expect(redactResetLinks('/image/fox/')).toBe('/image/fox/')
})
