import { expect, test } from 'vitest'
import { openTestApp } from '#test/test-app'

const url = '/.well-known/security.txt'
const SITE_URL = 'https://png.example'

const { app } = await openTestApp({ SITE_URL, CONTACT_EMAIL: 'help@png.example' })

function fieldsOf(body: string) {
  return Object.fromEntries(
    body
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/: (.*)/) as [string, string]),
  )
}

test('names the address of the contact page, this site and a time within a year', async () => {
  const { statusCode, headers, body } = await app.inject(url)
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(headers['cache-control']).toBe('public, max-age=600')
  const fields = fieldsOf(body)
  expect(fields).toEqual({
    Contact: 'mailto:help@png.example',
    Expires: expect.stringMatching(/^\d{4}-\d\d-\d\dT00:00:00\.000Z$/),
    'Preferred-Languages': 'en',
    Canonical: `${SITE_URL}${url}`,
  })
  const days = (Date.parse(fields.Expires!) - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(300)
  expect(days).toBeLessThan(365)
})

test('names the contact and the policy of the settings', async () => {
  const settings = { SECURITY_CONTACT: 'security@png.example', SECURITY_POLICY: 'https://png.example/policy' }
  const byMail = await openTestApp({ SITE_URL, ...settings })
  expect(fieldsOf((await byMail.app.inject(url)).body)).toMatchObject({
    Contact: 'mailto:security@png.example',
    Policy: 'https://png.example/policy',
  })
  const byPage = await openTestApp({ SITE_URL, SECURITY_CONTACT: 'https://png.example/report' })
  expect(fieldsOf((await byPage.app.inject(url)).body).Contact).toBe('https://png.example/report')
})

test('answers HEAD with the same headers and no text', async () => {
  const [get, head] = [await app.inject(url), await app.inject({ method: 'HEAD', url })]
  expect([head.statusCode, head.body]).toEqual([200, ''])
  for (const name of ['content-type', 'content-length', 'cache-control', 'etag'])
    expect(head.headers[name]).toBe(get.headers[name])
})
