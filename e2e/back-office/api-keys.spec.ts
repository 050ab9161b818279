import { expect, expectAccessible, test } from '../support/fixtures.ts'
import { openOwnPage } from '../support/new-user.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

test('a contributor makes a key, copies it, uses it, and revokes it', async ({ page, expects }) => {
  expects.errors = [/status of 400/] // the wrong password
  const { password } = await openOwnPage(page)
  await page.locator('summary', { hasText: 'Settings' }).filter({ visible: true }).click()
  await page.getByRole('link', { name: 'API keys' }).click()
  await expect(page.getByText('You have no keys yet.')).toBeVisible()

  await page.getByRole('button', { name: 'Create key' }).click()
  await expect(page.getByText('Name is required')).toBeVisible()
  await expect(page.getByText('Password is required')).toBeVisible()
  await page.getByLabel('Name').fill('Studio computer')
  await page.getByLabel('Password', { exact: true }).fill('not-this-one')
  await page.getByRole('button', { name: 'Create key' }).click()
  await expect(page.getByRole('main').getByText('The password is not right.')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create key' }).click()
  await expect(page.getByRole('heading', { name: 'Your new key “Studio computer”' })).toBeFocused()
  await page.getByRole('button', { name: 'Copy key' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  const key = await page.evaluate(() => navigator.clipboard.readText())
  const withKey = () => page.request.get('/api/v1/images/user/total/', { headers: { authorization: `Bearer ${key}` } })
  expect((await withKey()).status()).toBe(200)
  await expectAccessible(page)

  await page.reload()
  const rows = page.getByRole('main').getByRole('listitem')
  await expect(rows).toHaveText([/Studio computer.*Last used.*Expires/s])
  await expect(page.getByText(key)).toHaveCount(0)

  await page.getByRole('button', { name: 'Revoke “Studio computer”' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('You have no keys yet.')).toBeVisible()
  expect((await withKey()).status()).toBe(401)
})
