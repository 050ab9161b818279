import { drawing } from '../../server/test/drawings.ts'
import { expect, expectAccessible, test } from '../support/fixtures.ts'
import { adminApi } from '../support/managed-images.ts'
import { openAdminPage, storeSession } from '../support/new-user.ts'
import { chooseFiles, file, openUploadPage } from '../support/upload-page.ts'

test('a level is shown in words, set by an admin, and lets an upload go live', { tag: '@slow' }, async ({ page }) => {
  const maker = await openUploadPage(page)
  await page.goto(maker.dashboardPath)
  const level = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Your level' }) })
  await expect(level).toContainText('New: at most 500 images may wait for review at a time.')
  await expect(level).toContainText('The next level, known, needs 10 approved pictures, at least 70 % of the last 100')
  await expect(level).toContainText('So far: no decisions, joined today.')
  await expectAccessible(page)

  await openAdminPage(page, `users/${maker.username}/`)
  await expect(page.getByText('New: no decisions, joined today.')).toBeVisible()
  await page.getByLabel('Level of this person').selectOption('Trusted')
  await expect(page.getByText('Trusted (set by an admin): no decisions')).toBeVisible()
  await expectAccessible(page)

  await storeSession(page, maker.session)
  await page.goto(`${maker.dashboardPath}upload-images/`)
  const send = async (name: string, picture: Buffer) => {
    await chooseFiles(page, [file(name, picture)])
    await page.getByRole('button', { name: 'Upload 1 image' }).click()
  }
  await send('live.png', await drawing(232))
  const link = page.getByRole('link', { name: 'See the approved images' })
  await expect(link).toHaveAttribute('href', `${maker.dashboardPath}approved-images/`)
  const [{ slug, title }] = (await maker.call('GET', '/images/user/approved/')).images
  expect((await page.request.get(`/image/${slug}/`)).status()).toBe(200)
  const { call } = await adminApi(page)
  const { person } = await call('GET', `/accounts/users/${maker.username}/`)
  await call('PUT', `/accounts/users/${person.id}/level/`, { level: 'new' })
  await send('waiting.png', await drawing(233))
  await expect(page.getByRole('link', { name: 'See the images that wait for review' })).toBeVisible()
  await expect(link).toBeHidden()

  await openAdminPage(page, `approved-images/?username=${maker.username}&flag=live_by_level`)
  await expect(page.getByRole('heading', { name: 'Approved images: 1' })).toBeVisible()
  await page.getByRole('link', { name: title }).click()
  await expect(page.getByText('New (set by an admin): no decisions').first()).toBeVisible()
  await page.getByText('History', { exact: true }).click()
  await expect(page.getByText('Public at once, by the contributor’s level')).toBeVisible()
})
