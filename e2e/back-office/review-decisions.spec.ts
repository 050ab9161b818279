import type { Page, Route } from '@playwright/test'
import { aPng } from '../../server/test/png.ts'
import { button, expect, expectAccessible, expectQuestionBeforeClosing, test } from '../support/fixtures.ts'
import { holdRequests } from '../support/held-requests.ts'
import { contributorWithPendingImages, replaceFile } from '../support/pending-images.ts'
import {
  currentTitle,
  decide,
  expectStatuses,
  holdPictures,
  openReview,
  passFiveSeconds,
  stageOf,
} from '../support/review-page.ts'

const strip = (page: Page) => page.getByRole('region', { name: 'Queue' })

/** Presses of a key before the next frame is drawn. */
const pressFast = (page: Page, key: string, times: number) =>
  page.evaluate(
    async ([key, times]) => {
      for (let press = 0; press < times; press++) {
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
        await null // React renders after each event
      }
    },
    [key, times] as const,
  )

test('nothing is decided before the queue has loaded, and a picture once, when it is drawn', async ({ page }) => {
  const maker = await contributorWithPendingImages(page, 'Replaced', 'Next', 'Last')
  const queue = '**/api/v1/images/review/lease/'
  const answer = await holdRequests(page, queue)
  const releasePictures = await holdPictures(page)
  await openReview(page, maker.username)
  for (const name of ['Reject', 'Skip', 'Approve']) await expect(button(page, name)).toBeDisabled()
  answer()
  await expect(currentTitle(page)).toHaveText('Replaced')
  await page.unroute(queue)
  await pressFast(page, 'a', 4)
  await expect(currentTitle(page)).toHaveText('Replaced')
  await expect(strip(page)).toContainText('0 approved')
  releasePictures()
  await expect(stageOf(page)).toHaveAttribute('aria-busy', 'false')

  const release = await holdPictures(page)
  await replaceFile(page, maker.session, maker.id('Replaced'), aPng({ seed: 9, width: 96, height: 64 }))
  await passFiveSeconds(page)
  await expect(page.getByRole('region', { name: 'About this image' })).toContainText('96 × 64')
  for (const key of ['a', 'x']) await page.keyboard.press(key)
  await expect(stageOf(page)).toHaveAttribute('aria-busy', 'true')
  await expect(currentTitle(page)).toHaveText('Replaced')
  release()
  await expect(stageOf(page)).toHaveAttribute('aria-busy', 'false')
  await pressFast(page, 'a', 4)
  await expect(currentTitle(page)).toHaveText('Next')
  await expect(strip(page)).toContainText('1 approved')
})

test('decisions are sent one at a time, in their order, and an undo waits for its decision', async ({ page }) => {
  const maker = await contributorWithPendingImages(page, 'One', 'Two', 'Three')
  await openReview(page, maker.username)
  const sent: string[] = []
  page.on('request', (request) => request.method() !== 'GET' && sent.push(new URL(request.url()).pathname))
  const release = await holdRequests(page, '**/images/bulk-update/')
  for (const title of ['One', 'Two']) {
    await expect(currentTitle(page)).toHaveText(title)
    await decide(page, 'a')
  }
  await button(page, 'Undo: Approved “Two”').click()
  await expect(strip(page)).toContainText('Saving 3…')
  const decisions = () => sent.filter((path) => !path.endsWith('/lease/')).map((path) => path.replace(/\/\d+\//, '/#/'))
  await expect.poll(decisions).toEqual(['/api/v1/images/bulk-update/'])
  await expectQuestionBeforeClosing(page)
  release()
  await expect(strip(page)).toContainText('Saved')
  const [decision, undo] = ['/api/v1/images/bulk-update/', '/api/v1/images/decisions/#/undo/']
  expect(decisions()).toEqual([decision, decision, undo])
  await expectStatuses(page, maker.session, { One: 'approved', Two: 'pending', Three: 'pending' })
})

test('a decision whose answer was lost is made once, and its undo says what is true', async ({ page, expects }) => {
  expects.errors.push(/ERR_FAILED|409/)
  const maker = await contributorWithPendingImages(page, 'One', 'Two')
  await openReview(page, maker.username)
  let isLost = false
  const loseOnce = async (route: Route) => {
    if (isLost) return route.continue()
    isLost = true
    await route.fetch()
    await route.abort()
  }
  const release = await holdRequests(page, '**/images/bulk-update/', loseOnce)
  await decide(page, 'a')
  await expect(currentTitle(page)).toHaveText('Two')
  await page.keyboard.press('z')
  await expect(currentTitle(page)).toHaveText('One')
  release()
  await expect.poll(() => isLost).toBe(true)
  await passFiveSeconds(page)
  await expect(page.getByText('“One” has changed meanwhile. Approved by curator.')).toBeVisible()
  await expect(strip(page)).not.toContainText('Saved')
})

test('an undo that waits for a connection is sent, however long that takes', async ({ page, expects }) => {
  expects.errors.push(/ERR_FAILED/)
  const maker = await contributorWithPendingImages(page, 'One', 'Two')
  await openReview(page, maker.username)
  await decide(page, 'a')
  await expect(strip(page)).toContainText('Saved')
  await page.route('**/images/decisions/*/undo/', (route) => route.abort())
  await page.keyboard.press('z')
  await expect(strip(page)).toContainText('Saving')
  await page.clock.runFor(11_000)
  await page.unrouteAll()
  await page.clock.runFor(6_000)
  await expect(strip(page)).toContainText('Saved')
  await expectStatuses(page, maker.session, { One: 'pending', Two: 'pending' })
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

test('a picture with a fault is approved by a second press only, and stays where many are approved', async ({
  page,
}) => {
  const maker = await contributorWithPendingImages(page, 'One', 'Fake', 'Three')
  await openReview(page, maker.username)
  await expect(currentTitle(page)).toHaveText('One')
  await page.keyboard.press('g')
  await expect(page).toHaveURL(/\/pending-images\/\?username=/)
  await expect(page.locator('.list-of-images img')).toHaveCount(3)
  await button(page, 'All Select').click()
  await expectAccessible(page)
  await button(page, 'Approve 2 · 1 with faults stay').click()
  await expect(page.getByText('1 selected', { exact: true })).toBeVisible()
  await expectStatuses(page, maker.session, { One: 'approved', Fake: 'pending', Three: 'approved' })

  await openReview(page, maker.username)
  await decide(page, 'a')
  const warning = page.getByRole('alert').getByText('Approve once more to publish it all the same.')
  await expect(warning).toBeVisible()
  await expect(currentTitle(page)).toHaveText('Fake')
  await expectAccessible(page)
  await page.keyboard.press('ArrowRight') // to another picture, if there were one
  await expect(warning).toBeHidden()
  const now = Date.now()
  await page.clock.setFixedTime(now)
  for (let presses = 0; presses < 3; presses++) {
    await page.keyboard.press('a')
    await expect(warning).toBeVisible()
  }
  await page.clock.setFixedTime(now + 700)
  await page.keyboard.press('a')
  await expect(page.getByRole('heading', { name: /waits for review/ })).toBeVisible()
  await expectStatuses(page, maker.session, { Fake: 'approved' })
})
