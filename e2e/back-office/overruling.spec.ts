import type { Page } from '@playwright/test'
import { paintedCheckerboard } from '../../server/test/rgba-pictures.ts'
import { button, expect, expectAccessible, people, test, waitForHydration } from '../support/fixtures.ts'
import { adminApi } from '../support/managed-images.ts'
import { openAdminPage, signInByApi, storeSession } from '../support/new-user.ts'
import { contributorWithPendingImages } from '../support/pending-images.ts'
import { goToReview, stageOf } from '../support/review-page.ts'

/** A contributor with a painted checkerboard, the oldest, and a clean picture. */
async function contributorWithBoard(page: Page, title = 'Board') {
  const maker = await contributorWithPendingImages(page, 'Clean')
  // A file of its own: what is overruled stays so for the file.
  const [board] = await maker.upload([title], () => paintedCheckerboard(60 + 40 * Math.random()), 'Food')
  return { ...maker, board }
}

test('a reviewer sees what was found, filters by it, and overrules it by keyboard', async ({ page }) => {
  const maker = await contributorWithBoard(page)
  await signInByApi(page, people.admin)
  await goToReview(page, maker.username)
  const facts = page.getByRole('region', { name: 'About this image' })
  await expect(facts).toContainText(/clear, .* soft, nothing at fault/)
  await page.getByLabel('Findings', { exact: true }).selectOption('With faults')
  await expect(page).toHaveURL(/username=.*&finding=any/)
  await expect(facts.getByRole('heading')).toHaveText('Board')
  await expect(page.getByText('1 of 1', { exact: true })).toBeVisible()
  await expect(facts).not.toContainText('nothing at fault')
  const findings = page.getByRole('region', { name: 'Findings' })
  await expect(findings).toContainText('1 fault')
  await expect(findings).toContainText('Painted checkerboard. Squares of 16 px in #ffffff and #cccccc')
  const reason = button(page, 'Checkerboard')
  await expect(reason).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible(page)

  const marks = stageOf(page).getByRole('img', { name: /^Painted checkerboard\. Lines are drawn over its squares/ })
  for (const isShown of [true, false, true]) {
    await page.keyboard.press('m')
    await expect(marks).toBeVisible({ visible: isShown })
  }
  const picture = stageOf(page).getByRole('img', { name: 'Board', exact: true })
  expect(await marks.boundingBox()).toEqual(await picture.boundingBox())

  await page.keyboard.press('v')
  await expect(page.getByLabel('Why is it no fault?')).toBeFocused()
  await page.keyboard.type('A chess board.')
  await page.keyboard.press('Enter')
  await expect(findings).toContainText(`Overruled by @${people.admin.username}: A chess board.`)
  await expect(facts).toContainText('nothing at fault')
  await expect(reason).toHaveAttribute('aria-pressed', 'false')
  const reinstate = findings.getByRole('button', { name: 'Reinstate: Painted checkerboard' })
  await expect(reinstate).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(reason).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('x')
  await expect(page.getByRole('heading', { name: 'Nothing with these findings waits for review.' })).toBeVisible()
})

test('the owner reads what was found, and why it was overruled', { tag: '@slow' }, async ({ page }) => {
  const maker = await contributorWithBoard(page)
  const { call } = await adminApi(page)
  await storeSession(page, maker.session)
  await page.goto(`${maker.listPath('total')}?finding=painted_checkerboard`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/: 1$/)
  await expect(button(page, 'Remove the filter Findings: Painted checkerboard')).toBeVisible()
  const tile = page.getByRole('listitem').filter({ hasText: 'Board' })
  await expect(tile).toContainText('1 fault')
  await tile.getByRole('link').click()
  const panel = page.getByRole('dialog', { name: 'Edit Board' })
  await expect(panel).toContainText('Painted checkerboard. Squares of 16 px in #ffffff and #cccccc')
  await expect(panel.getByRole('button', { name: /^Overrule/ })).toBeHidden()
  await call('PUT', `/images/${maker.board}/findings/painted_checkerboard/`, { reason: 'A chess board.' })
  await page.goto(maker.listPath('total'))
  await expect(tile).not.toContainText('fault')
  await tile.getByRole('link').click()
  await expect(panel).toContainText('Overruled by an admin: A chess board.')
})

test('an admin overrules a fault; neither Enter nor Escape reaches the panel', { tag: '@slow' }, async ({ page }) => {
  const maker = await contributorWithBoard(page, 'Parquet')
  await openAdminPage(page, 'pending-images/?title=parquet&finding=any')
  await waitForHydration(page)
  await page.getByRole('link', { name: 'Parquet' }).first().click()
  const panel = page.getByRole('dialog', { name: 'Edit Parquet' })
  await expect(panel).toContainText(maker.username)
  await panel.getByRole('button', { name: 'Overrule: Painted checkerboard' }).click()
  await expect(panel.getByLabel('Why is it no fault?')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(panel.getByRole('button', { name: 'Overrule: Painted checkerboard' })).toBeFocused()
  await page.keyboard.press('Enter')
  await panel.getByLabel('Why is it no fault?').fill('A floor.')
  await panel.getByRole('button', { name: 'Save', exact: true }).first().click()
  await expect(page.getByText('Finding overruled.')).toBeVisible()
})
