import { CspEvaluator } from 'csp_evaluator'
import { CspParser } from 'csp_evaluator/dist/parser.js'
import { expect, test } from 'vitest'
import { fileContentSecurityPolicy, pageContentSecurityPolicy, securityHeaders } from './security-headers.ts'

const findings = (policy: string) =>
  new CspEvaluator(new CspParser(policy).csp)
    .evaluate()
    .map(({ directive, description }) => `${directive}: ${description}`)

test.each([
  ['files that people uploaded', fileContentSecurityPolicy],
  ['calls', securityHeaders('https://png.example')['content-security-policy']!],
])('an evaluator of policies finds nothing in the policy of %s', (_of, policy) => {
  expect(findings(policy)).toEqual([])
})

test('of the policy of pages it says only that no upload may be run as a script, which nosniff and filePolicy see to', () => {
  // Hashes instead of 'self' would silence it, but not every browser takes them for files yet.
  expect(findings(pageContentSecurityPolicy(['imagedelivery.net']))).toEqual([
    expect.stringMatching(/^script-src: 'self' can be problematic if you host/),
  ])
  expect(fileContentSecurityPolicy).toContain('sandbox')
  expect(securityHeaders('')['x-content-type-options']).toBe('nosniff')
})

test('the evaluator would find something', () => {
  expect(findings("script-src 'unsafe-inline'")).not.toEqual([])
})
