import type { Page } from '@playwright/test'
import { button, expect, test } from '../support/fixtures.ts'
import { contributorWithPendingImages } from '../support/pending-images.ts'
import {
  currentTitle,
  decide,
  expectStatuses,
  goToReview,
  historyOf,
  holdPictures,
  imageStatuses,
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

test('a decision is written after five seconds, or after three later ones', async ({ page }) => {
  const maker = await contributorWithPendingImages(page, 'One', 'Two', 'Three', 'Four', 'Five')
  await openReview(page, maker.username)
  await page.clock.pauseAt(Date.now() + 60_000)
  const approve = async (title: string) => {
    await expect(currentTitle(page)).toHaveText(title)
    await expect(async () => {
      await page.clock.runFor(200) // frames in which the picture is drawn, far from the five seconds
      await expect(stageOf(page)).toHaveAttribute('aria-busy', 'false', { timeout: 2_000 })
    }).toPass()
    await page.keyboard.press('a')
  }
  for (const title of ['One', 'Two', 'Three']) await approve(title)
  await expect(strip(page)).toContainText('Saving 3…')
  expect(Object.values(await imageStatuses(page, maker.session))).not.toContain('approved')
  await approve('Four')
  const soon = { One: 'approved', Two: 'pending', Four: 'pending' }
  await expect.poll(() => imageStatuses(page, maker.session)).toMatchObject(soon)
  await page.clock.runFor(5_000)
  await expectStatuses(page, maker.session, { Two: 'approved', Three: 'approved', Four: 'approved', Five: 'pending' })
  await expect(strip(page)).toContainText('Saved')
})

test('decisions wait for a connection, minutes long, and are sent when it is back', async ({ page, expects }) => {
  expects.errors.push(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
  const maker = await contributorWithPendingImages(page, 'One', 'Two', 'Three', 'Four')
  await openReview(page, maker.username)
  await expect(currentTitle(page)).toHaveText('One')
  await page.route('**/api/**', (route) => route.abort())
  for (const title of ['One', 'Two', 'Three']) {
    await expect(currentTitle(page)).toHaveText(title)
    await decide(page, 'a')
  }
  await page.clock.fastForward(60_000)
  await expect(strip(page)).toContainText('3 decisions wait for a connection')
  await button(page, 'Undo: Approved “Three”').click()
  await expect(strip(page)).toContainText('decisions wait for a connection')

  await page.unrouteAll()
  await page.clock.fastForward(6_000)
  await expect(strip(page)).toContainText('Saved')
  await expectStatuses(page, maker.session, { One: 'approved', Two: 'approved', Three: 'pending' })
  expect(await historyOf(page, maker.session, maker.id('Three'))).toEqual([])
})

test('decisions are sent when the page goes', async ({ page }) => {
  const maker = await contributorWithPendingImages(page, 'One', 'Two')
  await openReview(page, maker.username)
  await expect(currentTitle(page)).toHaveText('One')
  await decide(page, 'a')
  await page.goto('/robots.txt')
  await expect.poll(() => imageStatuses(page, maker.session)).toMatchObject({ One: 'approved' })
})

test('decisions outlive a tab that dies without a connection', async ({ page, context, expects }) => {
  expects.errors.push(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
  const maker = await contributorWithPendingImages(page, 'One', 'Two')
  const tab = await context.newPage()
  await openReview(tab, maker.username)
  await expect(currentTitle(tab)).toHaveText('One')
  await tab.route('**/api/**', (route) => route.abort())
  await decide(tab, 'a')
  await expect(currentTitle(tab)).toHaveText('Two')
  await passFiveSeconds(tab)
  await expect(strip(tab)).toContainText('1 decision waits for a connection')
  const browser = await context.newCDPSession(tab)
  await Promise.race([browser.send('Page.crash'), tab.waitForEvent('crash')])
  expect(await imageStatuses(page, maker.session)).toMatchObject({ One: 'pending' })

  await tab.close()
  await goToReview(page, maker.username)
  await expect(currentTitle(page)).toHaveText('Two')
  await expectStatuses(page, maker.session, { One: 'approved', Two: 'pending' })
  expect(await historyOf(page, maker.session, maker.id('One'))).toEqual(['approved'])
})
