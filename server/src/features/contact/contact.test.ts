import fastify from 'fastify'
import { beforeEach, expect, test } from 'vitest'
import { readConfig } from '#config'
import { startMailServer } from '#test/mail-server'
import { addImages, openAppWithPeople } from '#test/test-app'
import { securityTxtRoute } from './feature.ts'

const mailServer = await startMailServer()
const inbox = 'hello@png.example'
const SITE_URL = 'https://png.example'
const settings = { SMTP_URL: mailServer.url, MAIL_FROM: 'post@png.example', CONTACT_EMAIL: inbox }
const { testApp, app, ada } = await openAppWithPeople({ ...settings, SITE_URL, TRUST_PROXY: '127.0.0.1' })
await addImages(testApp, ada, ['Red fox'], { slug: 'red-fox' })
beforeEach(mailServer.clear)

const send = (payload: object, remoteAddress = '127.0.0.1') =>
  app.inject({ method: 'POST', url: '/api/v1/contact/', payload, remoteAddress })
const message = 'The third picture is mine.\n\nPlease take it away.'

test('a message about an image reaches the contact address, with its page and the address to answer to', async () => {
  const answer = await send({ name: 'Ada', email: 'ada@people.example', message, about: 'red-fox' })
  expect([answer.statusCode, answer.json().message]).toEqual([200, 'Thank you. Your message is on its way to us.'])
  const mail = await mailServer.mailTo(inbox, /From Ada, ada@people/)
  expect(mail).toMatch(/^Reply-To: ada@people\.example\r$/m)
  expect(mail).toMatch(/^Subject: A message about an image of Vitrine\r$/m)
  expect(mail).toContain('From Ada, ada@people.example:')
  expect(mail).toContain('https://png.example/image/red-fox/')
  expect(mail).toContain('Please take it away.')
})

test('a message about an image that the library has not says so, without a link', async () => {
  await send({ message, about: 'never-drawn' })
  expect(await mailServer.mailTo(inbox, /The library has no image/)).not.toContain('/image/')
})

test('name, address and image may be left out; a message without words and a wrong address are refused', async () => {
  expect((await send({ name: '', email: '', message })).statusCode).toBe(200)
  const mail = await mailServer.mailTo(inbox, /a visitor who left no address/)
  expect(mail).not.toMatch(/^Reply-To/m)
  expect((await send({ email: 'eve@people.example,bob@people.example', message })).statusCode).toBe(400)
  const { fields } = (await send({ email: 'nobody', message: '' })).json()
  expect(fields).toEqual([
    { at: 'email', message: 'Enter a valid email.' },
    { at: 'message', message: 'Message is required' },
  ])
})

test('markup and line breaks of a message stay text', async () => {
  const sly = 'a@b.example\r\nBcc: everyone@people.example'
  expect((await send({ email: sly, message })).statusCode).toBe(400)
  await send({ name: '<b>Ada</b>\r\nBcc: everyone@people.example\r\n\r\n.\r\nQUIT', message })
  const mail = await mailServer.mailTo(inbox, /&#60;b&#62;Ada&#60;\/b&#62;/)
  expect(mail.slice(0, mail.indexOf('\r\n\r\n'))).not.toMatch(/^Bcc/m)
  expect(new Set(mailServer.inbox.map(({ to }) => to))).toEqual(new Set([inbox]))
})

test('what a program fills into the hidden field is thanked for and not mailed', async () => {
  expect((await send({ message: 'Buy these pills now.', website: 'https://spam.example' })).statusCode).toBe(200)
  await send({ message: 'Hello to all of you.' })
  await mailServer.mailTo(inbox, /Hello to all of you/)
  expect(mailServer.inbox.filter(({ mail }) => mail.includes('pills'))).toEqual([])
})

test('a network that sends many messages has to wait', async () => {
  const statuses: number[] = []
  for (let i = 0; i < 6; i++) statuses.push((await send({ message }, '203.0.113.9')).statusCode)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  expect((await send({ message }, '203.0.113.9')).headers['retry-after']).toMatch(/^\d+$/)
  expect((await send({ message }, '203.0.113.10')).statusCode).toBe(200)
})

const securityTxt = '/.well-known/security.txt'
function linesOf(body: string) {
  const lines = body.trimEnd().split('\n')
  return Object.fromEntries(lines.map((line) => line.split(/: (.*)/) as [string, string]))
}

test('security.txt names the contact address, this site and a time within a year, also for HEAD', async () => {
  const { statusCode, headers, body } = await app.inject(securityTxt)
  const head = await app.inject({ method: 'HEAD', url: securityTxt })
  expect([head.statusCode, head.body]).toEqual([200, ''])
  for (const name of ['content-type', 'content-length', 'cache-control', 'etag'])
    expect(head.headers[name]).toBe(headers[name])
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(headers['cache-control']).toBe('public, max-age=600')
  const fields = linesOf(body)
  expect(fields).toEqual({
    Contact: `mailto:${inbox}`,
    Expires: expect.stringMatching(/^\d{4}-\d\d-\d\dT00:00:00\.000Z$/),
    'Preferred-Languages': 'en',
    Canonical: `${SITE_URL}${securityTxt}`,
  })
  const days = (Date.parse(fields.Expires!) - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(300)
  expect(days).toBeLessThan(365)
})

test('security.txt names the contact of the settings', async () => {
  const fieldsWith = async (settings: Record<string, string>) => {
    const app = fastify()
    securityTxtRoute(app, { config: readConfig(settings), site: { url: SITE_URL, contact: {} } })
    return linesOf((await app.inject(securityTxt)).body)
  }
  const byMail = { Contact: 'mailto:security@png.example' }
  expect(await fieldsWith({ SECURITY_CONTACT: 'security@png.example' })).toMatchObject(byMail)
  const byPage = { Contact: 'https://png.example/report' }
  expect(await fieldsWith({ SECURITY_CONTACT: byPage.Contact })).toMatchObject(byPage)
})
