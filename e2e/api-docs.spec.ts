import { apiBase } from '@vitrine/contract/endpoint'
import { expect, expectAccessible, test } from './support/fixtures.ts'

test('the API page lists every endpoint with its fields', async ({ page, request }) => {
  test.slow() // axe looks at each of some hundred endpoints
  await page.goto('/api/docs/')
  const { paths } = await (await request.get(`${apiBase}/openapi.json`)).json()
  for (const path of Object.keys(paths)) await expect(page.locator('main')).toContainText(path)
  await expect(page.getByText('10 to 40 characters').first()).toBeVisible()
  await expectAccessible(page)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('shows the same content', async ({ page }) => {
    await page.goto('/api/docs/')
    await expect(page.locator('main')).toContainText('/images/approved/')
  })
})
