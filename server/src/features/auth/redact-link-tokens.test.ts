import { expect, test } from 'vitest'
import { redactLinkTokens } from './redact-link-tokens.ts'

test('a path for the log holds no token that resets a password', () => {
  expect(redactLinkTokens('/api/v1/accounts/user/reset-password/MTI/abc.def-ghi/')).toBe(
    '/api/v1/accounts/user/reset-password/MTI/…/',
  )
  expect(redactLinkTokens('/confirm-password/MTI/abc.def-ghi/')).toBe('/confirm-password/MTI/…/')
  expect(redactLinkTokens('/image/fox/')).toBe('/image/fox/')
})
