import { expect, expectAccessible, test } from '../support/fixtures.ts'

test('shows who we are, our mission and our vision', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'About', exact: true }).click()
  await expect(page).toHaveURL('/about/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About us')
  for (const heading of ['Who We Are', 'Our Mission', 'Our Vision']) {
    await expect(page.getByRole('heading', { level: 2, name: heading })).toBeVisible()
  }
})

test('explains each check with a picture, and is linked from what is said of an image', async ({ page }) => {
  await page.goto('/image/golden-apple/')
  await page.getByRole('link', { name: 'How we check' }).click()
  await expect(page).toHaveURL('/about/#checks')
  const checks = page.locator('#checks')
  await expect(checks.getByRole('heading', { level: 2 })).toBeInViewport()
  const names = ['Painted checkerboard', 'Haze', 'Halo', 'Jagged edge', 'Stray specks', 'Nothing to see']
  await expect(checks.getByRole('heading', { level: 3 })).toHaveText(names)
  await expect(checks.locator('svg')).toHaveCount(names.length)
  const rate = /^Missed in \d+ of \d+ fakes, wrongly found in \d+ of [\d,]+ honest pictures\.$/
  await expect(checks.getByText(rate)).toHaveCount(6)
})

test('links to the description of the API', async ({ page, request }) => {
  await page.goto('/about/')
  const address = await page.getByRole('link', { name: 'OpenAPI 3.1' }).getAttribute('href')
  const description = await (await request.get(address!)).json()
  expect(Object.keys(description.paths)).toContain('/images/approved/')
})

test('the footer links home, and its credit to this page', async ({ page }) => {
  await page.goto('/terms/')
  const footer = page.getByRole('contentinfo')
  await footer.getByRole('link', { name: 'the Vitrine team' }).click()
  await expect(page).toHaveURL('/about/')
  await footer.getByRole('link', { name: 'Vitrine', exact: true }).click()
  await expect(page).toHaveURL('/')
})

test('is accessible', async ({ page }) => {
  await page.goto('/about/')
  await expectAccessible(page)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('shows the same content', async ({ page }) => {
    await page.goto('/about/')
    await expect(page.getByRole('heading', { level: 2 })).toHaveCount(5)
  })
})
