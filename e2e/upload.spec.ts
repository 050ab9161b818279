import { aPng } from '../server/test/png.ts'
import { expect, expectAccessible, people, signIn, test } from './site.ts'

test('sound files are taken and shown, the others are named with their reason', async ({ page }) => {
  await signIn(page, 'contributor')
  await page.getByRole('link', { name: 'Upload images' }).click()
  await expect(page).toHaveURL(`/contributor/${people.contributor.username}/upload-images/`)
  await page.locator('input[type=file]').setInputFiles([
    { name: 'paper_boat.png', mimeType: 'image/png', buffer: aPng({ seed: 5001 }) },
    { name: 'glass fish.png', mimeType: 'image/png', buffer: aPng({ seed: 5002 }) },
    { name: 'sly.png', mimeType: 'image/png', buffer: Buffer.from('GIF89a and so on') },
  ])
  await expect(page.getByText('2 uploaded')).toBeVisible()
  await expect(page.getByText('1 failed')).toBeVisible()
  await expect(page.getByText(/This is .*GIF.*Export the picture as PNG/)).toBeVisible()
  await expect(page.getByText('Paper boat')).toBeVisible()
  const thumbnail = page.locator('main li img').first()
  await expect.poll(() => thumbnail.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  await expectAccessible(page)
})

test('more than ten files go in batches, two at a time, and all arrive', async ({ page }) => {
  await signIn(page, 'contributor')
  await page.goto(`/contributor/${people.contributor.username}/upload-images/`)
  let [open, most] = [0, 0]
  page.on('request', (request) => {
    if (request.url().endsWith('/images/upload/')) most = Math.max(most, ++open)
  })
  page.on('requestfinished', (request) => {
    if (request.url().endsWith('/images/upload/')) open--
  })
  const files = Array.from({ length: 25 }, (_, i) => ({
    name: `batch ${i}.png`,
    mimeType: 'image/png',
    buffer: aPng({ seed: 6000 + i }),
  }))
  await page.locator('input[type=file]').setInputFiles(files)
  await expect(page.getByText(/Uploading \d+ of your photos, please wait\.\.\./)).toBeVisible()
  await expect(page.getByText('25 uploaded')).toBeVisible()
  expect(most).toBeLessThanOrEqual(2)
})
