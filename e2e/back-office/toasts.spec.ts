import { button, expect, expectAccessible, test } from '../support/fixtures.ts'
import { chooseFiles, openUploadPage, smallFiles } from '../support/upload-page.ts'

test('a toast lies above a dialog that is opened after it, and can be used there', { tag: '@slow' }, async ({
  page,
}) => {
  await openUploadPage(page)
  await chooseFiles(page, smallFiles(3))
  await button(page, 'Remove Small 0 from the list').click()
  await expect(page.getByText('1 image was left out.')).toBeVisible()
  await button(page, 'Describe all 2').click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await button(page, 'Undo').hover() // a toast stays under the pointer, however long the check takes
  await expectAccessible(page)
  await button(page, 'Undo').click()
  await page.keyboard.press('Escape')
  await expect(button(page, 'Upload 3 images')).toBeVisible()
})

test('files that are dropped on another page are led to the upload page', async ({ page }) => {
  const { dashboardPath } = await openUploadPage(page)
  await page.getByRole('link', { name: /^Pending images/ }).click()
  await expect(page.getByRole('heading', { name: 'Pending images: 0' })).toBeVisible()
  const isTaken = await page.getByRole('main').evaluate(
    (main, bytes) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([new Uint8Array(bytes)], 'dropped.png', { type: 'image/png' }))
      dataTransfer.items.add(new File(['words'], 'notes.txt', { type: 'text/plain' }))
      const event = (type: string) => new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true })
      return !main.dispatchEvent(event('dragover')) && !main.dispatchEvent(event('drop'))
    },
    [...smallFiles(1)[0]!.buffer],
  )
  expect(isTaken).toBe(true)
  await expect(page).toHaveURL(`${dashboardPath}upload-images/`)
  await expect(button(page, 'Upload 1 image')).toBeVisible()
  await expect(page.getByText('1 file was left out: only PNG images are taken.')).toBeVisible()
})
