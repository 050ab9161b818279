import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { nextDrawing } from '../../server/test/drawings.ts'
import { button, expect, expectAccessible, people, test, undo } from '../support/fixtures.ts'
import { contributorApi, contributorWithPictures } from '../support/managed-images.ts'
import { signInByApi } from '../support/new-user.ts'
import { ownPicture } from '../support/pictures.ts'
import { goToReview } from '../support/review-page.ts'
import { chooseFiles, file, ownImages } from '../support/upload-page.ts'

const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: `${name}.png ·` })

test('images that are there already are left out, and their words go to those', async ({ page }) => {
  const [lighthouse, boat, moon] = [await nextDrawing(), await nextDrawing(), await nextDrawing()]
  const pictures = [lighthouse, boat]
  const person = await contributorWithPictures(page, ['lighthouse', 'boat'], async (n) => pictures[n]!)
  await page.goto(`${person.dashboardPath}upload-images/`)
  await chooseFiles(page, [file('bytes.png', lighthouse)])
  await expect(row(page, 'bytes')).toContainText('It is not sent again.')
  await expect(button(page, '1 you already have')).toBeVisible()
  await expect(button(page, /^Upload/)).toBeHidden()
  await page.getByRole('button', { name: 'Edit Bytes' }).click()
  await page.getByLabel('Keywords').fill('night, crescent,')
  await button(page, 'Done').click()
  const larger = sharp(boat).resize(300).extend({ top: 19, left: 38, background: '#0000' }).png()
  const copies = { larger, new: sharp(moon), 'new again': sharp(moon).resize(150), mirrored: sharp(boat).flop() }
  const files = Object.entries(copies).map(async ([name, copy]) => file(`${name}.png`, await copy.toBuffer()))
  await chooseFiles(page, await Promise.all(files))
  await expect(row(page, 'bytes')).toContainText(
    `You already have the same file: ${person.word} lighthouse, waiting for review`,
  )
  await expect(row(page, 'larger')).toContainText(`You already have the same picture: ${person.word} boat`)
  await expect(row(page, 'new again')).toContainText('The same picture as new.png on this list.')
  await expect(row(page, 'mirrored')).toContainText(`You already have the same drawing, mirrored: ${person.word} boat`)
  await expect(row(page, 'new')).not.toContainText('same')
  await button(page, 'Use these words for the one that is there').click()
  await expect(row(page, 'bytes')).toContainText('Your words were saved there.')
  const { images } = await ownImages(page, person.session)
  const there = images.find(({ title }) => title.endsWith('lighthouse'))
  expect(there?.keywords.map(({ name }) => name)).toEqual(['night', 'crescent'])
  const thumbnail = row(page, 'larger').getByRole('link').getByRole('presentation')
  await expect.poll(() => thumbnail.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)

  await row(page, 'larger').getByRole('link').click()
  await expect(page.getByRole('dialog', { name: `Edit ${person.word} boat` })).toBeVisible()
  await page.getByRole('link', { name: 'Upload', exact: true }).click()
  await button(page, '1 look-alike').click()
  await expect(page.getByRole('list', { name: 'Chosen images' }).getByRole('listitem')).toHaveCount(1)
  await button(page, 'Leave out 1 look-alike').click()
  await undo(page, '1 image was left out.').hover()
  await expect(button(page, 'Upload 3 images')).toBeVisible()
  await undo(page, '1 image was left out.').click()
  await expect(row(page, 'larger')).toContainText('You already have the same picture:')
  await expect(button(page, 'Upload 4 images')).toBeVisible()
})

test('review shows similar images of all contributors', async ({ page, context }) => {
  const picture = await ownPicture()
  const [first, second] = [await contributorApi(page), await contributorApi(page)]
  for (const { upload, username } of [first, second]) await upload([`${username} waves`], async () => picture)
  await signInByApi(page, people.admin)
  await goToReview(page, second.username)
  const similarImages = page.getByRole('region', { name: 'In the library already' })
  const link = similarImages.getByRole('link', { name: `${first.username} waves same file Pending @${first.username}` })
  await expect(link).toBeVisible()
  await expectAccessible(page)
  const [newTab] = await Promise.all([context.waitForEvent('page'), link.click()])
  await expect(newTab.getByRole('dialog', { name: `Edit ${first.username} waves` })).toBeVisible()
})
