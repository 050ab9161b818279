import { expect, test } from '../support/fixtures.ts'
import { takenDownPicture } from '../support/taken-down.ts'

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the page of a picture that was taken down says so, and leads to others', async ({ page, expects }) => {
    expects.errors.push(/410/)
    const { slug } = await takenDownPicture(page, 56, 'Gone lamp')
    expect((await page.goto(`/image/${slug}/`))?.status()).toBe(410)
    await expect(page.getByRole('heading', { name: 'This image was taken down.' })).toBeVisible()
    await expect(page.getByText('Someone reported it, and an admin decided that it may not stay.')).toBeVisible()
    await page.getByRole('link', { name: 'See all images' }).click()
    await expect(page).toHaveURL('/')
  })
})
