import { button, expect, expectAccessible, test } from '../support/fixtures.ts'
import { contributorWithPendingImages } from '../support/pending-images.ts'
import { decideByClick, openReview } from '../support/review-page.ts'

test('nothing can be decided before the queue has loaded', async ({ page }) => {
  const maker = await contributorWithPendingImages(page, 'Slow')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/v1/images/review/lease/', async (route) => {
    await released
    await route.continue()
  })
  await openReview(page, maker.username)
  for (const name of ['Reject', 'Skip', 'Approve']) await expect(button(page, name)).toBeDisabled()
  release()
  await expect(page.getByRole('heading', { name: 'Slow' })).toBeVisible()
  await decideByClick(page, 'Approve')
  await expect(page.getByText('1 approved').first()).toBeVisible()
})

test('reports an empty queue and one that fails to load', async ({ page, expects }) => {
  expects.errors.push(/500/)
  await openReview(page, 'unknown-user')
  await expect(page.getByRole('heading', { name: 'Nothing of unknown-user’s waits for review.' })).toBeVisible()
  await expectAccessible(page)
  await page.route('**/api/v1/images/review/lease/', (route) => route.fulfill({ status: 500, json: {} }))
  await button(page, 'Look for new images').click()
  await expect(page.getByRole('heading', { name: 'Failed to load images.' })).toBeVisible()
  await page.unrouteAll()
  await button(page, 'Try again').click()
  await expect(page.getByRole('heading', { name: 'Nothing of unknown-user’s waits for review.' })).toBeVisible()
})
