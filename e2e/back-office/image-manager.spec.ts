import type { Page } from '@playwright/test'
import { button, expect, expectAccessible, people, test, undo } from '../support/fixtures.ts'
import { holdRequests } from '../support/held-requests.ts'
import {
  adminApi,
  apiClient,
  checkboxOf,
  contributorWithImages,
  sidePanel,
  tileOf,
  tiles,
} from '../support/managed-images.ts'
import { createSession, logIn, logOut, signInByApi } from '../support/new-user.ts'

test('each list shows its count, keywords and status, and keeps its search in the URL', async ({ page }) => {
  const { ids, listPath, word } = await contributorWithImages(page, 'one', 'two', 'three', 'windmill')
  const admin = await adminApi(page)
  await admin.approve([ids[0]])
  await admin.reject([ids[1]], 'fringe')

  await page.goto(listPath('total'))
  await expect(page.getByRole('heading', { name: 'Total images: 4' })).toBeVisible()
  await expect(tileOf(page, 'one')).toContainText('Approved2 keywords')
  await expect(tileOf(page, 'two')).toContainText('Rejected')
  await expect(tileOf(page, 'two')).toContainText('A halo of the old background is left around the subject.')
  await expect(tileOf(page, 'three')).toContainText('Pending')
  for (const name of ['Upload CSV', 'Export CSV']) await expect(button(page, name)).toBeVisible()
  await expect(page.getByRole('checkbox')).toHaveCount(0)

  await page.getByPlaceholder('Search images by title…').pressSequentially('thr')
  await expect(page.getByRole('heading', { name: 'Total images: 1' })).toBeVisible()
  await expect(page).toHaveURL(/\?title=thr$/)
  await page.reload()
  await expect(page.getByLabel('Search images by title…')).toHaveValue('thr')
  await expect(tiles(page)).toHaveCount(1)
  await page.getByLabel('Search images by title…').fill('nothing like it')
  await expect(page.getByText('No image here matches “nothing like it”.')).toBeVisible()
  await page.getByRole('link', { name: 'Show all of the list' }).click()
  await expect(tiles(page)).toHaveCount(4)

  for (const [list, headline, title] of [
    ['approved', 'Approved images: 1', 'one'],
    ['rejected', 'Rejected images: 1', 'two'],
    ['pending', 'Pending images: 2', 'three'],
  ] as const) {
    const listLink = { name: new RegExp(`^${list} images`, 'i') }
    await page.getByRole('navigation').getByRole('link', listLink).click()
    await expect(page.getByRole('heading', { name: headline })).toBeVisible()
    await expect(tileOf(page, `${word} ${title}`)).toBeVisible()
    await expect(button(page, 'All Select')).toHaveCount(list === 'rejected' ? 0 : 1)
    await expect(button(page, 'All Delete')).toHaveCount(0)
  }

  // A mistyped search is corrected, says so, and can be made exact.
  await page.getByLabel('Search images by title…').fill('widnmill')
  await expect(page.getByText('Showing windmill for “widnmill”.')).toBeVisible()
  await expect(tiles(page)).toHaveCount(1)
  await page.getByRole('link', { name: 'Search only for “widnmill”' }).click()
  await expect(page.getByText('No image here matches “widnmill”.')).toBeVisible()
  expect(new URL(page.url()).search).toBe('?title=widnmill&exact=1')
  await page.getByRole('link', { name: 'Search for similar words too' }).click()
  await expect(tiles(page)).toHaveCount(1)
})

test('images are selected, deleted once confirmed, restored, and kept at a failure', async ({ page, expects }) => {
  expects.errors.push(/500|403/)
  const { listPath } = await contributorWithImages(page, 'one', 'two', 'three', 'four', 'five')
  await page.goto(listPath('pending'))
  await checkboxOf(page, 'five').check()
  await checkboxOf(page, 'three').click({ modifiers: ['Shift'] })
  await expect(page.getByText('3 selected')).toBeVisible()
  await expect(checkboxOf(page, 'four')).toBeChecked()
  await tileOf(page, 'one')
    .getByRole('link')
    .click({ modifiers: ['ControlOrMeta'] })
  await expect(page.getByText('4 selected')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText(/selected/)).toHaveCount(0)
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)

  await tileOf(page, 'five').getByRole('link').focus()
  await page.keyboard.press('Space')
  for (const _ of [1, 2]) await page.keyboard.press('Shift+ArrowRight')
  await expect(page.getByText('3 selected')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+a')
  await expect(page.getByText('5 selected')).toBeVisible()
  await button(page, 'Deselect').click()
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)
  await expect(tileOf(page, 'three').getByRole('link')).toBeFocused()
  await button(page, 'All Select').click()
  await expect(page.getByText('5 selected')).toBeVisible()
  await expectAccessible(page)

  await button(page, 'Deselect').click()
  await tileOf(page, 'one').getByRole('link').focus()
  await page.keyboard.press('Delete')
  await page.getByText('No images selected.').click() // which closes it, or it moves the next toast
  await checkboxOf(page, 'one').check()
  await checkboxOf(page, 'two').check()
  await page.keyboard.press('Delete')
  const confirmation = page.getByRole('dialog', { name: 'Are you sure you want to delete 2 images?' })
  await confirmation.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.locator('dialog.dialog')).toHaveCount(0)
  await expect(tiles(page)).toHaveCount(5)
  await button(page, 'All Delete').click()
  await confirmation.getByRole('button', { name: 'All Delete' }).click()
  await undo(page, 'Image delete successfully!').hover()
  await expect(tiles(page)).toHaveCount(3)
  await expect(page.getByText(/selected$/)).toHaveCount(0)
  await undo(page, 'Image delete successfully!').click()
  await expect(tiles(page)).toHaveCount(5)
  await expect(page.getByRole('heading', { name: 'Pending images: 5' })).toBeVisible()

  await page.route('**/images/deletes/', (route) => route.fulfill({ status: 500, body: '' }))
  await checkboxOf(page, 'one').check()
  await button(page, 'All Delete').click()
  await page.getByRole('dialog').getByRole('button', { name: 'All Delete' }).click()
  await expect(page.getByText('Failed to delete images.')).toBeVisible()
  await expect(page.getByText('1 selected')).toBeVisible()

  const refusal = { status: 403, json: {} }
  const release = await holdRequests(page, '**/images/user/approved/**', (route) => route.fulfill(refusal))
  await page.goto(listPath('approved'))
  await expect(page.getByText('Loading images...')).toBeVisible()
  release()
  await expect(page.getByText('Failed to load images.')).toBeVisible()
  await page.unrouteAll()
  await button(page, 'Try again').click()
  await expect(page.getByText('Nothing is approved yet.')).toBeVisible()
  await expectAccessible(page)
})

test('an admin decides about many, undoes it, and learns of other changes', async ({ page, expects }) => {
  expects.errors.push(/409/)
  const { word, ids, call } = await contributorWithImages(page, 'one', 'two', 'three', 'four')
  const admin = await adminApi(page)
  await signInByApi(page, people.admin)
  await page.goto(`/admin/${people.admin.username}/pending-images/?title=${word}`)
  await expect(tiles(page)).toHaveCount(4)
  await button(page, 'All Select').click()
  await page.keyboard.press('a')
  await expect(page.getByText(/^4 images approved, \d+ s left/)).toBeVisible()
  await expect(tiles(page)).toHaveCount(0)
  await button(page, 'Undo').click()
  await expect(page.getByText('Decision undone.')).toBeVisible()
  await expect(tiles(page)).toHaveCount(4)

  await button(page, 'All Select').click()
  await expect(page.getByText('4 selected')).toBeVisible()
  await call('PUT', `/images/update/${ids[0]}/`, { title: `${word} renamed` })
  await admin.approve([ids[1]])
  await button(page, 'Approve 4').click()
  await expect(page.getByText(/Someone else changed this meanwhile, so nothing was changed/)).toBeVisible()
  await expect(tileOf(page, 'renamed')).toBeVisible()
  await expect(page.getByText('3 selected', { exact: true })).toBeVisible()
  await button(page, 'Deselect').click()
  await checkboxOf(page, 'three').check()
  await button(page, 'Approve 1').click()
  await expect(page.getByText('Bulk update successful! 1 image.')).toBeVisible()

  await button(page, 'All Select').click()
  await button(page, 'Reject 2').click()
  await button(page, /^All Save/).click()
  await expect(page.getByText('Choose the reason that the contributor reads.')).toBeVisible()
  await page.getByLabel('Reason', { exact: true }).selectOption('The subject is cut off at the edge.')
  await page.getByLabel('In your own words').fill('The ear is missing.')
  await expect(page.getByText('2 images will be rejected, with this reason.')).toBeVisible()
  await button(page, /^All Save/).click()
  await expect(page.getByRole('heading', { name: 'Pending images: 0' })).toBeVisible()
})

test('words of many are stored before the decision that follows them', async ({ page }) => {
  const maker = await contributorWithImages(page, 'one', 'two')
  await signInByApi(page, people.admin)
  await page.goto(`/admin/${people.admin.username}/pending-images/?username=${maker.username}`)
  await changeCategoryOfAll(page)
  await button(page, 'All Select').click()
  await button(page, 'Approve 2').click()
  const approved = async () => (await maker.call('GET', '/images/user/approved/?category=sports')).count
  await expect.poll(approved).toBe(2)
})

test('a change of many that was refused is there to be sent again, also after a session’s end', async ({
  page,
  expects,
}) => {
  expects.errors.push(/401/)
  const maker = await contributorWithImages(page, 'one', 'two')
  const refresh = maker.session.tokens.refresh_token
  await page.clock.install()
  await page.goto(maker.listPath('pending'))
  await changeCategoryOfAll(page)
  await page.request.post('/api/v1/accounts/user/logout/', { data: { refresh } })
  await page.clock.runFor(11_000)
  const sheet = page.getByRole('dialog', { name: 'Your session has ended' })
  await logIn(sheet, maker)
  await expect(sheet).toHaveCount(0)
  await button(page, /^All Save · 2/).click()
  await page.clock.runFor(11_000)
  await expect(page.getByText('Bulk update successful! 2 images.')).toBeVisible()
  const { call } = apiClient(page, await createSession(page, maker))
  expect((await call('GET', '/images/user/total/?category=sports')).count).toBe(2)
})

test('what waits to be sent is stored before its person is signed out', async ({ page }) => {
  const maker = await contributorWithImages(page, 'one', 'two')
  await page.goto(maker.listPath('pending'))
  await changeCategoryOfAll(page)
  await logOut(page)
  await expect(page).toHaveURL('/')
  const { call } = apiClient(page, await createSession(page, maker))
  expect((await call('GET', '/images/user/total/?category=sports')).count).toBe(2)
})

async function changeCategoryOfAll(page: Page) {
  await expect(tiles(page)).toHaveCount(2)
  await button(page, 'All Select').click()
  await button(page, /^Edit/).click()
  await page.getByRole('dialog').getByLabel('Category').selectOption('Sports')
  await button(page, /^All Save/).click()
  await expect(page.getByText(/^Changing 2 images in/)).toBeVisible()
}

test('of 52 images fifty are on a page, as one tab stop, and all are changed', { tag: '@slow' }, async ({ page }) => {
  const titles = Array.from({ length: 52 }, (_, i) => `no ${i + 1}`)
  const { listPath, call, word } = await contributorWithImages(page, ...titles)
  await page.clock.install()
  await page.goto(`${listPath('pending')}?category=animals`)
  await expect(tiles(page)).toHaveCount(50)
  const actions = [
    () => checkboxOf(page, `${word} no 52`).check(),
    () => checkboxOf(page, `${word} no 33`).click({ modifiers: ['Shift'] }),
    () => page.keyboard.press('e'),
    () => page.keyboard.type('forest'),
    () => page.keyboard.press('Control+Enter'),
  ]
  expect(actions.length).toBeLessThanOrEqual(8)
  for (const action of actions) await action()
  await expect(page.getByText(/^Changing 20 images in/)).toBeVisible()
  await page.clock.runFor(11_000)
  await expect(page.getByText('Bulk update successful! 20 images.')).toBeVisible()
  expect(await call('GET', '/images/user/total/?title=forest')).toMatchObject({ count: 20 })

  await button(page, 'All Select').click()
  await button(page, 'Select all 52').click()
  await expect(page.getByText('52 selected, 2 on other pages')).toBeVisible()
  await button(page, /^Edit/).click()
  await page.getByRole('radio', { name: 'Remove' }).check()
  await page.getByRole('dialog').getByLabel('New keyword').fill('pond')
  await page.getByRole('dialog').getByLabel('Category').selectOption('Sports')
  await expectAccessible(page)
  await button(page, /^All Save/).click()
  await page.getByRole('link', { name: /^Dashboard/ }).click()
  const changed = async () => (await call('GET', '/images/user/total/?category=sports')).count
  await expect.poll(changed).toBe(52)
  expect((await call('GET', '/images/user/total/?title=heron -pond')).count).toBe(52)

  await page.goto(listPath('pending'))
  await expect(page.getByRole('heading', { name: 'Pending images: 52' })).toBeVisible()
  await expect(tiles(page)).toHaveCount(50)
  const stops = await tabStops(page)
  expect(stops.filter((stop) => stop.includes('id="image-'))).toHaveLength(1)
  expect(stops.length).toBeLessThanOrEqual(25)

  await tileOf(page, 'no 52').getByRole('link').click()
  await expect(sidePanel(page)).toBeVisible()
  await page.evaluate(() => scrollTo(0, 600))
  await page.keyboard.press('Escape')
  await expect(tileOf(page, 'no 52').getByRole('link')).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(600)
  await button(page, 'All Select').click()
  await page.getByRole('link', { name: 'Page 2' }).click()
  await expect(tiles(page)).toHaveCount(2)
  expect(new URL(page.url()).search).toBe('?page=2')
  await button(page, 'All Select').click()
  await expect(page.getByText('52 selected, 50 on other pages')).toBeVisible()
  await button(page, 'Deselect').click()
  await button(page, 'All Select').click()
  await button(page, 'All Delete').click()
  await page.getByRole('dialog').getByRole('button', { name: 'All Delete' }).click()
  await expect(page.getByRole('heading', { name: 'Pending images: 50' })).toBeVisible()
  await expect(page).toHaveURL(listPath('pending'))
})

/** The elements of the page that the tab key reaches from the search field on. */
async function tabStops(page: Page) {
  await page.getByLabel('Search images by title…').focus()
  const stops = new Set<string>()
  for (;;) {
    const at = await page.evaluate(() => {
      const active = document.activeElement!
      return active.closest('main') && active.outerHTML
    })
    if (!at) return [...stops]
    expect(stops).not.toContain(at)
    stops.add(at)
    await page.keyboard.press('Tab')
  }
}
