import type { Page } from '@playwright/test'
import { created, credentialsChunk, manifest } from '../../server/test/content-credentials.ts'
import { aPng } from '../../server/test/png.ts'
import { button, expect, expectAccessible, openPage, test } from '../support/fixtures.ts'
import { adminApi, type Json, sidePanel, tileOf } from '../support/managed-images.ts'
import { contributorWithPendingImages } from '../support/pending-images.ts'
import { openReview } from '../support/review-page.ts'
import { chooseFiles, expectDrafts, file, openUploadPage } from '../support/upload-page.ts'

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
  await expectDrafts(page, 2)
  await expect(page.getByText('By submitting you state:')).toBeVisible()
  await button(page, 'Change').click()
  const all = page.getByRole('dialog', { name: 'Licence and origin' })
  await expect(all.getByLabel('Licence')).toHaveValue('library')
  await all.getByLabel('Licence').selectOption('CC BY 4.0: free for commercial use, with credit')
  await all.getByLabel('Whom to credit').fill('Studio Kite')
  await expectAccessible(page)
  await button(page, 'Apply to 2').click()
  await expect(page.getByText('Bulk update successful! 2 images.')).toBeVisible()

  await tileOf(page, 'Rope').getByRole('link').click()
  await expect(sidePanel(page).getByLabel('Licence')).toHaveValue('cc-by-4.0')
  await sidePanel(page).getByLabel('Licence').selectOption('cc0')
  await sidePanel(page).getByLabel('Credit').fill('')
  await page.keyboard.press('Control+Enter')
  await button(page, 'Submit 2').click()
  await expect(page.getByText('2 images submitted.')).toBeVisible()
  const { images } = await call('GET', '/images/user/total/')
  expect(images.map(({ title, licence, credit }: Json) => [title, licence, credit]).sort()).toEqual([
    ['Kite', 'cc-by-4.0', 'Studio Kite'],
    ['Rope', 'cc0', ''],
  ])

  await page.reload()
  await chooseFiles(page, [file('balloon.png', png(3))])
  await expectDrafts(page, 1)
  await expect(page.getByText('CC BY 4.0 · by Studio Kite')).toBeVisible()
  const balloon = async () => (await call('GET', '/images/user/draft/')).images[0]
  expect(await balloon()).toMatchObject({ licence: 'cc-by-4.0', credit: 'Studio Kite' })
  await button(page, 'Change').click()
  await all.getByLabel('Whom to credit').fill('')
  await button(page, 'Apply to 1').click()
  await expect(page.getByText('Bulk update successful! 1 image.')).toBeVisible()
  expect(await balloon()).toMatchObject({ licence: 'cc-by-4.0', credit: '' })
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
  const claim = { claim_generator_info: [{ name: 'Dream 2' }] }
  const credentials = credentialsChunk(manifest([created('trainedAlgorithmicMedia')], claim))
  return aPng({ seed: seed + n, width: 600, chunks: [credentials] })
}

test('what people and files say of AI is chosen, reviewed, shown, filtered by', { tag: '@slow' }, async ({ page }) => {
  const { call, username } = await openUploadPage(page)
  await chooseFiles(page, [
    file(`${name} denied.png`, statedPng(1)),
    file(`${name} drawn.png`, aPng({ seed: seed + 2, width: 600 })),
  ])
  await expectDrafts(page, 2)
  await button(page, 'Change').click()
  const madeWithAi = page.getByRole('dialog').getByLabel('Made with AI')
  await expect(madeWithAi).toHaveValue('unknown')
  await madeWithAi.selectOption('Made without AI')
  await button(page, 'Apply to 2').click()
  await expect(page.getByText('Bulk update successful! 2 images.')).toBeVisible()
  await button(page, 'Submit 2').click()
  await expect(page.getByText('2 images submitted.')).toBeVisible()

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
