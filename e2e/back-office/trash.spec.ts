import type { Page } from '@playwright/test'
import { aPng } from '../../server/test/png.ts'
import { button, expect, expectAccessible, people, test } from '../support/fixtures.ts'
import { adminApi, contributorWithImages } from '../support/managed-images.ts'
import { authHeaders, createSession, registerUser, signInByApi } from '../support/new-user.ts'
import { password } from '../support/seed-data.ts'

const trashPath = `/admin/${people.admin.username}/trash/`

/** A contributor who uploaded images with these names and deleted them. */
async function contributorWithDeletedImages(page: Page, ...names: string[]) {
  const person = await registerUser(page)
  const headers = authHeaders(await createSession(page, person))
  const titles = names.map((name) => `${name} of ${person.username}`)
  const form = new FormData()
  for (const [seed, title] of titles.entries()) {
    form.append('images', new File([new Uint8Array(aPng({ seed, text: { title } }))], 'a.png', { type: 'image/png' }))
    form.append('title', title)
  }
  const uploaded = await page.request.post('/api/v1/images/upload/', { multipart: form, headers })
  const image_ids = (await uploaded.json()).images.map(({ id }: { id: number }) => id)
  const deleted = await page.request.post('/api/v1/images/deletes/', { data: { image_ids }, headers })
  expect(deleted.status()).toBe(200)
  const ownTitles = async () => {
    const response = await page.request.get('/api/v1/images/user/total/', { headers })
    return (await response.json()).images.map(({ title }: { title: string }) => title).sort()
  }
  return {
    ...person,
    titles,
    ownTitles,
    tile: (title: string) => page.getByRole('listitem').filter({ hasText: title }),
  }
}

async function openTrash(page: Page) {
  await signInByApi(page, { email: people.admin.email, password })
  await page.goto(trashPath)
}

test('shows who deleted what and when, the days left, and restores one image', async ({ page }) => {
  const { username, titles, ownTitles, tile } = await contributorWithDeletedImages(page, 'Kite', 'Drum')
  const [kite, drum] = titles as [string, string]
  await openTrash(page)
  await expect(tile(kite)).toContainText(`Deleted by ${username}`)
  await expect(tile(kite)).toContainText('30 days left')
  await expect(tile(kite).locator('time')).toHaveAttribute('datetime', /Z$/)
  await expect(tile(kite).locator('img')).toHaveJSProperty('naturalWidth', 64)
  await button(page, `Restore ${kite}`).click()
  await expect(page.getByText('Image restored.')).toBeVisible()
  await expect(tile(kite)).toHaveCount(0)
  await expect(tile(drum)).toBeVisible()
  expect(await ownTitles()).toEqual([kite])
})

test('restores the selected images only', async ({ page }) => {
  const { titles, ownTitles, tile } = await contributorWithDeletedImages(page, 'Kite', 'Drum', 'Sledge')
  const [kite, drum, sledge] = titles as [string, string, string]
  await openTrash(page)
  await tile(kite).getByRole('checkbox').check()
  await button(page, 'Deselect').click()
  await expect(tile(kite).getByRole('checkbox')).not.toBeChecked()
  await tile(kite).getByRole('checkbox').check()
  await tile(sledge).getByRole('checkbox').focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('2 selected')).toBeVisible()
  await button(page, 'Restore selected').click()
  await expect(tile(kite)).toHaveCount(0)
  await expect(tile(sledge)).toHaveCount(0)
  await expect(page.getByText('2 selected')).toBeHidden()
  await expect(tile(drum)).toBeVisible()
  expect(await ownTitles()).toEqual([kite, sledge])
  await button(page, 'All Select').click()
  await expect(tile(drum).getByRole('checkbox')).toBeChecked()
})

test('reports why an image cannot be restored, and changes nothing', async ({ page, expects }) => {
  expects.errors.push(/409/)
  const person = await contributorWithDeletedImages(page, 'Kite')
  const [kite] = person.titles as [string]
  const form = new FormData()
  const bytes = new Uint8Array(aPng({ seed: 0, text: { title: kite } }))
  form.append('images', new File([bytes], 'a.png', { type: 'image/png' }))
  await page.request.post('/api/v1/images/upload/', {
    multipart: form,
    headers: authHeaders(await createSession(page, person)),
  })
  await openTrash(page)
  await button(page, `Restore ${kite}`).click()
  await expect(page.getByText(/The same picture was uploaded again meanwhile/)).toBeVisible()
  await expect(person.tile(kite)).toBeVisible()
})

test('is emptied permanently, only after a confirmation', async ({ page }) => {
  const { titles, tile } = await contributorWithDeletedImages(page, 'Kite')
  const [kite] = titles as [string]
  // All tests share one trash, so the request is mocked here; a server test covers the deletion.
  const sent: string[] = []
  await page.route('**/images/deleted-all/', (route) => {
    sent.push(route.request().method())
    return route.fulfill({ json: { message: 'The trash is empty.', count: 1, staying: 0 } })
  })
  await openTrash(page)
  await button(page, 'Empty the trash').click()
  await expect(page.getByRole('heading', { name: /for good\? No one can restore/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(button(page, 'Empty the trash')).toBeFocused()
  await expect(tile(kite)).toBeVisible()
  expect(sent).toEqual([])
  await expect(page.locator('dialog.dialog')).toHaveCount(0)
  await button(page, 'Empty the trash').click()
  await button(page, 'Delete for good').click()
  await expect(page.getByRole('main').getByText('The trash is empty.')).toBeVisible()
  await expect(tile(kite)).toHaveCount(0)
  expect(sent).toEqual(['DELETE'])
})

test('redirects from a page past the end to the last one, and retries a failed load', async ({ page, expects }) => {
  expects.errors.push(/403/)
  const { titles, tile } = await contributorWithDeletedImages(page, 'Kite')
  await page.route('**/images/trash/**', (route) => route.fulfill({ status: 403, json: {} }), { times: 1 })
  await signInByApi(page, { email: people.admin.email, password })
  await page.goto(`${trashPath}?page=900`)
  await expect(page.getByText('Failed to load images.')).toBeVisible()
  await button(page, 'Try again').click()
  await expect(page.getByRole('checkbox').first()).toBeVisible()
  await expect(page).not.toHaveURL(/900/)
  await page.goto(trashPath)
  await expect(tile(titles[0]!)).toBeVisible()
})

test('of a contributor has their own images, which they restore themselves', async ({ page }) => {
  const { username, titles, ownTitles, tile, ...person } = await contributorWithDeletedImages(page, 'Kite', 'Drum')
  await contributorWithDeletedImages(page, 'Sledge')
  await signInByApi(page, person)
  await page.goto(person.dashboardPath)
  await page.getByRole('link', { name: 'Trash' }).click()
  await expect(page.getByText('2 images')).toBeVisible()
  await expect(tile(titles[0]!)).toContainText('30 days left')
  await expectAccessible(page)
  await button(page, 'All Select').click()
  await button(page, 'Restore selected').click()
  await expect(page.getByText('What you delete waits here.')).toBeVisible()
  expect(await ownTitles()).toEqual([...titles].sort())
})

test('is for its owner only, and accessible', async ({ page }) => {
  const { titles, tile } = await contributorWithDeletedImages(page, 'Kite')
  await signInByApi(page, { email: people.contributor.email, password })
  await page.goto(trashPath)
  await expect(page).toHaveURL('/')
  await openTrash(page)
  await tile(titles[0]!).getByRole('checkbox').check()
  await expectAccessible(page)
  await page.route('**/images/trash/**', (route) => route.fulfill({ json: { count: 0, images: [] } }))
  await page.reload()
  await expect(page.getByText('The trash is empty.')).toBeVisible()
  await expectAccessible(page)
})

test('says that a reported image stays until that is decided about', async ({ page }) => {
  const { call, ids, word, ...person } = await contributorWithImages(page, 'Lute')
  const admin = await adminApi(page)
  await admin.call('PUT', '/images/bulk-update/', { image_ids: ids, status: 'approved' })
  const { images } = await call('GET', '/images/user/approved/')
  await page.request.post('/api/v1/reports/', { data: { slug: images[0].slug, reason: 'words' } })
  await call('POST', '/images/deletes/', { image_ids: ids })
  await signInByApi(page, person)
  await page.goto(person.dashboardPath)
  await page.getByRole('link', { name: 'Trash' }).click()
  const tile = page.getByRole('listitem').filter({ hasText: `${word} Lute` })
  await expect(tile).toContainText('Reported: not decided yet')
  await expectAccessible(page)
  await button(page, 'Empty the trash').click()
  await button(page, 'Delete for good').click()
  await expect(page.getByText('Images that were reported stay in the trash')).toHaveCount(2)
  await expect(tile).toBeVisible()
})
