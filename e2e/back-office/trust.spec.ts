import type { Page } from '@playwright/test'
import { drawing } from '../../server/test/drawings.ts'
import { expect, expectAccessible, people, test } from '../support/fixtures.ts'
import { authHeaders, createSession, registerUser, signInByApi, storeSession } from '../support/new-user.ts'
import { chooseFiles, file, openUploadPage } from '../support/upload-page.ts'

const admin = people.admin

test('a level is read in words, set by an admin, and lets an upload go live', async ({ page }) => {
  const maker = await registerUser(page)
  const session = await signInByApi(page, maker)
  await page.goto(maker.dashboardPath)
  const level = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Your level' }) })
  await expect(level).toContainText('New: at most 500 images may wait for review at a time.')
  await expect(level).toContainText('The next level, known, needs 10 approved pictures, at least 70 % of the last 100')
  await expect(level).toContainText('So far: no decisions, joined today.')
  await expectAccessible(page)

  const adminSession = await createSession(page, admin)
  await storeSession(page, adminSession)
  await page.goto(`/admin/${people.admin.username}/users/${maker.username}/`)
  await expect(page.getByText('New: no decisions, joined today.')).toBeVisible()
  await page.getByLabel('Level of this person').selectOption('Trusted')
  await expect(page.getByText('Trusted (set by an admin): no decisions')).toBeVisible()
  await expectAccessible(page)

  const title = `Live ${maker.username}`
  const { slug, status } = await send(page, authHeaders(session), title)
  expect(status).toBe('approved')
  expect((await page.request.get(`/image/${slug}/`)).status()).toBe(200)

  await page.goto(`/admin/${people.admin.username}/approved-images/?username=${maker.username}&flag=live_by_level`)
  await expect(page.getByRole('heading', { name: 'Approved images: 1' })).toBeVisible()
  await page.getByRole('link', { name: title }).click()
  await expect(page.getByText('Trusted (set by an admin): no decisions').first()).toBeVisible()
  await page.getByText('History', { exact: true }).click()
  await expect(page.getByText('Public at once, by the contributor’s level')).toBeVisible()
})

test('after an upload the page leads to the pending images where one waits, else to the approved ones', async ({
  page,
}) => {
  const maker = await openUploadPage(page)
  const send = async (name: string, picture: Buffer) => {
    await chooseFiles(page, [file(name, picture)])
    await page.getByRole('button', { name: 'Upload 1 image' }).click()
  }
  const adminHeaders = authHeaders(await createSession(page, admin))
  const account = await page.request.get(`/api/v1/accounts/users/${maker.username}/`, { headers: adminHeaders })
  const url = `/api/v1/accounts/users/${(await account.json()).person.id}/level/`
  const answer = await page.request.put(url, { headers: adminHeaders, data: { level: 'trusted' } })
  expect(answer.status()).toBe(200)
  await send('live.png', await drawing(232))
  const link = page.getByRole('link', { name: 'See the approved images' })
  await expect(link).toHaveAttribute('href', `${maker.dashboardPath}approved-images/`)
  await page.request.put(url, { headers: adminHeaders, data: { level: 'new' } })
  await send('waiting.png', await drawing(233))
  await expect(page.getByRole('link', { name: 'See the images that wait for review' })).toBeVisible()
  await expect(link).toBeHidden()
})

/** Uploads a drawing that no other test has. */
async function send(page: Page, headers: Record<string, string>, title: string) {
  const form = new FormData()
  form.append('images', new Blob([new Uint8Array(await drawing(231))], { type: 'image/png' }), 'drawing.png')
  form.append('title', title)
  const answer = await page.request.post('/api/v1/images/upload/', { multipart: form, headers })
  expect(answer.status(), await answer.text()).toBe(201)
  return (await answer.json()).images[0] as { slug: string; status: string }
}
