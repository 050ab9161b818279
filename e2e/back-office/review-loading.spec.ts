import { aPng } from '../../server/test/png.ts'
import { button, expect, expectAccessible, test } from '../support/fixtures.ts'
import { holdRequests } from '../support/held-requests.ts'
import { contributorWithPendingImages, replaceFile } from '../support/pending-images.ts'
import { currentTitle, decide, holdPictures, openReview, passFiveSeconds, stageOf } from '../support/review-page.ts'

test('nothing is decided before the queue has loaded, nor a new file before it is drawn', async ({ page }) => {
  const maker = await contributorWithPendingImages(page, 'Replaced', 'Next')
  const queue = '**/api/v1/images/review/lease/'
  const answer = await holdRequests(page, queue)
  await openReview(page, maker.username)
  for (const name of ['Reject', 'Skip', 'Approve']) await expect(button(page, name)).toBeDisabled()
  answer()
  await expect(currentTitle(page)).toHaveText('Replaced')
  await expect(stageOf(page)).toHaveAttribute('aria-busy', 'false')
  await page.unroute(queue)
  const release = await holdPictures(page)
  await replaceFile(page, maker.session, maker.id('Replaced'), aPng({ seed: 9, width: 96, height: 64 }))
  await passFiveSeconds(page)
  await expect(page.getByRole('region', { name: 'About this image' })).toContainText('96 × 64')
  for (const key of ['a', 'x']) await page.keyboard.press(key)
  await expect(stageOf(page)).toHaveAttribute('aria-busy', 'true')
  await expect(currentTitle(page)).toHaveText('Replaced')
  release()
  await decide(page, 'a')
  await expect(currentTitle(page)).toHaveText('Next')
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
