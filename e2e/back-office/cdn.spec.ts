import type { Page } from '@playwright/test'
import type { CdnStatus } from '@vitrine/contract/calls/back-office/cdn'
import { aPng } from '../../server/test/png.ts'
import { expect, expectAccessible, people, test } from '../support/fixtures.ts'
import { authHeaders, signInByApi } from '../support/new-user.ts'
import { password } from '../support/seed-data.ts'

const path = `/admin/${people.admin.username}/cloudflare-api/`
const configUrl = '**/configuration/cloudflare/config/'
const labels = ['API Key', 'Account ID', 'Account Hash', 'Images Domain', 'Email'] as const

/** The account of the fake Cloudflare; `key` is the legacy global key of the same user. */
interface Account {
  api_key: string
  account_id: string
  account_hash: string
  images_domain: string
  email: string
  key: string
}
const account = (): Account => JSON.parse(process.env.E2E_CLOUDFLARE!)
const values = () => {
  const { api_key, account_id, account_hash, images_domain, email } = account()
  return [api_key, account_id, account_hash, images_domain, email]
}

// The tests share one configuration, so they run in series.
test.describe.configure({ mode: 'serial' })

test.afterEach(async ({ request }) => {
  const login = await request.post('/api/v1/accounts/user/login/', { data: { email: people.admin.email, password } })
  const headers = authHeaders((await login.json()).data)
  expect((await request.delete('/api/v1/configuration/cloudflare/config/', { headers })).status()).toBe(200)
})

async function openCdnPage(page: Page) {
  await signInByApi(page, { email: people.admin.email, password })
  await page.goto(path)
  await expect(page.getByLabel('Account ID')).toBeVisible()
}

async function fill(page: Page) {
  for (const [i, label] of labels.entries()) await page.getByLabel(label).fill(` ${values()[i]} `)
}

const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click()
const expectSaved = (page: Page) => expect(page.getByText('Config saved successfully!')).toBeVisible()
const maskedKey = (key: string) => `••••••••${key.slice(-4)}`
const deliveryRegion = (page: Page) => page.getByRole('region', { name: 'Delivery' })

/** Mocks states that the shared library never reaches. Returns a function that counts the page's requests. */
async function mockStatus(page: Page, status: Partial<CdnStatus>) {
  const json: CdnStatus = {
    ...{ state: 'on', approved: 1200, there: 1200, coming: 0, unfit: 0, leaving: 0 },
    ...{ trouble: null, rests_seconds: 0, own_sizes: true, shown: null, refused: null },
    ...status,
  }
  let requests = 0
  await page.route('**/configuration/cloudflare/status/', (route) => {
    requests++
    return route.fulfill({ json })
  })
  return () => requests
}

test('requires all five fields and explains where to find each', async ({ page }) => {
  await openCdnPage(page)
  for (const label of labels) {
    await page.getByLabel(label).fill('')
    await expect(page.getByText(`${label} is required`)).toBeHidden()
    await expect(page.getByLabel(label)).toHaveAccessibleDescription(/\w{5}/)
  }
  await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email')
  await save(page)
  for (const label of labels) await expect(page.getByText(`${label} is required`)).toBeVisible()
  await expect(page.getByLabel('API Key')).toBeFocused()
  await page.getByLabel('Account ID').fill('too short')
  await expect(page.getByText('An account ID has 32 characters, 0-9 and a-f.')).toBeVisible()
  await page.getByLabel('Account ID').fill(account().account_id)
  await expect(page.getByText('An account ID has')).toBeHidden()
})

test('stores what is typed, shows only the key’s end, and keeps the key when the mask is sent back', async ({
  page,
}) => {
  await openCdnPage(page)
  await fill(page)
  await save(page)
  await expectSaved(page)
  const mask = maskedKey(account().api_key)
  await expect(page.getByLabel('API Key')).toHaveValue(mask)
  await page.reload()
  for (const [i, label] of labels.slice(1).entries()) await expect(page.getByLabel(label)).toHaveValue(values()[i + 1]!)
  await expect(page.getByLabel('API Key')).toHaveValue(mask)

  await page.getByLabel('Images Domain').fill('https://Images.Example.org/')
  await save(page)
  await expectSaved(page)
  await expect(page.getByLabel('Images Domain')).toHaveValue('images.example.org')
  await expect(page.getByLabel('API Key')).toHaveValue(mask)
})

test('accepts a new key in place of the mask, but not a partly edited mask', async ({ page }) => {
  await openCdnPage(page)
  await fill(page)
  await save(page)
  await expectSaved(page)
  const key = page.getByLabel('API Key')
  await expect(key).toHaveValue(maskedKey(account().api_key))
  await key.focus()
  await page.keyboard.press('End')
  await page.keyboard.press('Backspace')
  await save(page)
  await expect(page.getByText('Type the whole new key, or leave the stored one as it was shown.')).toBeVisible()
  await key.blur()
  await key.focus() // selects all, so typing replaces it
  await page.keyboard.type(account().key)
  await expect(key).toHaveValue(account().key)
  await save(page)
  await expect(key).toHaveValue(maskedKey(account().key))
})

test('shows Cloudflare’s refusal at its field, and stores nothing', async ({ page, expects }) => {
  expects.errors.push(/Failed to load resource.* 400/)
  await openCdnPage(page)
  const wrong = [
    ['API Key', `cfut_${'w'.repeat(40)}`, /^Cloudflare does not accept the API key: .+/],
    ['Account ID', '0123456789abcdef0123456789abcdef', /^Cloudflare Images does not know this account, .+/],
    ['Account Hash', 'Vi7wi5KSItxGFsWRG2Us6Q', new RegExp(`under the hash ${account().account_hash}\\.`)],
  ] as const
  for (const [label, value, message] of wrong) {
    await fill(page)
    await page.getByLabel(label).fill(value)
    await save(page)
    const field = page.getByLabel(label)
    await expect(field).toHaveAccessibleDescription(message)
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toBeFocused()
    await expect(field).toHaveValue(value)
  }
  await page.reload()
  for (const label of labels) await expect(page.getByLabel(label)).toHaveValue('')
})

test('reports a failure, and keeps what was typed', async ({ page, expects }) => {
  expects.errors.push(/Failed to load resource/)
  await signInByApi(page, { email: people.admin.email, password })
  await page.route(configUrl, (route) => route.fulfill({ status: 403, json: {} }), { times: 1 })
  await page.goto(path)
  await expect(page.getByText('Failed to load the config.')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await fill(page)
  await page.getByLabel('Email').fill('other@png.example')
  await page.route(configUrl, (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()))
  await save(page)
  await expect(page.getByText('Failed to save config.')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('other@png.example')
})

test('shows the delivery progress once saved, and stops after a confirmation', async ({ page }) => {
  await openCdnPage(page)
  await fill(page)
  await save(page)
  await expectSaved(page)
  await expect(deliveryRegion(page)).toContainText(/Cloudflare delivers 0 of \d+ pictures/)
  await expect(deliveryRegion(page)).toContainText(/\d+ pictures? on the way there\./)
  await expect(deliveryRegion(page).getByRole('progressbar')).toHaveAttribute('value', '0')

  await page.getByRole('button', { name: 'Stop using Cloudflare' }).click()
  const dialog = page.getByRole('dialog', { name: /returns to our own address at once; the copies there/ })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(deliveryRegion(page)).toContainText('Cloudflare delivers 0 of')
  await page.getByLabel('Images Domain').fill('half.typed')
  await page.getByRole('button', { name: 'Stop using Cloudflare' }).click()
  await dialog.getByRole('button', { name: 'Stop using Cloudflare' }).click()
  await expect(page.getByText('Cloudflare Images is being left.')).toBeVisible()
  await expect(deliveryRegion(page)).toContainText('Cloudflare is being left.')
  for (const label of labels) await expect(page.getByLabel(label)).toHaveValue('')
})

test('polls the status every three seconds while it changes, and then stops', async ({ page }) => {
  await page.clock.install()
  const requestsBefore = await mockStatus(page, { there: 300, coming: 900 })
  await openCdnPage(page)
  await expect(deliveryRegion(page)).toContainText('Cloudflare delivers 300 of 1,200 pictures')
  const before = requestsBefore()
  await page.clock.runFor(3100)
  await expect.poll(requestsBefore).toBe(before + 1)
  await page.unroute('**/configuration/cloudflare/status/')
  const requestsAfter = await mockStatus(page, {})
  await page.clock.runFor(3100)
  await expect(deliveryRegion(page)).toContainText('Cloudflare delivers all 1,200 pictures there are.')
  await page.clock.runFor(30_000)
  expect(requestsAfter()).toBe(1)
})

test('shows the error and the time of the next try, the refused images, and why there is one size only', async ({
  page,
}) => {
  const trouble = 'Cloudflare does not answer (ECONNREFUSED).'
  await mockStatus(page, { there: 10, coming: 1190, trouble, rests_seconds: 280, own_sizes: false })
  await openCdnPage(page)
  await expect(deliveryRegion(page).getByRole('alert')).toHaveText(trouble)
  await expect(deliveryRegion(page)).toContainText('It is tried again in 5 minutes.')
  await expect(deliveryRegion(page)).not.toContainText('one size only')

  const refused = 'Cloudflare does not take this: The image is too large (5400).'
  await mockStatus(page, { there: 1198, unfit: 2, refused, own_sizes: false })
  await expect(deliveryRegion(page)).toContainText('2 pictures were not taken.', { timeout: 15_000 })
  await expect(deliveryRegion(page)).toContainText(refused)
  await expect(deliveryRegion(page)).toContainText('Each picture comes in one size only')
  await expect(deliveryRegion(page).getByRole('alert')).toHaveCount(0)
  await expectAccessible(page)
})

test('counts the copies left to delete after stopping, and then shows that nothing is delivered', async ({ page }) => {
  await mockStatus(page, { state: 'leaving', there: 0, leaving: 300 })
  await openCdnPage(page)
  await expect(deliveryRegion(page)).toContainText('Visitors get every picture from our own address; 300 copies still')
  await expect(deliveryRegion(page).getByRole('progressbar')).toHaveAttribute('value', '900')
  await expect(page.getByRole('button', { name: 'Stop using Cloudflare' })).toHaveCount(0)
  await mockStatus(page, { state: 'off', there: 0 })
  await expect(deliveryRegion(page)).toContainText('Cloudflare delivers nothing.', { timeout: 15_000 })
  await expect(deliveryRegion(page).getByRole('progressbar')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Stop using Cloudflare' })).toHaveCount(0)
})

test('shows a sample image from the domain, or reports that none loads', async ({ page, expects }) => {
  const shown = 'https://images.png.example/cdn-cgi/imagedelivery/hash/px-1/vitrine640'
  expects.errors.push(/images\.png\.example/, /Failed to load resource/)
  let isDelivered = true
  const png = Buffer.from(aPng({ seed: 1, colour: '#3a9d4f', width: 90, height: 60 }))
  await page.route(shown, (route) =>
    isDelivered ? route.fulfill({ contentType: 'image/png', body: png }) : route.abort(),
  )
  await mockStatus(page, { shown })
  await openCdnPage(page)
  await fill(page)
  await page.getByLabel('Images Domain').fill('images.png.example')
  // The Content-Security-Policy that the page was loaded with does not allow the domain yet.
  await expect(deliveryRegion(page)).toContainText('This page was loaded before pictures came from images.png.example.')
  await save(page)
  await expectSaved(page)

  await expect(async () => {
    const reload = deliveryRegion(page).getByRole('button', { name: 'Reload' })
    if (await reload.isVisible()) await reload.click()
    await expect(deliveryRegion(page).getByRole('img')).toBeVisible({ timeout: 5000 })
  }).toPass()
  const sample = deliveryRegion(page).getByRole('img', { name: 'A picture of the library, as Cloudflare delivers it' })
  await expect.poll(() => sample.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(90)
  await expectAccessible(page)
  isDelivered = false
  await page.reload()
  await expect(deliveryRegion(page).getByRole('alert')).toHaveText(
    [
      'This picture does not arrive from images.png.example.',
      'Check that the domain belongs to the same Cloudflare account.',
    ].join(' '),
  )
})

test('is for admins only, and accessible', async ({ page }) => {
  await signInByApi(page, { email: people.contributor.email, password })
  await page.goto(path)
  await expect(page).toHaveURL('/')
  await openCdnPage(page)
  await page.getByLabel('Account Hash').fill('')
  await save(page)
  await expect(page.getByText('Account Hash is required')).toBeVisible()
  await expectAccessible(page)
})
