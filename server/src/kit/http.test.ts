import { expect, test } from 'vitest'
import { shownPath } from './http.ts'

test('a log shows where a request went, and neither what was searched for nor a token that resets a password', () => {
  expect(shownPath('/image/fox/?title=secret')).toBe('/image/fox/')
  expect(shownPath('/api/v1/accounts/user/reset-password/MTI/abc.def-ghi/')).toBe(
    '/api/v1/accounts/user/reset-password/MTI/…/',
  )
  expect(shownPath('/confirm-password/MTI/abc.def-ghi/')).toBe('/confirm-password/MTI/…/')
})
