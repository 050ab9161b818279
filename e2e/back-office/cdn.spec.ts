import type { Page } from '@playwright/test'
import type { CdnStatus } from '@vitrine/contract/calls/back-office/cdn'
import { aPng } from '../../server/test/png.ts'
import { expect, expectAccessible, expectAnswer, test } from '../support/fixtures.ts'
import { adminApi } from '../support/managed-images.ts'
import { openAdminPage } from '../support/new-user.ts'

const configUrl = '**/configuration/cloudflare/config/'
const labels = ['API Key', 'Account ID', 'Account Hash', 'Images Domain', 'Email'] as const

const fieldNames = ['api_key', 'account_id', 'account_hash', 'images_domain', 'email'] as const
/** The account of the fake Cloudflare; `key` is the legacy global key of the same user. */
const account = (): Record<(typeof fieldNames)[number] | 'key', string> => JSON.parse(process.env.E2E_CLOUDFLARE!)
const values = () => fieldNames.map((name) => account()[name])

// The tests share one configuration, so they run in series.
test.describe.configure({ mode: 'serial' })

test.afterEach(async ({ page }) => {
  const { call } = await adminApi(page)
  await call('DELETE', '/configuration/cloudflare/config/')
})

async function openCdnPage(page: Page) {
  await openAdminPage(page, 'cloudflare-api/')
  await expect(page.getByLabel('Account ID')).toBeVisible()
}

async function fill(page: Page) {
  for (const [i, label] of labels.entries()) await page.getByLabel(label).fill(` ${values()[i]} `)
}

const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click()
const expectSaved = (page: Page) => expectAnswer(page, 'Config saved successfully!')
const maskedKey = (key: string) => `••••••••${key.slice(-4)}`
const deliveryRegion = (page: Page) => page.getByRole('region', { name: 'Delivery' })

/** Mocks states that the shared library never reaches. Returns a function that counts the page's requests. */
async function mockStatus(page: Page, status: Partial<CdnStatus>) {
  const json: CdnStatus = {
    ...{ state: 'on', approved: 1200, there: 1200, coming: 0, unfit: 0, leaving: 0 },
    ...{ trouble: null, rests_seconds: 0, shown: null, refused: null },
    ...status,
  }
  let requests = 0
  await page.route('**/configuration/cloudflare/status/', (route) => {
    requests++
    return route.fulfill({ json })
  })
  return () => requests
}

test('requires five explained fields, keeps what is refused, masks the key, and stops', async ({ page, expects }) => {
  expects.errors.push(/Failed to load resource/)
  await page.route(configUrl, (route) => route.fulfill({ status: 403, json: {} }), { times: 1 })
  await openAdminPage(page, 'cloudflare-api/')
  await expect(page.getByText('Failed to load the config.')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  for (const label of labels) {
    await page.getByLabel(label).fill('')
    await expect(page.getByText(`${label} is required`)).toBeHidden()
    await expect(page.getByLabel(label)).toHaveAccessibleDescription(/\w{5}/)
  }
  await save(page)
  for (const label of labels) await expect(page.getByText(`${label} is required`)).toBeVisible()
  await expect(page.getByLabel('API Key')).toBeFocused()
  await expectAccessible(page)
  await page.getByLabel('Account ID').fill('too short')
  await expect(page.getByText('An account ID has 32 characters, 0-9 and a-f.')).toBeVisible()
  await page.getByLabel('Account ID').fill(account().account_id)
  await expect(page.getByText('An account ID has')).toBeHidden()

  await fill(page)
  const [field, wrong] = [page.getByLabel('Account ID'), '0123456789abcdef0123456789abcdef']
  await field.fill(wrong)
  await save(page)
  await expect(field).toHaveAccessibleDescription(/^Cloudflare Images does not know this account, .+/)
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue(wrong)
  await fill(page)
  await page.route(configUrl, (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()))
  await save(page)
  await expectAnswer(page, 'Failed to save config.')
  await expect(page.getByLabel('Email')).toHaveValue(account().email)
  await page.reload()
  for (const label of labels) await expect(page.getByLabel(label)).toHaveValue('')

  await page.unrouteAll()
  await fill(page)
  await save(page)
  await expectSaved(page)
  const key = page.getByLabel('API Key')
  await expect(key).toHaveValue(maskedKey(account().api_key))
  await page.reload()
  for (const [i, label] of labels.slice(1).entries()) await expect(page.getByLabel(label)).toHaveValue(values()[i + 1]!)
  await page.getByLabel('Images Domain').fill('https://Images.Example.org/')
  await save(page)
  await expectSaved(page)
  await expect(page.getByLabel('Images Domain')).toHaveValue('images.example.org')
  await expect(key).toHaveValue(maskedKey(account().api_key))

  await key.press('End')
  await key.press('Backspace')
  await save(page)
  await expect(page.getByText('Type the whole new key, or leave the stored one as it was shown.')).toBeVisible()
  await key.blur()
  await key.focus() // selects all, so typing replaces it
  await page.keyboard.type(account().key)
  await expect(key).toHaveValue(account().key)
  await save(page)
  await expect(key).toHaveValue(maskedKey(account().key))

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

test('polls the status every three seconds while it changes, shows each state, and then stops', async ({ page }) => {
  await page.clock.install()
  let requests = await mockStatus(page, { there: 300, coming: 900 })
  await openCdnPage(page)
  const region = deliveryRegion(page)
  await expect(region).toContainText('Cloudflare delivers 300 of 1,200 pictures')
  const showNext = async (status: Partial<CdnStatus>) => {
    await page.unroute('**/configuration/cloudflare/status/')
    requests = await mockStatus(page, status)
    await page.clock.runFor(3100)
  }

  const trouble = 'Cloudflare does not answer (ECONNREFUSED).'
  const refused = 'Cloudflare does not take this: The image is too large (5400).'
  await showNext({ there: 10, coming: 1190, trouble, rests_seconds: 280, unfit: 2, refused })
  await expect(region.getByRole('alert')).toHaveText(trouble)
  for (const text of ['It is tried again in 5 minutes.', '2 pictures were not taken.', refused])
    await expect(region).toContainText(text)
  await expectAccessible(page)

  await showNext({ state: 'leaving', there: 0, leaving: 300 })
  await expect(region).toContainText('Visitors get every picture from our own address; 300 copies still')
  await expect(region.getByRole('alert')).toHaveCount(0)
  await expect(region.getByRole('progressbar')).toHaveAttribute('value', '900')
  await expect(page.getByRole('button', { name: 'Stop using Cloudflare' })).toHaveCount(0)
  await showNext({ state: 'off', there: 0 })
  await expect(region).toContainText('Cloudflare delivers nothing.')
  await expect(region.getByRole('progressbar')).toHaveCount(0)
  await page.clock.runFor(30_000)
  expect(requests()).toBe(1)
})

test('shows a sample image of the domain, or says that none loads', { tag: '@slow' }, async ({ page, expects }) => {
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
  const advice = 'Check that the domain belongs to the same Cloudflare account.'
  const failure = `This picture does not arrive from images.png.example. ${advice}`
  await expect(deliveryRegion(page).getByRole('alert')).toHaveText(failure)
})
