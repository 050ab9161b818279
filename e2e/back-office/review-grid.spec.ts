import { aPng } from '../../server/test/png.ts'
import { button, expect, expectAccessible, test } from '../support/fixtures.ts'
import { contributorWithPendingImages, replaceFile } from '../support/pending-images.ts'
import {
  currentTitle,
  expectStatuses,
  historyOf,
  holdPictures,
  openReview,
  passFiveSeconds,
} from '../support/review-page.ts'

test('a grid approves all but what is left out, which is then reviewed on its own, in order', async ({ page }) => {
  const maker = await contributorWithPendingImages(page, 'One', 'Two', 'Three', 'Opaque', 'Five')
  await openReview(page, maker.username)
  await expect(currentTitle(page)).toHaveText('One')
  await page.keyboard.press('g')
  const tiles = page.getByRole('list', { name: 'Images to approve together' }).getByRole('button')
  await expect(tiles).toHaveCount(5)
  await expect(tiles.nth(3)).toContainText('Not transparent')
  await expect(button(page, 'Approve 5 of 5')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 720 })
  expect(await tiles.evaluateAll((all) => all.filter(({ tabIndex }) => tabIndex === 0).length)).toBe(1)

  await expect(tiles.first()).toBeFocused()
  for (const key of ['x', 'ArrowRight', 'ArrowRight', ' ']) await page.keyboard.press(key)
  await expect(tiles.nth(2)).toHaveAttribute('aria-pressed', 'true')
  await tiles.nth(3).click()
  await tiles.nth(3).click()
  await page.keyboard.press('Enter')
  await expect(currentTitle(page)).toHaveText('One')
  await expect(page.getByText('3 approved').first()).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(currentTitle(page)).toHaveText('Three')
  await expectStatuses(page, maker.session, {
    One: 'pending',
    Two: 'approved',
    Three: 'pending',
    Opaque: 'approved',
    Five: 'approved',
  })
})

test('an undone grid leaves no trace', async ({ page }) => {
  const maker = await contributorWithPendingImages(page, 'One', 'Two', 'Three', 'Four', 'Five', 'Six')
  await openReview(page, maker.username)
  await button(page, 'Grid').click()
  await button(page, 'Approve 6 of 6').click()
  // Until the queue is known to be empty the grid stays, also after an undo.
  await expect(button(page, 'Look for new images')).toBeVisible()
  await button(page, 'Undo: Approved 6 images').click()
  await expect(page.getByText('0 approved').first()).toBeVisible()
  await expect(currentTitle(page)).toHaveText('One')
  await expectStatuses(page, maker.session, { One: 'pending', Six: 'pending' })
  expect(await historyOf(page, maker.session, maker.id('Six'))).toEqual([])
})

test('only pictures that were in sight can be approved', async ({ page }) => {
  const titles = Array.from({ length: 10 }, (_, n) => `No ${n + 1}`)
  const maker = await contributorWithPendingImages(page, ...titles)
  await page.setViewportSize({ width: 360, height: 560 })
  await openReview(page, maker.username)
  await button(page, 'Grid').click()
  await expect(button(page, /^Approve [1-9]\d? of 10$/)).toBeVisible()
  await expect(page.getByText(/\d are not seen yet/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Leave out No 1,' })).toHaveAttribute('aria-busy', 'false')
  await button(page, /^Approve \d of 10$/).click()
  await expect(button(page, /^Approve \d of \d$/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Leave out No 10,' })).toBeVisible()
  await expectStatuses(page, maker.session, { 'No 1': 'approved', 'No 10': 'pending' })
})

test('a file that replaces one in the grid is approved only once it is drawn', { tag: '@slow' }, async ({ page }) => {
  const maker = await contributorWithPendingImages(page, 'One', 'Two')
  await openReview(page, maker.username)
  await expect(currentTitle(page)).toHaveText('One')
  await page.keyboard.press('g')
  await expect(button(page, 'Approve 2 of 2')).toBeVisible()
  const release = await holdPictures(page)
  await replaceFile(page, maker.session, maker.id('One'), aPng({ seed: 9, width: 96, height: 64 }))
  await passFiveSeconds(page)
  const tile = page.getByRole('button', { name: 'Leave out One,' })
  await expect(tile.locator('img')).toHaveAttribute('width', '96')
  await expect(tile).toHaveAttribute('aria-busy', 'true')
  await expect(tile).toBeFocused()
  await expect(button(page, 'Approve 1 of 2')).toBeVisible()
  release()
  await expect(button(page, 'Approve 2 of 2')).toBeVisible()
})
