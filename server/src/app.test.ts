import { expect, test } from 'vitest'
import { openTestApp } from '#test/test-app'

const plain = await openTestApp()
const branded = await openTestApp({
  CONTACT_EMAIL: 'hello@png.example',
  CONTACT_PHONE: '+44 (20) 7946-0000',
  CONTACT_ADDRESS: '1 Glass Lane; ; London',
  SOCIAL_LINKS: 'https://x.com/glass, https://www.instagram.com/glass',
  CREDIT: 'Ada & Co https://ada.example/',
})
const page = async ({ app }: typeof plain, url: string) => (await app.inject(url)).body
const siteIn = (html: string) => JSON.parse(/<script id="state"[^>]*>(.*?)<\/script>/s.exec(html)![1]!).site

test('the contact page shows what the operator configured, and examples on one’s own machine', async () => {
  const html = await page(branded, '/contact/')
  expect(html).toContain('href="mailto:hello@png.example"')
  expect(html).toContain('href="tel:+442079460000"')
  expect(html).toContain('1 Glass Lane\nLondon</address>')
  const plainHtml = await page(plain, '/contact/')
  for (const example of ['href="mailto:support@vitrine.example"', 'href="tel:+15550100"', 'Contact Form'])
    expect(plainHtml).toContain(example)
  expect(plainHtml).not.toContain('<address')
})

test('the contact page of a public site shows no address, number or form that the operator did not set', async () => {
  const open = await openTestApp({ SITE_URL: 'https://png.example' })
  const html = await page(open, '/contact/')
  for (const made of ['mailto:', 'tel:', 'Contact Form', 'vitrine.example', '555 0100'])
    expect(html).not.toContain(made)
  expect(html).toContain('9-6 EST')
  const payload = { message: 'Is anyone there?' }
  const answer = await open.app.inject({ method: 'POST', url: '/api/v1/contact/', payload })
  expect([answer.statusCode, answer.json().code]).toEqual([404, 'no_contact'])
  expect(await page(open, '/.well-known/security.txt')).not.toContain('Contact')
})

test('the footer links to the configured profiles and to the people who built the site', async () => {
  const html = await page(branded, '/about/')
  expect(html).toContain('href="https://x.com/glass"')
  expect(html).not.toContain('facebook.com')
  expect(html).toMatch(/href="https:\/\/ada\.example\/">Ada &amp; Co</)
})

test('the site data in every page is small and leaves out hidden values', async () => {
  const [usual, own] = [siteIn(await page(plain, '/terms/')), siteIn(await page(branded, '/terms/'))]
  expect(JSON.stringify(usual).length).toBeLessThan(500)
  expect([Object.keys(usual.contact), Object.keys(usual.credit)]).toEqual([['email', 'phone'], ['name']])
  expect(Object.keys(own.social)).toEqual(['x', 'instagram'])
})
