import type { Page } from '@playwright/test'
import { created, credentialsChunk, manifest } from '../../server/test/content-credentials.ts'
import { aPng } from '../../server/test/png.ts'
import { expect, expectAccessible, openPage, test } from '../support/fixtures.ts'
import { adminApi, type Json } from '../support/managed-images.ts'
import { contributorWithPendingImages } from '../support/pending-images.ts'
import { openReview } from '../support/review-page.ts'
import { chooseFiles, file, openUploadPage, row } from '../support/upload-page.ts'

const seed = Math.floor(Math.random() * 1e9)

test('new terms are agreed to once; licence and credit are chosen for all or one, and kept', async ({ page }) => {
  const agreed = { done: false }
  await page.route('**/api/v1/accounts/user/profile/', async (route) => {
    const response = await route.fetch()
    const [profile] = await response.json()
    await route.fulfill({ response, json: [agreed.done ? profile : { ...profile, terms_version: 1 }] })
  })
  const { call } = await openUploadPage(page)
  const notice = page.getByRole('status').filter({ hasText: 'Our terms have changed' })
  await expect(notice).toContainText('You now choose the licence of each picture')
  await expectAccessible(page)
  agreed.done = true
  await notice.getByRole('button', { name: 'I agree' }).click()
  await expect(page.getByText('Thank you. You can upload now.')).toBeVisible()
  await expect(notice).toHaveCount(0)

  const png = (n: number) => aPng({ seed: seed + n, width: 600 })
  await chooseFiles(page, [file('kite.png', png(1)), file('rope.png', png(2))])
  const all = page.getByRole('region', { name: 'Licence and origin of these images' })
  await expect(all).toContainText('By uploading you state:')
  await expect(all.getByLabel('Licence')).toHaveValue('library')
  await all.getByLabel('Licence').selectOption('CC BY 4.0: free for commercial use, with credit')
  await all.getByLabel('Whom to credit').fill('Studio Kite')

  await page.getByRole('button', { name: 'Edit Rope' }).click()
  const form = page.locator('.upload-row form')
  await expect(form.getByLabel('Licence')).toHaveValue('cc-by-4.0')
  await form.getByLabel('Licence').selectOption('cc0')
  await form.getByLabel('Credit').fill('')
  await page.getByRole('button', { name: 'Done' }).click()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Upload 2 images' }).click()
  await expect(row(page, 'Rope')).toContainText('waiting for review')
  const { images } = await call('GET', '/images/user/total/')
  expect(images.map(({ title, licence, credit }: Json) => [title, licence, credit]).sort()).toEqual([
    ['Kite', 'cc-by-4.0', 'Studio Kite'],
    ['Rope', 'cc0', ''],
  ])

  await page.reload()
  await chooseFiles(page, [file('balloon.png', png(3))])
  await expect(all.getByLabel('Licence')).toHaveValue('cc-by-4.0')
  await expect(all.getByLabel('Whom to credit')).toHaveValue('Studio Kite')
})

/** A public picture under CC BY, and the address of its page. */
async function publicPicture(page: Page): Promise<string> {
  const maker = await contributorWithPendingImages(page, 'Credited kite')
  const { call } = await adminApi(page)
  const approval = { licence: 'cc-by-4.0', credit: 'Studio Kite', status: 'approved' }
  await call('PUT', `/images/update/${maker.id('Credited kite')}/`, approval)
  return `/image/${(await maker.call('GET', '/images/user/total/')).images[0].slug}/`
}

test('the page of a picture under CC BY credits it, by a click too, and in copied HTML', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const address = await publicPicture(page)
  await openPage(page, address)
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await expect(page.getByText('“Credited kite” by Studio Kite, CC BY 4.0')).toBeVisible()
  await page.getByRole('button', { name: 'Copy credit' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Credit copied' })).toBeAttached()
  const credit = await copied()
  expect(credit).toMatch(/^“Credited kite” by Studio Kite \(http/)
  expect(credit).toContain(`${address}), CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/)`)
  await page.getByText('Copy…').click()
  await page.getByRole('button', { name: 'HTML' }).click()
  await expect(page.getByText('HTML copied')).toBeAttached()
  expect(await copied()).toContain(
    'by Studio Kite, <a href="https://creativecommons.org/licenses/by/4.0/" rel="license">',
  )
  const [data] = await page.locator('script[type="application/ld+json"]').allTextContents()
  expect(JSON.parse(data!)).toMatchObject({
    license: 'https://creativecommons.org/licenses/by/4.0/',
    creditText: 'Studio Kite',
    copyrightNotice: 'Studio Kite. CC BY 4.0: free for commercial use, with credit',
  })
})

const name = `Gondola${seed}`

/** A picture whose Content Credentials say that AI made it. */
function statedPng(n: number) {
  const png = aPng({ seed: seed + n, width: 600 })
  const credentials = credentialsChunk(
    manifest([created('trainedAlgorithmicMedia')], { claim_generator_info: [{ name: 'Dream 2' }] }),
  )
  return Buffer.concat([png.subarray(0, 33), credentials, png.subarray(33)])
}

test('what contributor and file say of AI is chosen, reviewed, shown and filtered by', async ({ page }) => {
  const { call, username } = await openUploadPage(page)
  await chooseFiles(page, [
    file(`${name} denied.png`, statedPng(1)),
    file(`${name} drawn.png`, aPng({ seed: seed + 2, width: 600 })),
  ])
  const all = page.getByRole('region', { name: 'Licence and origin of these images' })
  await expect(all.getByLabel('Made with AI')).toHaveValue('unknown')
  await all.getByLabel('Made with AI').selectOption('Made without AI')
  // The bar with the button moves when the files have been looked at.
  await expect(page.getByText('Nothing is sent before you press Upload.')).toBeVisible()
  await page.getByRole('button', { name: 'Upload 2 images' }).click()
  await expect(row(page, `${name} drawn`)).toContainText('waiting for review')

  await page.goto(`/contributor/${username}/total-images/?ai=contradicted`)
  await expect(page.getByText(`${name} denied`).first()).toBeVisible()
  await expect(page.getByText(`${name} drawn`)).toHaveCount(0)

  await openReview(page, username)
  await expect(page.getByText('say it was made with AI (Dream 2). This is not verified.')).toBeVisible()
  await expect(page.getByText('The contributor says that it was made without AI.')).toBeVisible()
  await expectAccessible(page)

  const { images } = await call('GET', '/images/user/total/')
  const admin = await adminApi(page)
  await admin.approve(images.map(({ id }: { id: number }) => id))

  const denied = images.find(({ title }: { title: string }) => title.endsWith('denied'))
  await page.goto(`/image/${denied.slug}/`)
  await page.getByText('Details', { exact: true }).click()
  await expect(page.getByText('Made without AI, says the contributor.')).toBeVisible()
  await expect(page.getByText('say it was made with AI (Dream 2). This is not verified.')).toBeVisible()
  await expectAccessible(page)
  await openPage(page, `/?title=${name}`)
  await page.getByText('Filters').click()
  await page.getByText('More', { exact: true }).click()
  await page.getByRole('link', { name: 'Leave AI out' }).click()
  await expect(page).toHaveURL(/ai=exclude/)
  await expect(page.getByText('1 image', { exact: true })).toBeVisible()
  await expect(page.locator('.card').first()).toContainText('drawn')
})
