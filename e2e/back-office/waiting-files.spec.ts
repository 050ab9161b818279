import type { Locator, Page } from '@playwright/test'
import { button, expect, expectAccessible, test } from '../support/fixtures.ts'
import { adminApi, contributorWithImages, sidePanel, tileOf } from '../support/managed-images.ts'
import { replaceFile } from '../support/pending-images.ts'
import { ownPicture } from '../support/pictures.ts'
import { currentTitle, decide, holdPictures, openReview, passFiveSeconds, stageOf } from '../support/review-page.ts'
import { chooseFiles, file, row } from '../support/upload-page.ts'

/** A contributor who has sent a new file for their public image, or has it at hand. */
async function contributorWithWaitingFile(page: Page, send = true) {
  const person = await contributorWithImages(page, 'heron in snow')
  const admin = await adminApi(page)
  await admin.approve(person.ids)
  const better = await ownPicture(96, 96)
  if (send) await replaceFile(page, person.session, person.ids[0]!, better)
  const title = `${person.word} heron in snow`
  return { ...person, better, title, slug: title.replaceAll(' ', '-') }
}

/** The pixels of the picture that visitors see on the page of an image. */
async function publicSize(page: Page, slug: string) {
  const response = await page.request.get(`/image/${slug}/`)
  expect(response.status()).toBe(200)
  const { image } = await (await page.request.get(`/api/v1/images/${slug}/`)).json()
  const file = await page.request.get(image.main_url)
  return [file.status(), image.width, image.height]
}

test('a new file for a public image waits in the panel beside it, and can be taken back', async ({ page }) => {
  const { slug, title, listPath, better } = await contributorWithWaitingFile(page, false)
  await page.goto(listPath('approved'))
  await tileOf(page, 'heron in snow').getByRole('link').click()
  await expect(sidePanel(page)).toContainText('Visitors see the public file until the new one is approved.')
  await sidePanel(page).getByLabel('Replace file').setInputFiles(file('better.png', better))
  await expect(page.getByText('New file sent. The public one stays until it is approved.')).toBeVisible()
  await expect(sidePanel(page).getByRole('img', { name: `New file of “${title}”` })).toBeVisible()
  await expect(sidePanel(page)).toContainText('New file waits for review')
  await expect(sidePanel(page)).toContainText('96 × 96')
  await expect(tileOf(page, 'heron in snow')).toContainText('Edit waiting')
  expect(await publicSize(page, slug)).toEqual([200, 40, 40])
  await page.goto(listPath('pending'))
  await expect(page.getByRole('heading', { name: 'Pending images: 0 · 1 edit' })).toBeVisible()
  await tileOf(page, 'heron in snow').getByRole('link').click()
  await button(page, 'Discard edit').click()
  await expect(page.getByText('Edit discarded.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Pending images: 0', exact: true })).toBeVisible()
  expect(await publicSize(page, slug)).toEqual([200, 40, 40])
})

test('review shows the public and the new file side by side, and approves the new one', async ({ page }) => {
  const { slug, title, username } = await contributorWithWaitingFile(page)
  await openReview(page, username)
  await expect(currentTitle(page)).toHaveText(title)
  const old = stageOf(page).getByRole('img', { name: 'Public now' })
  const added = stageOf(page).getByRole('img', { name: 'New file' })
  const facts = page.getByRole('region', { name: 'Edit waiting' })
  await expect(facts).toContainText('You decide about the new file alone')
  await expect(page.getByRole('region', { name: 'About this image' })).toContainText('96 × 96')
  const place = async (picture: Locator) => (await picture.boundingBox())!
  const [left, right] = [await place(old), await place(added)]
  expect([left.y, left.x + left.width <= right.x]).toEqual([right.y, true])
  await expectAccessible(page)

  await decide(page, 'f')
  await expect(page.getByRole('group', { name: 'Zoom' })).toHaveCount(1)
  await expect.poll(() => shownWidth(old)).toBeCloseTo(40, 0)
  await expect.poll(() => shownWidth(added)).toBeCloseTo(96, 0)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.keyboard.press('f')
  await expect.poll(async () => (await place(old)).y + (await place(old)).height).toBeLessThan((await place(added)).y)

  await decide(page, 'a')
  await expect.poll(() => publicSize(page, slug)).toEqual([200, 96, 96])
})

test('a new file that was sent again is decided only once it is drawn', { tag: '@slow' }, async ({ page }) => {
  const person = await contributorWithWaitingFile(page)
  await openReview(page, person.username)
  await expect(stageOf(page)).toHaveAttribute('aria-busy', 'false')
  const release = await holdPictures(page)
  const again = await ownPicture(80, 80)
  await replaceFile(page, person.session, person.ids[0]!, again)
  await passFiveSeconds(page)
  await expect(page.getByRole('region', { name: 'About this image' })).toContainText('80 × 80')
  await page.keyboard.press('a')
  await expect(stageOf(page)).toHaveAttribute('aria-busy', 'true')
  await expect(currentTitle(page)).toHaveText(person.title)
  release()
  await decide(page, 'a')
  await expect.poll(() => publicSize(page, person.slug)).toEqual([200, 80, 80])
})

test('a file that waits is not sent as a new image, and the upload page says where it waits', async ({ page }) => {
  const person = await contributorWithWaitingFile(page)
  await page.goto(`${person.dashboardPath}upload-images/`)
  await chooseFiles(page, [file('again.png', person.better)])
  await expect(row(page, 'again')).toContainText(`You already have the same file: ${person.title}, waiting for review`)
  await expect(row(page, 'again')).toContainText('It is not sent again.')
  await row(page, 'again').getByRole('link').click()
  await expect(sidePanel(page)).toContainText('New file waits for review')
})

/** CSS pixels that a picture is wide on the screen, without the room beside it. */
const shownWidth = (picture: Locator) =>
  picture.evaluate((element: HTMLImageElement) => {
    const { width, height } = element.getBoundingClientRect()
    return element.naturalWidth * Math.min(width / element.naturalWidth, height / element.naturalHeight)
  })
