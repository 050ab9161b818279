import { button, expect, expectAccessible, test } from '../support/fixtures.ts'
import { openAdminPage } from '../support/new-user.ts'
import { takenDownPicture } from '../support/taken-down.ts'

test('a picture that was taken down says so, and is reinstated with a sentence', async ({ page, expects }) => {
  expects.errors.push(/410/)
  const { title, slug, path, username } = await takenDownPicture(page, 'Late lamp')
  expect((await page.goto(`/image/${slug}/`))?.status()).toBe(410)
  await expect(page.getByRole('heading', { name: 'This image was taken down.' })).toBeVisible()
  await expect(page.getByText('Someone reported it, and an admin decided that it may not stay.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'See all images' })).toHaveAttribute('href', '/')
  await openAdminPage(page, `reports/?username=${username}&taken_down=1`)
  await expect(page.getByText('What was taken down, the latest first.')).toBeVisible()
  await button(page, `Reports about ${title}`).click()
  await page.keyboard.press('r')
  await expect(page.getByLabel('Why, for both sides')).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.type('The notice was withdrawn.')
  await page.getByRole('dialog').getByRole('button', { name: 'Reinstate' }).click()
  await expect(page.getByText(`Reinstated: ${title}`)).toBeVisible()
  await expect.poll(async () => (await page.request.get(`/api/v1/images/${slug}/`)).status()).toBe(200)
  await page.goto(path)
  await expect(page.getByText('The picture returns to the library.')).toBeVisible()
  await expect(page.getByText('The notice was withdrawn.')).toBeVisible()
})
