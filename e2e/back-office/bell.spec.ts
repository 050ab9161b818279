import { expect, expectAccessible, test } from '../support/fixtures.ts'
import { adminApi, contributorWithImages } from '../support/managed-images.ts'

test('the bell counts what waits, and each of its lines leads to the list', async ({ page }) => {
  const person = await contributorWithImages(page, 'One', 'Two', 'Three')
  const admin = await adminApi(page)
  await admin.call('PUT', `/images/update/${person.ids[0]}/`, { status: 'rejected', reason: 'fringe' })
  await page.goto(person.dashboardPath)
  const bell = page.locator('summary', { hasText: /^3$/ })
  await expect(bell).toHaveAccessibleName('Waiting: 3')
  await bell.press('Enter')
  const lines = bell.locator('..').getByRole('link')
  await expect(lines).toHaveText(['Rejected images1', 'Pending images2'])
  await expectAccessible(page)
  await lines.first().click()
  await expect(page).toHaveURL(person.listPath('rejected'))
  await expect(lines).toHaveCount(0)
})
