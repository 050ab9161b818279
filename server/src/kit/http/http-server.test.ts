import { expect, test } from 'vitest'
import { redactedPath } from './http-server.ts'

test('a log shows where a request went, and neither what was searched for nor a token that resets a password', () => {
  expect(redactedPath('/image/fox/?title=secret')).toBe('/image/fox/')
  expect(redactedPath('/api/v1/accounts/user/reset-password/MTI/abc.def-ghi/')).toBe(
    '/api/v1/accounts/user/reset-password/MTI/…/',
  )
  expect(redactedPath('/confirm-password/MTI/abc.def-ghi/')).toBe('/confirm-password/MTI/…/')
})
