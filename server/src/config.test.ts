import { expect, test } from 'vitest'
import { readConfig, siteUrl } from './config.ts'

test('every setting is optional', () => {
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
    'The setting DATABASE_URL must be an address that begins with postgres://; the given value is not.',
  ],
  [
    { SITE_URL: 'https://png.example/a?b#c' },
    'The setting SITE_URL must be the address of a whole site such as https://png.example; ' +
      '"https://png.example/a?b#c" is not.',
  ],
  [
    { TRUST_PROXY: '127.0.0.1, nonsense' },
    'The setting TRUST_PROXY must be a list of IP addresses or networks such as 10.0.0.0/8; ' +
      '"127.0.0.1, nonsense" is not.',
  ],
  [
    { SOCIAL_X: 'vitrine' },
    'The setting SOCIAL_X must be an address that begins with https:// or off; "vitrine" is not.',
  ],
  [{ CONTACT_EMAIL: 'support' }, 'The setting CONTACT_EMAIL must be an e-mail address; "support" is not.'],
  [
    { CONTACT_PHONE: '555 0100 ext. 7' },
    'The setting CONTACT_PHONE must be a phone number such as +1 555 0100; "555 0100 ext. 7" is not.',
  ],
  [
    { CREDIT_URL: 'javascript:alert(1)' },
    'The setting CREDIT_URL must be an address that begins with https:// or off; "javascript:alert(1)" is not.',
  ],
  [
    { SMTP_URL: 'https://name:hidden@mail.example' },
    'The setting SMTP_URL must be an address that begins with smtp://; the given value is not.',
  ],
  [
    { SMTP_URL: 'smtp://' },
    'The setting SMTP_URL must be an address that names a mail server; the given value is not.',
  ],
  [{ MAIL_FROM: 'the library' }, 'The setting MAIL_FROM must be an e-mail address; "the library" is not.'],
  [{ ROLES: 'web,mail' }, 'The setting ROLES must be web, jobs, or both separated by a comma; "web,mail" is not.'],
  [{ SECRET_KEY: 'too short' }, 'The setting SECRET_KEY must be at least 32 characters long; the given value is not.'],
])(
  'an invalid value is rejected with a sentence that names the setting and repeats no secret: %j',
  (environment, sentence) => {
    expect(() => readConfig(environment)).toThrow(sentence)
  },
)

test.each([
  [{ FILES_SENT_BY: 'proxy', STORE: 's3', TRUST_PROXY: 'loopback' }, 'With STORE=s3 the setting FILES_SENT_BY must be'],
  [{ FILES_SENT_BY: 'proxy' }, 'With FILES_SENT_BY=proxy the setting TRUST_PROXY is required'],
  [{ FILES_SENT_BY: 'bucket' }, 'With FILES_SENT_BY=bucket the setting STORE must be s3'],
  [{ TAKEN_DOWN_DAYS: '89' }, 'The setting TAKEN_DOWN_DAYS must be at least TAKEN_DOWN_FILE_DAYS, 90;'],
])('settings that cannot work together are rejected with a sentence: %j', (environment, sentence) => {
  expect(() => readConfig(environment)).toThrow(sentence)
})

test.each(['10.0.0.0/33', '::1/129', '10.0.0.0/8/8', '10.0.0.0/'])('%s is no network', (input) => {
  expect(() => readConfig({ TRUST_PROXY: input })).toThrow(/^The setting TRUST_PROXY /)
})

test('a process has every role, or those that ROLES names', () => {
  expect([...readConfig({}).ROLES]).toEqual(['web', 'jobs'])
  expect([...readConfig({ ROLES: 'jobs, web,jobs' }).ROLES]).toEqual(['jobs', 'web'])
})

test('TRUST_PROXY takes addresses, networks and the names of private ranges', () => {
  const input = 'loopback, 10.0.0.0/8,fd00::/8 , 192.0.2.1'
  expect(readConfig({ TRUST_PROXY: input }).TRUST_PROXY).toEqual(['loopback', '10.0.0.0/8', 'fd00::/8', '192.0.2.1'])
})

test('the URL of the site has no trailing slash', () => {
  expect(siteUrl({ SITE_URL: 'https://png.example/', PORT: 1 })).toBe('https://png.example')
  expect(siteUrl({ SITE_URL: '', PORT: 3000 })).toBe('http://localhost:3000')
})
