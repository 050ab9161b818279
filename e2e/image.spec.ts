import { alive, expect, expectAccessible, test } from './site.ts'

test('shows what there is to know, and others like it', async ({ page }) => {
  await page.goto('/image/golden-apple/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Golden apple')
  await expect(page.getByRole('img', { name: 'Golden apple' }).first()).toBeVisible()
  await expect(page.getByText('220 × 230')).toBeVisible()
  await expect(page.getByText('image/png')).toBeVisible()
  await expect(page.getByText(/^verified, \d+ % clear/)).toBeVisible()
  await expect(page.getByRole('link', { name: /^Free Download.*KB$/ })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'More related PNG files below' })).toBeVisible()
  await expect(page).toHaveTitle(/Golden apple/)
})

test('leads on to a related image and to a keyword, without loading the page anew', async ({ page }) => {
  await page.goto('/image/golden-apple/')
  await alive(page)
  let loads = 0
  page.on('load', () => loads++)
  await page.getByRole('link', { name: 'Red apple', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Red apple')
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.getByRole('link', { name: 'apple', exact: true }).click()
  await expect(page).toHaveURL('/?keyword=apple')
  await expect(page.getByText('10 images')).toBeVisible()
  expect(loads).toBe(0)
})

test('says so when there is no such image', async ({ page, expects }) => {
  expects.errors.push(/404/)
  const answer = await page.goto('/image/no-such-image/')
  expect(answer!.status()).toBe(404)
  await expect(page.getByText('Error loading image data.')).toBeVisible()
})

test('is accessible', async ({ page }) => {
  await page.goto('/image/blue-kettle/')
  await expectAccessible(page)
})
