import type { Page } from '@playwright/test'
import { button, expect, expectAccessible, test } from '../support/fixtures.ts'
import { adminApi, contributorApi, contributorWithImages } from '../support/managed-images.ts'
import { openAdminPage } from '../support/new-user.ts'
import { ownPicture } from '../support/pictures.ts'

/** A contributor who uploaded images with these names and deleted them. */
async function contributorWithDeletedImages(page: Page, ...names: string[]) {
  const person = await contributorApi(page)
  const titles = names.map((name) => `${name} of ${person.username}`)
  const pictures = await Promise.all(names.map(() => ownPicture(64, 48)))
  const image_ids = await person.upload(titles, async (n) => pictures[n]!)
  await person.call('POST', '/images/deletes/', { image_ids })
  const ownTitles = async () => {
    const { images } = await person.call('GET', '/images/user/total/')
    return images.map(({ title }: { title: string }) => title).sort()
  }
  const tile = (title: string) => page.getByRole('listitem').filter({ hasText: title })
  return { ...person, titles, pictures, ownTitles, tile }
}

test('shows who deleted what and when; restores one or those selected, or says why not', async ({ page, expects }) => {
  expects.errors.push(/403|409/)
  const person = await contributorWithDeletedImages(page, 'Kite', 'Drum', 'Sledge', 'Lute')
  const { username, titles, ownTitles, tile } = person
  const [kite, drum, sledge, lute] = titles as [string, string, string, string]
  await page.route('**/images/trash/**', (route) => route.fulfill({ status: 403, json: {} }), { times: 1 })
  await openAdminPage(page, 'trash/?page=900')
  await expect(page.getByText('Failed to load images.')).toBeVisible()
  await button(page, 'Try again').click()
  await expect(page.getByRole('checkbox').first()).toBeVisible()
  await expect(page).not.toHaveURL(/900/)
  await openAdminPage(page, 'trash/')
  await expect(tile(kite)).toContainText(`Deleted by ${username}`)
  await expect(tile(kite)).toContainText('30 days left')
  await expect(tile(kite).locator('time')).toHaveAttribute('datetime', /Z$/)
  await expect(tile(kite).locator('img')).toHaveJSProperty('naturalWidth', 64)
  await button(page, `Restore ${kite}`).click()
  await expect(page.getByText('Image restored.')).toBeVisible()
  await expect(tile(kite)).toHaveCount(0)
  expect(await ownTitles()).toEqual([kite])

  await tile(drum).getByRole('checkbox').check()
  await button(page, 'Deselect').click()
  await expect(tile(drum).getByRole('checkbox')).not.toBeChecked()
  await tile(drum).getByRole('checkbox').check()
  await tile(sledge).getByRole('checkbox').focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('2 selected')).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Restore selected').click()
  await expect(tile(drum)).toHaveCount(0)
  await expect(tile(sledge)).toHaveCount(0)
  await expect(page.getByText('2 selected')).toBeHidden()
  expect(await ownTitles()).toEqual([drum, kite, sledge])

  await person.upload([lute], async () => person.pictures[3]!)
  await button(page, `Restore ${lute}`).click()
  await expect(page.getByText(/The same picture was uploaded again meanwhile/)).toBeVisible()
  await expect(tile(lute)).toBeVisible()
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
  await openAdminPage(page, 'trash/')
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

test('of a contributor has their own images; a reported one stays until a decision', async ({ page }) => {
  const person = await contributorWithImages(page, 'Lute', 'Kite')
  const { call, ids, word } = person
  await (await adminApi(page)).approve(ids)
  const { images } = await call('GET', '/images/user/approved/')
  const { slug } = images.find(({ id }: { id: number }) => id === ids[0])
  await page.request.post('/api/v1/reports/', { data: { slug, reason: 'words' } })
  await call('POST', '/images/deletes/', { image_ids: ids })
  await page.goto(person.dashboardPath)
  await page.getByRole('link', { name: 'Trash' }).click()
  await expect(page.getByText('2 images')).toBeVisible()
  const tile = (name: string) => page.getByRole('listitem').filter({ hasText: `${word} ${name}` })
  await expect(tile('Kite')).toContainText('30 days left')
  await expect(tile('Lute')).toContainText('Reported: not decided yet')
  await expectAccessible(page)
  await button(page, `Restore ${word} Kite`).click()
  await expect(tile('Kite')).toHaveCount(0)
  await button(page, 'Empty the trash').click()
  await button(page, 'Delete for good').click()
  await expect(page.getByText('Images that were reported stay in the trash')).toHaveCount(2)
  await expect(tile('Lute')).toBeVisible()
  await button(page, 'All Select').click()
  await button(page, 'Restore selected').click()
  await expect(page.getByText('What you delete waits here.')).toBeVisible()
  expect((await call('GET', '/images/user/total/')).count).toBe(2)
})
