import type { Page } from '@playwright/test'
import { button, expect, expectAccessible, test, undo } from '../support/fixtures.ts'
import { collection } from '../support/seed-data.ts'
import { chooseFiles, openUploadPage, ownImages, row, smallFiles } from '../support/upload-page.ts'

const dialog = (page: Page) => page.getByRole('dialog')

test('many pictures get a keyword in at most eight actions, are left out or cleared, with Undo', async ({ page }) => {
  const { session } = await openUploadPage(page)
  await chooseFiles(page, smallFiles(12))
  await expect(button(page, 'Upload 12 images')).toBeVisible()
  await expect(page.getByText('Looking at')).toBeHidden()
  let actions = 0
  const act = async (action: Promise<unknown>) => {
    actions++
    await action
  }
  await act(page.getByLabel('Select Small 4').click())
  await act(page.getByLabel('Select Small 9').click({ modifiers: ['Shift'] }))
  await act(button(page, 'Describe 6 selected').click())
  await act(dialog(page).getByLabel('Keywords').fill('autumn'))
  await act(button(page, 'Apply to all 6').click())
  await expect(page.getByText('Applied to 6 images.')).toBeVisible()
  expect(actions).toBeLessThanOrEqual(8)

  for (const name of ['small 4', 'small 9']) await expect(row(page, `${name}.png ·`)).toContainText('1 keyword')
  await expect(row(page, 'small 10.png ·')).toContainText('no keywords')
  await button(page, 'Leave out 6').click()
  await undo(page, '6 images were left out.').hover() // a toast stays under the pointer
  await expect(button(page, 'Upload 6 images')).toBeVisible()
  await undo(page, '6 images were left out.').click()
  await expect(button(page, 'Upload 12 images')).toBeVisible()

  await button(page, 'Edit Small 0').click()
  await page.getByLabel('Title').fill('small 1')
  await expect(page.getByText('Another image on this list has the same title.')).toHaveCount(2)
  await page.clock.install()
  await button(page, 'Clear list').click()
  await expect(page.getByText('12 images were left out.')).toBeVisible()
  await expect(page.getByText('Drop PNG files or folders here')).toBeVisible()
  await undo(page, '12 images were left out.').focus()
  await page.clock.runFor(8000) // a toast stays under the focus
  await expect(page.getByText('12 images were left out.')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(button(page, 'Upload 12 images')).toBeVisible()
  expect((await ownImages(page, session)).count).toBe(0)
})

test('keywords are suggested; keys select and leave out', async ({ page }) => {
  // The lists' chunks are fetched when the browser is idle; this page must not need their styles.
  await page.route('**/image-manager-page-*.css', (route) => route.fulfill({ contentType: 'text/css', body: '' }))
  await openUploadPage(page)
  await chooseFiles(page, smallFiles(2, 6))
  await button(page, 'Describe all 2').click()
  const field = dialog(page).getByLabel('Keywords')
  await field.fill(collection.slice(0, 4))
  await expect(dialog(page).locator(`datalist option[value="${collection}"]`)).toBeAttached()
  await field.fill('wood, leaf,')
  await button(page, 'Apply to all 2').click()
  await expect(row(page, 'small 7.png ·')).toContainText('2 keywords')

  await button(page, 'Describe all 2').click()
  await page.getByLabel('Remove', { exact: true }).check()
  await field.fill('Leaf')
  await button(page, 'Apply to all 2').click()
  await expect(row(page, 'small 7.png ·')).toContainText('1 keyword ')
  await button(page, 'Describe all 2').click()
  await field.fill('leaf,')
  await expectAccessible(page)
  await button(page, 'Apply to all 2').click()
  await expect(row(page, 'small 7.png ·')).toContainText('2 keywords')

  await chooseFiles(page, smallFiles(6))
  await expect(button(page, 'Upload 8 images')).toBeVisible()
  await row(page, 'small 0.png ·').focus()
  for (const key of ['ArrowDown', 'x', 'Shift+ArrowDown', 'Shift+ArrowDown']) await page.keyboard.press(key)
  await expect(page.getByText('3 selected', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByText('Select all')).toBeVisible()

  await page.keyboard.press('e')
  await page.getByLabel('Keywords').fill('leaf, tree,')
  await page.getByLabel('Keywords').press('Escape')
  await expect(row(page, 'small 0.png ·')).toContainText('no keywords')

  await row(page, 'small 3.png ·').focus()
  await page.keyboard.press('Control+a')
  await expect(page.getByText('8 selected', { exact: true })).toBeVisible()
  await page.keyboard.press('Delete')
  await undo(page, '8 images were left out.').click()
  await expect(button(page, 'Upload 8 images')).toBeVisible()

  // A range that began at a row which has left is its end only, and leaving out keeps the focus.
  await row(page, 'small 1.png ·').focus()
  for (const key of ['Escape', 'x', 'Delete']) await page.keyboard.press(key)
  await expect(button(page, 'Upload 7 images')).toBeVisible()
  await expect(row(page, 'small 2.png ·')).toBeFocused()
  await page.getByLabel('Select Small 4').click({ modifiers: ['Shift'] })
  await expect(page.getByText('1 selected', { exact: true })).toBeVisible()
  await row(page, 'small 5.png ·').focus()
  for (const key of ['Escape', 'Delete']) await page.keyboard.press(key)
  await expect(row(page, 'small 4.png ·')).toBeFocused()
})
