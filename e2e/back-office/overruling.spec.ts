import type { Page } from '@playwright/test'
import { paintedCheckerboard } from '../../server/test/painted-checkerboard.ts'
import { button, expect, expectAccessible, people, test, waitForHydration } from '../support/fixtures.ts'
import { authHeaders, createSession, signInByApi, storeSession } from '../support/new-user.ts'
import { contributorWithPendingImages } from '../support/pending-images.ts'

const reviewer = people.admin

/** A contributor with a painted checkerboard, the oldest, and a clean picture. */
async function contributorWithBoard(page: Page, title = 'Board') {
  const maker = await contributorWithPendingImages(page, 'Clean')
  const form = new FormData()
  // A file of its own: what is overruled stays so for the file.
  const png = await paintedCheckerboard(60 + 40 * Math.random())
  form.append('images', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'board.png')
  form.append('title', title)
  form.append('keywords', 'board')
  form.append('category', 'Food')
  const headers = authHeaders(maker.session)
  expect((await page.request.post('/api/v1/images/upload/', { multipart: form, headers })).status()).toBe(201)
  return maker
}

test('a reviewer sees what was found, filters by it, and overrules it by keyboard', async ({ page }) => {
  const maker = await contributorWithBoard(page)
  await signInByApi(page, reviewer)
  await page.goto(`/admin/${people.admin.username}/review/?username=${maker.username}`)
  await waitForHydration(page)
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

  await page.keyboard.press('m')
  const dialog = page.getByRole('dialog', { name: 'What was found in Board' })
  await expect(dialog.getByRole('img', { name: /^Painted checkerboard/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  // The dialog leaves the page a moment after it closes, and keys in it are not those of the page.
  await expect(page.locator('dialog :focus, dialog:focus')).toHaveCount(0)

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

test('the owner filters by findings and reads the same words, and why one was overruled', async ({ page }) => {
  const maker = await contributorWithBoard(page)
  const admin = await createSession(page, reviewer)
  await storeSession(page, maker.session)
  const list = `/contributor/${maker.username}/total-images/`
  await page.goto(list)
  await waitForHydration(page)
  await page.getByText('Filter', { exact: true }).click()
  const findings = page.getByLabel('Findings', { exact: true })
  await findings.selectOption('Painted checkerboard')
  // What the menu's keys do is loaded when it is first used.
  await expect(async () => {
    await page.keyboard.press('Escape')
    await expect(findings).toBeHidden({ timeout: 500 })
  }).toPass()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/: 1$/)
  await expect(page).toHaveURL(/finding=painted_checkerboard/)
  const tile = page.getByRole('listitem').filter({ hasText: 'Board' })
  await expect(tile).toContainText('1 fault')
  await tile.getByRole('link').click()
  const panel = page.getByRole('dialog', { name: 'Edit Board' })
  await expect(panel).toContainText('Painted checkerboard. Squares of 16 px in #ffffff and #cccccc')
  await expect(panel.getByRole('button', { name: /^Overrule/ })).toBeHidden()
  await panel.getByRole('button', { name: 'Show me what was found in Board' }).click()
  await expect(page.getByRole('dialog', { name: 'What was found in Board' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toBeVisible()

  const own = await page.request.get('/api/v1/images/user/total/', { headers: authHeaders(maker.session) })
  const { id } = (await own.json()).images.find(({ title }: { title: string }) => title === 'Board')
  const url = `/api/v1/images/${id}/findings/painted_checkerboard/`
  const data = { reason: 'A chess board.' }
  expect((await page.request.put(url, { data, headers: authHeaders(admin) })).status()).toBe(200)
  await page.goto(list)
  await expect(tile).not.toContainText('fault')
  await tile.getByRole('link').click()
  await expect(panel).toContainText('Overruled by an admin: A chess board.')
})

test('an admin overrules a fault in the side panel, and neither Enter nor Escape reaches the panel', async ({
  page,
}) => {
  const maker = await contributorWithBoard(page, 'Parquet')
  await signInByApi(page, reviewer)
  await page.goto(`/admin/${people.admin.username}/pending-images/?title=parquet&finding=any`)
  await waitForHydration(page)
  await page.getByRole('link', { name: 'Parquet' }).first().click()
  const panel = page.getByRole('dialog', { name: 'Edit Parquet' })
  await expect(panel).toContainText(maker.username)
  await panel.getByRole('button', { name: 'Overrule: Painted checkerboard' }).click()
  await page.keyboard.press('Escape')
  await expect(panel.getByRole('button', { name: 'Overrule: Painted checkerboard' })).toBeFocused()
  await page.keyboard.press('Enter')
  await panel.getByLabel('Why is it no fault?').fill('A floor.')
  await panel.getByRole('button', { name: 'Save', exact: true }).first().click()
  await expect(page.getByText('Finding overruled.')).toBeVisible()
})
