import { expect, expectAccessible, people, test } from '../support/fixtures.ts'
import { signInByApi } from '../support/new-user.ts'
import { passUndoTime, takenDownPicture } from '../support/taken-down.ts'

test('a picture that was taken down says so, and is brought back with a sentence that its contributor reads', async ({
  page,
  expects,
}) => {
  expects.errors.push(/410/)
  const { decision, title, slug, path, username } = await takenDownPicture(page, 'Late lamp')
  expect((await page.goto(`/image/${slug}/`))?.status()).toBe(410)
  await expect(page.getByRole('heading', { name: 'This image was taken down.' })).toBeVisible()
  await expect(page.getByText('Someone reported it, and an admin decided that it may not stay.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'See all images' })).toHaveAttribute('href', '/')
  await passUndoTime(decision)
  await signInByApi(page, people.admin)
  await page.goto(`/admin/${people.admin.username}/reports/?username=${username}`)
  const takenDown = page.getByRole('region', { name: 'Latest take-downs' })
  await takenDown.getByRole('button', { name: `Bring “${title}” back` }).click()
  await expect(page.getByLabel('Why it returns, for both sides')).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.type('The notice was withdrawn.')
  await page.getByRole('dialog').getByRole('button', { name: 'Bring back' }).click()
  await expect(page.getByText(`Brought back: ${title}`)).toBeVisible()
  await expect(takenDown.getByRole('button', { name: `Bring “${title}” back` })).toHaveCount(0)
  await expect.poll(async () => (await page.request.get(`/api/v1/images/${slug}/`)).status()).toBe(200)
  await page.goto(path)
  await expect(page.getByText('The picture returns to the library.')).toBeVisible()
  await expect(page.getByText('The notice was withdrawn.')).toBeVisible()
})
