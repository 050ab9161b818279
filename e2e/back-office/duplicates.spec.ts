import sharp from 'sharp'
import { nextDrawing } from '../../server/test/drawings.ts'
import { expect, expectAccessible, people, test } from '../support/fixtures.ts'
import { contributorApi, contributorWithPictures } from '../support/managed-images.ts'
import { signInByApi } from '../support/new-user.ts'
import { ownPicture } from '../support/pictures.ts'
import { goToReview } from '../support/review-page.ts'
import { chooseFiles, expectDrafts, file, openOutcomes, outcomeOf } from '../support/upload-page.ts'

test('what the library has already is named beside the file, with a link to it', async ({ page }) => {
  const [lighthouse, boat, moon] = [await nextDrawing(), await nextDrawing(), await nextDrawing()]
  const pictures = [lighthouse, boat]
  const person = await contributorWithPictures(page, ['lighthouse', 'boat'], async (n) => pictures[n]!)
  await page.goto(`${person.dashboardPath}upload-images/`)
  const larger = sharp(boat).resize(300).extend({ top: 19, left: 38, background: '#0000' }).png()
  const copies = { bytes: lighthouse, larger, new: sharp(moon), mirrored: sharp(boat).flop() }
  const files = Object.entries(copies).map(async ([name, copy]) =>
    file(`${name}.png`, Buffer.isBuffer(copy) ? copy : await copy.toBuffer()),
  )
  await chooseFiles(page, await Promise.all(files))
  await expectDrafts(page, 3)
  await openOutcomes(page)
  await expect(outcomeOf(page, 'bytes.png')).toContainText(`You have this picture already: ${person.word} lighthouse`)
  await expect(outcomeOf(page, 'larger.png')).toContainText(`You already have the same picture: ${person.word} boat`)
  await expect(outcomeOf(page, 'mirrored.png')).toContainText('You already have the same drawing, mirrored:')
  await expect(outcomeOf(page, 'new.png')).toHaveCount(0)
  await expectAccessible(page)
  await outcomeOf(page, 'larger.png').getByRole('link').click()
  await expect(page.getByRole('dialog', { name: `Edit ${person.word} boat` })).toBeVisible()
})

test('review shows similar images of all contributors', { tag: '@slow' }, async ({ page, context }) => {
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
