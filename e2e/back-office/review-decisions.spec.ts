import type { Page } from '@playwright/test'
import { button, expect, test } from '../support/fixtures.ts'
import { holdRequests } from '../support/held-requests.ts'
import { contributorWithPendingImages } from '../support/pending-images.ts'
import {
  currentTitle,
  decide,
  expectStatuses,
  historyOf,
  holdPictures,
  imageStatuses,
  openReview,
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

test('four fast presses approve at most one image per drawn picture', async ({ page }) => {
  const maker = await contributorWithPendingImages(page, 'One', 'Two', 'Three', 'Four', 'Five')
  const releasePictures = await holdPictures(page)
  await openReview(page, maker.username)
  await expect(currentTitle(page)).toHaveText('One')
  await pressFast(page, 'a', 4)
  await expect(currentTitle(page)).toHaveText('One')
  await expect(strip(page)).toContainText('0 approved')

  releasePictures()
  await expect(stageOf(page)).toHaveAttribute('aria-busy', 'false')
  await pressFast(page, 'a', 4)
  await expect(currentTitle(page)).toHaveText('Two')
  await expect(strip(page)).toContainText('1 approved')
})

test('a decision takes effect at once, and can be undone without a trace for ten seconds', async ({ page }) => {
  const maker = await contributorWithPendingImages(page, 'One', 'Two')
  await openReview(page, maker.username)
  await expect(currentTitle(page)).toHaveText('One')
  await decide(page, 'a')
  await expect(strip(page)).toContainText('Saved')
  await expectStatuses(page, maker.session, { One: 'approved' })
  await button(page, 'Undo: Approved “One”').click()
  await expect(currentTitle(page)).toHaveText('One')
  await expectStatuses(page, maker.session, { One: 'pending', Two: 'pending' })
  expect(await historyOf(page, maker.session, maker.id('One'))).toEqual([])

  // At once, before its new version is known.
  await decide(page, 'a')
  await expectStatuses(page, maker.session, { One: 'approved', Two: 'pending' })
  await page.clock.runFor(11_000)
  await expect(button(page, 'Undo')).toBeDisabled()
  await page.keyboard.press('z')
  await expect(currentTitle(page)).toHaveText('Two')
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
  release()
  await expect(strip(page)).toContainText('Saved')
  const [decision, undo] = ['/api/v1/images/bulk-update/', '/api/v1/images/decisions/#/undo/']
  expect(decisions()).toEqual([decision, decision, undo])
  await expectStatuses(page, maker.session, { One: 'approved', Two: 'pending', Three: 'pending' })
})

test('without a connection nothing is decided, and the picture is shown again', async ({ page, expects }) => {
  expects.errors.push(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
  const maker = await contributorWithPendingImages(page, 'One', 'Two', 'Three')
  await openReview(page, maker.username)
  await expect(currentTitle(page)).toHaveText('One')
  await page.route('**/api/**', (route) => route.abort())
  await decide(page, 'a')
  await expect(page.getByText('“One” was not decided: The library did not answer.')).toBeVisible()
  await expect(currentTitle(page)).toHaveText('Two')
  await expect(strip(page)).toContainText('0 approved')
  expect(await imageStatuses(page, maker.session)).toMatchObject({ One: 'pending' })

  await page.unrouteAll()
  await decide(page, 'a')
  await expect(currentTitle(page)).toHaveText('One')
  await decide(page, 'a')
  await expectStatuses(page, maker.session, { One: 'approved', Two: 'approved', Three: 'pending' })
})
