import { api } from '@vitrine/contract/api'
import { type Endpoint, fillPath } from '@vitrine/contract/endpoint'
import { expect, test } from 'vitest'
import { redactLinkTokens } from './redact-link-tokens.ts'

test('a path for the log holds no token of a mailed link', () => {
  expect(redactLinkTokens('/api/v1/accounts/user/reset-password/MTI/abc.def-ghi/')).toBe(
    '/api/v1/accounts/user/reset-password/MTI/…/',
  )
  expect(redactLinkTokens('/confirm-password/MTI/abc.def-ghi/')).toBe('/confirm-password/MTI/…/')
  expect(redactLinkTokens('/api/v1/accounts/user/confirm-email/MTI/abc.def-ghi/')).toBe(
    '/api/v1/accounts/user/confirm-email/MTI/…/',
  )
  expect(redactLinkTokens('/confirm-email/MTI/abc.def-ghi/?from=mail')).toBe('/confirm-email/MTI/…/?from=mail')
  expect(redactLinkTokens('/report/abc-def/')).toBe('/report/…/')
  expect(redactLinkTokens('/api/v1/reports/of/abc-def/')).toBe('/api/v1/reports/of/…/')
  expect(redactLinkTokens('/objection/abc-def/')).toBe('/objection/…/')
  expect(redactLinkTokens('/api/v1/objections/of/abc-def/')).toBe('/api/v1/objections/of/…/')
  expect(redactLinkTokens('/api/v1/accounts/user/data/abc.12.def/')).toBe('/api/v1/accounts/user/data/…/')
  expect(redactLinkTokens('/image/fox/report/')).toBe('/image/fox/report/')
  expect(redactLinkTokens('/image/fox/')).toBe('/image/fox/')
})

test('so are the secrets of all calls that the contract calls secret', () => {
  const calls = Object.values(api).flatMap((group) => Object.values<Endpoint>(group))
  const paths = calls.filter(({ isSecret }) => isSecret).map(({ path }) => path)
  expect(paths.length).toBeGreaterThan(2)
  for (const path of paths)
    expect(
      redactLinkTokens(fillPath(path, { secret: 'abc-def', key: 'abc-def', uidb64: 'MTI', token: 'abc-def' })),
    ).not.toContain('abc-def')
})
