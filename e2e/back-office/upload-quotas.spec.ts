import { aPng } from '../../server/test/png.ts'
import { expect, expectAccessible, test } from '../support/fixtures.ts'
import { chooseFiles, distinctColour, file, openUploadPage, row } from '../support/upload-page.ts'

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
