import { CspEvaluator } from 'csp_evaluator'
import { CspParser } from 'csp_evaluator/dist/parser.js'
import { expect, test } from 'vitest'
import { fileContentSecurityPolicy, pageContentSecurityPolicy, securityHeaders } from './security-headers.ts'

const findings = (policy: string) =>
  new CspEvaluator(new CspParser(policy).csp)
    .evaluate()
    .map(({ directive, description }) => `${directive}: ${description}`)

test.each([
  ['uploaded files', fileContentSecurityPolicy],
  ['calls', securityHeaders('https://png.example')['content-security-policy']!],
])('a CSP evaluator finds nothing in the policy of %s', (_of, policy) => {
  expect(findings(policy)).toEqual([])
})

test('for pages it finds only that uploads could run as scripts, which nosniff and the policy of files prevent', () => {
  // Hashes in place of 'self' would silence it, but not all browsers support them for external scripts.
  const policy = pageContentSecurityPolicy(['imagedelivery.net'])
  expect(findings(policy)).toEqual([expect.stringMatching(/^script-src: 'self' can be problematic if you host/)])
  for (const part of ["style-src 'self';", "require-trusted-types-for 'script'"]) expect(policy).toContain(part)
  expect(fileContentSecurityPolicy).toContain('sandbox')
  expect(securityHeaders('')['x-content-type-options']).toBe('nosniff')
})
