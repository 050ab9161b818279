import { download } from './support/downloads.ts'
import { expect, test, waitForHydration } from './support/fixtures.ts'

test('shows an image’s facts and share links; related images and keywords need no page load', async ({ page }) => {
  await page.goto('/image/golden-apple/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Golden apple')
  await expect(page.getByRole('img', { name: 'Golden apple' }).first()).toBeVisible()
  await expect(page.getByText(/^Cut out, \d+ % clear, [a-z ]+ edge$/)).toBeVisible()
  await page.getByText('Details', { exact: true }).click()
  await expect(page.getByRole('definition').getByText('220 × 230')).toBeVisible()
  await expect(page.getByText('image/png')).toBeVisible()
  await expect(page.getByText(/^Checked: no painted checkerboard, no haze/)).toBeVisible()
  await expect(page.getByRole('link', { name: /^Free Download.*KB$/ })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'More related PNG files below' })).toBeVisible()
  await expect(page).toHaveTitle(/Golden apple/)
  const licence = page.getByRole('link', { name: 'Free for commercial use, no credit needed' })
  await expect(licence).toHaveAttribute('href', '/terms/')
  const fact = (name: string) => page.getByRole('term').filter({ hasText: name }).locator('+ dd')
  await expect(fact('Downloads')).toHaveText(/^[\d,]+$/)
  await expect(fact('Contributor')).not.toHaveText('--')
  const report = page.getByRole('link', { name: 'Report this picture' })
  await expect(report).toHaveAttribute('href', '/image/golden-apple/report/')
  await page.getByText('Share', { exact: true }).click()
  for (const network of ['X', 'Facebook', 'Pinterest']) {
    const link = page.getByRole('link', { name: `Share on ${network}`, exact: true })
    expect(decodeURIComponent((await link.getAttribute('href'))!)).toContain('/image/golden-apple/')
    expect(await link.getAttribute('rel')).toContain('noopener')
  }
  await waitForHydration(page)
  let loads = 0
  page.on('load', () => loads++)
  await page.getByRole('link', { name: 'Red apple', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Red apple')
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await page.getByRole('link', { name: 'apple', exact: true }).click()
  await expect(page).toHaveURL('/?keyword=apple')
  await expect(page.getByText('10 images')).toBeVisible()
  expect(loads).toBe(0)
})

test('shows the card’s data at once while the image loads', async ({ page }) => {
  await page.goto('/?keyword=apple')
  await waitForHydration(page)
  await page.route('**/api/v1/images/golden-apple/', () => {}) // never answered
  await page.getByRole('link', { name: 'Golden apple', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Golden apple')
  await page.getByText('Details', { exact: true }).click()
  await expect(page.getByRole('definition').getByText('220 × 230')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Free Download.*KB$/ })).toHaveAttribute('href', /download/)
})

test('without a connection the page waits for one, and then comes by itself', async ({ page, context, expects }) => {
  expects.errors.push(/ERR_INTERNET_DISCONNECTED|Unable to load|dynamically imported/)
  await page.goto('/?title=golden+apple')
  await waitForHydration(page)
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Golden apple', exact: true }).click()
  await expect(page.getByText('No connection.')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Golden apple')
  await expect(page.getByText('220 × 230').first()).toBeVisible()
})

test('an image that the CDN does not deliver is loaded from the site itself', async ({ page, expects }) => {
  expects.errors.push(/net::ERR_FAILED|Content Security Policy|^requested https:..imagedelivery/)
  await page.route('https://imagedelivery.net/**', (route) => route.abort())
  await page.route('/image/golden-apple/', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replaceAll(
      /\/media\/(px-\w+)\/(\d+)-v\d+\.webp/g,
      'https://imagedelivery.net/hash/$1-0a1b2c3d4e/vitrine$2',
    )
    await route.fulfill({ response, body })
  })
  await page.goto('/image/golden-apple/')
  const image = page.getByRole('img', { name: 'Golden apple' }).first()
  await expect(image).toHaveAttribute('src', /^\/media\/px-\w+\/640\.webp$/)
  await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('all facts and downloads work, and controls that need JavaScript are hidden', async ({ page }) => {
    await page.goto('/image/golden-apple/')
    await page.getByText('Details', { exact: true }).click()
    await expect(page.getByRole('definition').getByText('220 × 230')).toBeVisible()
    await expect(page.getByText(/Checked: no painted checkerboard/)).toBeVisible()
    await expect(page.getByRole('link', { name: 'apple', exact: true })).toBeVisible()
    const related = page.getByRole('region', { name: 'More related PNG files below' })
    await expect(related.getByRole('img').first()).toBeVisible()
    await page.getByRole('radio', { name: 'Black' }).check()
    await expect(page.locator('.stage')).toHaveCSS('background-color', 'rgb(0, 0, 0)')
    await expect(page.getByRole('button', { name: /^Copy/ })).toHaveCount(0)
    const fileOf = (name: string) => download(page, () => page.getByRole('link', { name }).click())
    expect((await fileOf('Free Download')).name).toBe('golden-apple.png')
    await page.getByLabel('Other sizes and formats').click()
    expect((await fileOf('WebP, lossless 220 × 230')).name).toBe('golden-apple.webp')
    await page.getByLabel('Other sizes and formats').click()
    await page.getByText('Share', { exact: true }).click()
    await expect(page.getByRole('link', { name: 'Share on X' })).toBeVisible()
    for (const name of [/tray/i, 'Loupe']) await expect(page.getByRole('button', { name })).toHaveCount(0)
    await expect(page.getByText('Your photo')).toBeHidden()
    await page.locator('.palette summary').first().click()
    await page.getByRole('link', { name: /^More in / }).click()
    await expect(page).toHaveURL(/\/\?colour=\w+$/)
  })
})
