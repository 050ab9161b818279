import { expect, test } from 'vitest'
import { readConfig, siteUrl } from './config.ts'

test('every setting may be left out', () => {
  expect(readConfig({})).toMatchObject({ PORT: 3000, HOST: 'localhost', DATABASE_URL: '', DEMO: 'on', TRUST_PROXY: [] })
  expect(readConfig({ PORT: '' }).PORT).toBe(3000)
})

test.each([
  [{ PORT: '70000' }, 'The setting PORT must be a whole number from 0 to 65535; "70000" is not.'],
  [{ PORT: 'abc' }, 'The setting PORT must be a whole number from 0 to 65535; "abc" is not.'],
  [{ DEMO: 'yes' }, 'The setting DEMO must be one of on, off; "yes" is not.'],
  [
    { SITE_URL: 'vitrine.example' },
    'The setting SITE_URL must be an address that begins with http://; "vitrine.example" is not.',
  ],
  [
    { DATABASE_URL: 'mysql://u:secret@h/d' },
    'The setting DATABASE_URL must be an address that begins with postgres://; what was given is not.',
  ],
  [{ SECRET_KEY: 'too short' }, 'The setting SECRET_KEY must be at least 32 characters long; what was given is not.'],
])('a bad value is named in a sentence, and a secret one is not repeated: %j', (environment, sentence) => {
  expect(() => readConfig(environment)).toThrow(sentence)
})

test('the address of the site has no final slash', () => {
  expect(siteUrl({ SITE_URL: 'https://png.example/', PORT: 1 })).toBe('https://png.example')
  expect(siteUrl({ SITE_URL: '', PORT: 3000 })).toBe('http://localhost:3000')
})
