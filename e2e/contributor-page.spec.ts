import type { Page } from '@playwright/test'
import { button, expect, openPage, people, test, waitForHydration } from './support/fixtures.ts'
import { registerUser, signInByApi } from './support/new-user.ts'
import { contributorName } from './support/seed-data.ts'

const fullName = `${contributorName.first} ${contributorName.last}`
const address = `/by/${people.contributor.username}/`
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const cards = (page: Page) => page.locator('main').getByRole('listitem').getByRole('img')

test('an image leads to its contributor’s pages, also after a failure', { tag: '@slow' }, async ({ page, expects }) => {
  expects.errors.push(/503|Failed to load/)
  await openPage(page, '/image/golden-apple/')
  await page.route('**/images/by/**', (route) => route.fulfill({ status: 503, json: { message: 'Not now.' } }))
  await page.getByRole('link', { name: fullName }).click()
  await expect(page.getByText('Not now.')).toBeVisible()
  await page.unroute('**/images/by/**')
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page).toHaveURL(address)
  await waitForHydration(page)
  await expect(heading(page)).toHaveText(fullName)
  await expect(page).toHaveTitle(`${fullName}: free PNG images · Vitrine`)
  await expect(page.getByText('120 images')).toBeVisible()
  await expect(cards(page)).toHaveCount(100)
  await expect(cards(page).first()).toHaveAttribute('alt', 'Teal marble')
  await page.getByRole('link', { name: 'Page 2' }).click()
  await expect(page).toHaveURL(/\?page=2$/)
  await expect(cards(page)).toHaveCount(20)
  await expect(cards(page).last()).toHaveAttribute('alt', 'Red fox')
  await expect(heading(page)).toBeFocused()
  await cards(page).last().click()
  await expect(heading(page)).toHaveText('Red fox')
})

test('search engines are told who it is, and where the page is', async ({ page, baseURL }) => {
  await page.goto(`${address.toUpperCase().replace('BY', 'by')}?utm_source=x`)
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', baseURL + address)
  await expect(page.locator('meta[property="og:image"]')).toHaveAttribute('content', /^http.*\/cover\.jpg$/)
  await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /^120 images by Mira Okafor/)
  const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent())!)
  const mainEntity = { '@type': 'Person', name: fullName, url: baseURL + address }
  expect(data).toMatchObject({ '@type': 'ProfilePage', mainEntity })
})

test('pages name the feed of the images that they show', async ({ page }) => {
  for (const [path, title, entries] of [
    ['/?category=Food', 'Newest images: Food', 7],
    [address, `Newest images by ${fullName}`, 50],
  ] as const) {
    await page.goto(path)
    const link = page.locator('link[type="application/atom+xml"][rel=alternate]')
    await expect(link).toHaveAttribute('title', title)
    const feed = await page.request.get((await link.getAttribute('href'))!)
    expect((await feed.text()).match(/<entry>/g)).toHaveLength(entries)
  }
})

test('a contributor switches their page on and off', async ({ page, baseURL }) => {
  const person = await registerUser(page)
  const path = `/by/${person.username}/`
  const status = async () => (await page.request.get(path)).status()
  expect(await status()).toBe(404)
  await signInByApi(page, person)
  await page.goto(`${person.dashboardPath}profile/`)
  await button(page, 'Edit Profile').click()
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Lovelace')
  await page.getByLabel('Public page').check()
  await expect(page.getByText(`all your approved images at ${baseURL}${path}`)).toBeVisible()
  await button(page, 'Save').click()
  await expect.poll(status).toBe(200)
  await page.getByRole('link', { name: 'Visit your page' }).click()
  await expect(heading(page)).toHaveText('Ada Lovelace')
  await expect(page.getByText('No images found.')).toBeVisible()
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')

  await page.goto(`${person.dashboardPath}profile/`)
  await button(page, 'Edit Profile').click()
  await page.getByLabel('Public page').uncheck()
  await button(page, 'Save').click()
  await expect.poll(status).toBe(404)
})
