import { expect, test } from 'vitest'
import { readConfig, siteUrl } from './config.ts'

test('every setting is optional, and lists may have spaces and repeat a word', () => {
  const defaults = { PORT: 3000, HOST: 'localhost', DATABASE_URL: '', DEMO: 'auto', TRUST_PROXY: [] }
  expect(readConfig({})).toMatchObject(defaults)
  expect(readConfig({ PORT: '' }).PORT).toBe(3000)
  expect([...readConfig({}).ROLES]).toEqual(['web', 'jobs'])
  expect([...readConfig({ ROLES: 'jobs, web,jobs' }).ROLES]).toEqual(['jobs', 'web'])
  const proxies = ['loopback', '10.0.0.0/8', 'fd00::/8', '192.0.2.1']
  expect(readConfig({}).METRICS).toBeNull()
  expect(readConfig({ METRICS: '[::1]:9464' }).METRICS).toEqual({ host: '::1', port: 9464 })
  expect(readConfig({ TRUST_PROXY: 'loopback, 10.0.0.0/8,fd00::/8 , 192.0.2.1' }).TRUST_PROXY).toEqual(proxies)
})

const noNetworks = '127.0.0.1, nonsense|10.0.0.0/33|::1/129|10.0.0.0/8/8|10.0.0.0/|10|010.0.0.1|0xa.0.0.0/8'.split('|')

const networks = 'x.com, facebook.com, pinterest.com and instagram.com'

test.each([
  ['PORT', '70000', 'a whole number from 0 to 65535'],
  ['PORT', 'abc', 'a whole number from 0 to 65535'],
  ['DEMO', 'yes', 'one of auto, on, off'],
  ['SITE_URL', 'vitrine.example', 'an address that begins with http://'],
  ['SITE_URL', 'https://png.example/a?b#c', 'the address of a whole site such as https://png.example'],
  ['SOCIAL_LINKS', 'https://x.com/a, https://xx.com/b', `a list of https:// addresses at ${networks}`],
  ['CONTACT_EMAIL', 'support', 'an e-mail address'],
  ['CONTACT_PHONE', '555 0100 ext. 7', 'a phone number such as +1 555 0100'],
  ['METRICS', '9464', 'an address and a port such as localhost:9464'],
  ['METRICS', 'localhost:94640', 'an address and a port such as localhost:9464'],
  ['MAIL_FROM', 'the library', 'an e-mail address'],
  ['ROLES', 'web,mail', 'web, jobs, or both separated by a comma'],
  ...noNetworks.map((value) => ['TRUST_PROXY', value, 'a list of IP addresses or networks such as 10.0.0.0/8']),
])('an invalid value is rejected with a sentence that names the setting: %s, %s', (name, value, rule) => {
  expect(() => readConfig({ [name]: value })).toThrow(`The setting ${name} must be ${rule}; "${value}" is not.`)
})

test.each([
  ['DATABASE_URL', 'mysql://u:secret@h/d', 'an address that begins with postgres://'],
  ['SMTP_URL', 'https://name:hidden@mail.example', 'an address that begins with smtp://'],
  ['SMTP_URL', 'smtp://', 'an address that names a mail server'],
  ['SECRET_KEY', 'too short', 'at least 32 characters long'],
])('a value that may hold a secret is not repeated: %s, %s', (name, value, rule) => {
  expect(() => readConfig({ [name]: value })).toThrow(`The setting ${name} must be ${rule}; the given value is not.`)
})

test.each([
  [{ FILES_SENT_BY: 'proxy', STORE: 's3', TRUST_PROXY: 'loopback' }, 'With STORE=s3 the setting FILES_SENT_BY must be'],
  [{ FILES_SENT_BY: 'proxy' }, 'With FILES_SENT_BY=proxy the setting TRUST_PROXY is required'],
  [{ FILES_SENT_BY: 'bucket' }, 'With FILES_SENT_BY=bucket the setting STORE must be s3'],
])('settings that cannot work together are rejected with a sentence: %j', (environment, sentence) => {
  expect(() => readConfig(environment)).toThrow(sentence)
})

test('the URL of the site has no trailing slash', () => {
  expect(siteUrl({ SITE_URL: 'https://png.example/', PORT: 1 })).toBe('https://png.example')
  expect(siteUrl({ SITE_URL: '', PORT: 3000 })).toBe('http://localhost:3000')
})
