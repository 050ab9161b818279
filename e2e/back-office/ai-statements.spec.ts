import { created, credentialsChunk, manifest } from '../../server/test/content-credentials.ts'
import { aPng } from '../../server/test/png.ts'
import { expect, expectAccessible, test } from '../support/fixtures.ts'
import { adminApi } from '../support/managed-images.ts'
import { openReview } from '../support/review-page.ts'
import { takeScreenshots } from '../support/screenshots.ts'
import { chooseFiles, file, openUploadPage, row } from '../support/upload-page.ts'

const seed = Math.floor(Math.random() * 1e9)
const name = `Gondola${seed}`

/** A picture whose Content Credentials say that AI made it. */
function statedPng(n: number) {
  const png = aPng({ seed: seed + n, width: 600 })
  const credentials = credentialsChunk(
    manifest([created('trainedAlgorithmicMedia')], { claim_generator_info: [{ name: 'Dream 2' }] }),
  )
  return Buffer.concat([png.subarray(0, 33), credentials, png.subarray(33)])
}

test('what contributor and file say of AI is chosen, reviewed, shown and filtered by', async ({ page, browser }) => {
  const { call, username } = await openUploadPage(page)
  await chooseFiles(page, [
    file(`${name} denied.png`, statedPng(1)),
    file(`${name} drawn.png`, aPng({ seed: seed + 2, width: 600 })),
  ])
  const all = page.getByRole('region', { name: 'Licence and origin of these images' })
  await expect(all.getByLabel('Made with AI')).toHaveValue('unknown')
  await all.getByLabel('Made with AI').selectOption('Made without AI')
  await takeScreenshots(page, 'ai-upload')
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
  await takeScreenshots(page, 'ai-review')

  const { images } = await call('GET', '/images/user/total/')
  const admin = await adminApi(page)
  await admin.approve(images.map(({ id }: { id: number }) => id))

  const visitorPage = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  const denied = images.find(({ title }: { title: string }) => title.endsWith('denied'))
  await visitorPage.goto(`/image/${denied.slug}/`)
  await visitorPage.getByText('Details', { exact: true }).click()
  await expect(visitorPage.getByText('Made without AI, says the contributor.')).toBeVisible()
  await expect(visitorPage.getByText('say it was made with AI (Dream 2). This is not verified.')).toBeVisible()
  await visitorPage.goto(`/?title=${name}`)
  await visitorPage.getByText('Filters').click()
  await visitorPage.getByText('More', { exact: true }).click()
  await visitorPage.getByRole('link', { name: 'Leave AI out' }).click()
  await expect(visitorPage).toHaveURL(/ai=exclude/)
  await expect(visitorPage.locator('.card')).toHaveCount(1)
  await expect(visitorPage.locator('.card')).toContainText('drawn')
  await visitorPage.context().close()

  await page.goto(`/image/${denied.slug}/`)
  await page.getByText('Details', { exact: true }).click()
  await expect(page.getByText('Made without AI, says the contributor.')).toBeVisible()
  await expectAccessible(page)
  await takeScreenshots(page, 'ai-image')
})
