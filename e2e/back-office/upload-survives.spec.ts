import type { Page } from '@playwright/test'
import { aPng } from '../../server/test/png.ts'
import { button, expect, expectAccessible, test } from '../support/fixtures.ts'
import { holdRequests } from '../support/held-requests.ts'
import { createSession, registerUser, storeSession } from '../support/new-user.ts'
import { storedRows } from '../support/stored-rows.ts'
import {
  chooseFiles,
  distinctColour,
  file,
  openUploadPage,
  ownImages,
  row,
  smallFiles,
  uploadUrl,
} from '../support/upload-page.ts'

test('a tab closed after one of 4 files goes on with the others and their words', async ({
  page,
  context,
  expects,
}) => {
  expects.errors.push(/ERR_FAILED/)
  const { session, dashboardPath } = await openUploadPage(page)
  await chooseFiles(page, smallFiles(1))
  await button(page, 'Upload 1 image').click()
  await expect(page.getByText('1 image was uploaded.')).toBeVisible()
  const breakOff = await holdRequests(page, uploadUrl, (route) => route.abort())
  await chooseFiles(page, smallFiles(3, 1))
  await button(page, 'Edit Small 3').click()
  await page.getByLabel('Title').fill('Third heaven')
  await button(page, 'Upload 3 images').click()
  await expect(page.getByText('Uploading 3 of your photos, please wait...')).toBeVisible()
  await expect.poll(() => storedCount(page)).toBe(3)
  await expect.poll(() => storedTitles(page)).toContain('Third heaven') // words are stored 150 ms after the last one
  // A request that is held back reaches the server when its page is closed.
  const failed = page.waitForEvent('requestfailed')
  breakOff()
  await failed
  await page.close()

  const next = await context.newPage()
  await next.goto(`${dashboardPath}upload-images/`)
  await expect(next.getByText('3 of 4 did not arrive. Go on?')).toBeVisible()
  await expect(row(next, 'Third heaven')).toBeVisible()
  await expect(button(next, '1 uploaded')).toBeVisible()
  await expectAccessible(next)
  await button(next, 'Go on').click()
  await expect(next.getByText('4 images were uploaded.')).toBeVisible()
  const { count, images } = await ownImages(next, session)
  expect(count).toBe(4)
  expect(images.map(({ title }) => title)).toContain('Third heaven')

  // Nothing stays behind once all have arrived.
  await expect.poll(() => storedCount(next)).toBe(0)
  await next.reload()
  await expect(next.getByText('Drop PNG files or folders here')).toBeVisible()
})

test('a list survives a session that ends, and no other account sees it', async ({ page, expects }) => {
  expects.errors.push(/401/)
  const { session, dashboardPath } = await openUploadPage(page)
  const other = await registerUser(page)
  const otherSession = await createSession(page, other)
  await chooseFiles(page, smallFiles(2))
  await expect.poll(() => storedCount(page)).toBe(2)
  await page.evaluate(() => {
    localStorage.removeItem('auth')
    dispatchEvent(new Event('storage'))
  })
  await expect(page).toHaveURL('/')

  await storeSession(page, otherSession)
  await page.goto(`${other.dashboardPath}upload-images/`)
  await expect(page.getByText('Drop PNG files or folders here')).toBeVisible()
  await storeSession(page, session)
  await page.goto(`${dashboardPath}upload-images/`)
  await expect(page.getByText('2 images from your last visit were not uploaded. Go on?')).toBeVisible()
  await button(page, 'Not now').click()
  await expect(button(page, 'Upload 2 images')).toBeVisible()
})

test('a browser without room says so and asks before the tab is closed', async ({ page }) => {
  await page.addInitScript(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('no room', 'QuotaExceededError')
    }
  })
  await openUploadPage(page)
  await chooseFiles(page, smallFiles(1))
  await expect(page.getByText('This browser has no room to keep the list.')).toBeVisible()
  const dialogOpened = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const warning = await dialogOpened
  expect(warning.type()).toBe('beforeunload')
  await warning.dismiss()
})

test('a quota is shown, stops the upload with one sentence, and Try again continues', async ({ page, expects }) => {
  expects.errors.push(/403/)
  const { call } = await openUploadPage(page)
  const quotas = page.getByRole('list', { name: 'Your quotas' })
  await expect(quotas).toContainText('0 of 500 images waiting for review')
  await expect(quotas).toContainText('0 of 6 MB')
  const large = (i: number) =>
    file(`large ${i}.png`, aPng({ colour: distinctColour(i), text: { Comment: `${i} ${'x'.repeat(900_000)}` } }))
  await chooseFiles(page, [0, 1, 2, 3, 4, 5, 6, 7].map(large))
  await page.getByRole('button', { name: 'Upload 8 images' }).click()
  const sentence = page.getByRole('alert').filter({ hasText: /^Your images take 5\.\d+ of 6 MB, which leaves too/ })
  await expect(sentence).toBeVisible() // six pictures are measured before
  await expect(page.getByRole('button', { name: '6 uploaded' })).toBeVisible()
  await expect(page.getByRole('button', { name: '0 failed' })).toBeVisible()
  await expect(quotas).toContainText(/5\.\d+ of 6 MB/)
  await expect(quotas).toContainText('6 of 2,500 uploads within an hour')
  await expectAccessible(page)

  const [image] = (await call('GET', '/images/user/total/')).images
  await call('DELETE', `/images/delete/${image.id}/`)
  await call('DELETE', '/images/deleted-all/')
  await expect.poll(async () => (await call('GET', '/images/upload/quota/')).bytes.used).toBeLessThan(5_000_000)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: '7 uploaded' })).toBeVisible()
  await expect(sentence).toBeVisible()
  await expect(row(page, 'large 7.png')).toBeVisible()
})

test('a toast can be used above a dialog that is opened after it', { tag: '@slow' }, async ({ page }) => {
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

/** The number of files whose bytes the browser keeps. */
const storedCount = async (page: Page) => (await storedRows(page, 'upload-list', 'files')).length
const storedTitles = async (page: Page) =>
  (await storedRows<{ edits: { title?: string } }>(page, 'upload-list', 'uploads')).map(({ edits }) => edits.title)
