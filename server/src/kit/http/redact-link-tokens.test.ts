import { api } from '@vitrine/contract/api'
import { type Endpoint, fillPath } from '@vitrine/contract/endpoint'
import { expect, test } from 'vitest'
import { redactLinkTokens } from './redact-link-tokens.ts'

test.each([
  '/confirm-password/MTI/…/',
  '/confirm-email/MTI/…/?from=mail',
  '/stop-mails/MTI/…/',
  '/report/…/',
  '/counter-notice/…/',
  '/image/fox/report/',
  '/image/fox/',
])('a path for the log holds no token of a mailed link', (logged) => {
  expect(redactLinkTokens(logged.replace('…', 'abc.12.def-ghi'))).toBe(logged)
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
