import { expect, test } from '../support/fixtures.ts'

test('shows who we are, our mission and our vision; footer and credit lead here, and home', async ({ page }) => {
  await page.goto('/terms/')
  const footer = page.getByRole('contentinfo')
  await footer.getByRole('link', { name: 'About', exact: true }).click()
  await expect(page).toHaveURL('/about/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About us')
  for (const heading of ['Who We Are', 'Our Mission', 'Our Vision']) {
    await expect(page.getByRole('heading', { level: 2, name: heading })).toBeVisible()
  }
  const description = await page.getByRole('link', { name: 'OpenAPI 3.1' }).getAttribute('href')
  const { paths } = await (await page.request.get(description!)).json()
  expect(Object.keys(paths)).toContain('/images/approved/')
  await footer.getByRole('link', { name: 'Privacy', exact: true }).click()
  await footer.getByRole('link', { name: 'the Vitrine team' }).click()
  await expect(page).toHaveURL('/about/')
  for (const network of ['X', 'Facebook', 'Pinterest', 'Instagram'])
    await expect(footer.getByRole('link', { name: network, exact: true })).toHaveAttribute('href', /^https:/)
  await expect(footer.getByText(/^© 2025-2\d{3} Vitrine$/)).toBeVisible()
  await footer.getByRole('link', { name: 'Vitrine', exact: true }).click()
  await expect(page).toHaveURL('/')
})

test('explains each check with a picture, and is linked from what is said of an image', async ({ page }) => {
  await page.goto('/image/golden-apple/')
  await page.getByText('Details', { exact: true }).click()
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
