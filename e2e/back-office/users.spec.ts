import type { Page } from '@playwright/test'
import { drawing } from '../../server/test/drawings.ts'
import { inDatabase } from '../support/database.ts'
import { button, expect, expectAccessible, people, test } from '../support/fixtures.ts'
import { holdRequests } from '../support/held-requests.ts'
import { adminApi, contributorWithImages } from '../support/managed-images.ts'
import { openAdminPage, storedSession, storeSession } from '../support/new-user.ts'
import { chooseFiles, file, openUploadPage } from '../support/upload-page.ts'

const usersPath = `/admin/${people.admin.username}/users/`

const openUserSearch = (page: Page, search: string) => openAdminPage(page, `users/?search=${search}`)

const cards = (page: Page) => page.getByRole('main').getByRole('listitem')

test('shows ten accounts per page; no admin blocks themselves', { tag: '@slow' }, async ({ page }) => {
  const name = `crowd${Math.random().toString(36).slice(2, 8)}`
  await inDatabase(
    `insert into users (username, email, number, password_hash, role)
    select $1 || '-' || n, $1 || '-' || n || '@people.example', '01234567890', '', 'user'
    from generate_series(1, 12) as n`,
    name,
  )
  await openUserSearch(page, name)
  await expect(page.getByText('12 accounts')).toBeVisible()
  await expect(cards(page)).toHaveCount(10)
  await expect(page.getByRole('link', { name: 'Previous' })).toBeDisabled()
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(cards(page)).toHaveCount(2)
  await expect(page).toHaveURL(new RegExp(`\\?search=${name}&page=2`))
  await expect(page.getByRole('heading', { name: 'Users' })).toBeInViewport()
  await page.reload()
  await expect(page.getByText('Page 2 of 2')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Next' })).toBeDisabled()
  await page.getByRole('link', { name: 'Previous' }).click()
  await expect(cards(page)).toHaveCount(10)
  await expectAccessible(page)

  await page.goto(`${usersPath}?search=${people.admin.email}`)
  await expect(cards(page)).toContainText('This is you')
  await expect(cards(page)).toContainText('Admin')
  await expect(cards(page).getByRole('button')).toHaveCount(0)
  await page.getByRole('link', { name: 'What happened' }).click()
  await expect(page).toHaveURL(`/admin/${people.admin.username}/audit/?username=${people.admin.username}`)
})

test('finds people by words, role and state; makes one admin and back', { tag: '@slow' }, async ({ page, expects }) => {
  expects.errors.push(/403/)
  const person = await contributorWithImages(page, 'Good')
  await (await adminApi(page)).approve(person.ids)
  const refusal = { status: 403, json: {} }
  const release = await holdRequests(page, '**/users-list/**', (route) => route.fulfill(refusal))
  await openUserSearch(page, '')
  await expect(page.getByText('Loading users...')).toBeVisible()
  release()
  await expect(page.getByText('Error loading users.')).toBeVisible()
  await page.unroute('**/users-list/**')
  await button(page, 'Try again').click()
  await expect(cards(page).first()).toBeVisible()

  const search = page.getByRole('searchbox', { name: 'Search users' })
  await search.pressSequentially(person.username.toUpperCase())
  await expect(cards(page)).toHaveCount(1)
  await expect(page).toHaveURL(`${usersPath}?search=${person.username.toUpperCase()}`)
  for (const text of [person.username, person.email, '01234567890', 'Contributor', 'Active'])
    await expect(cards(page)).toContainText(text)
  await expect(cards(page).locator('time')).toHaveCount(2)
  await expect(cards(page).locator('time[datetime$=Z]')).toHaveCount(2)
  await page.getByRole('link', { name: person.username, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(person.username)
  await expect(page.getByRole('main')).toContainText('Approval rate100 %')
  await expect(page.getByRole('link', { name: `${person.word} Good` })).toBeVisible()
  await expectAccessible(page)
  for (const [change, answer] of [
    ['Make an admin', 'Make a contributor'],
    ['Make a contributor', 'Make an admin'],
  ] as const) {
    await button(page, change).click()
    await page.getByRole('dialog').getByRole('button', { name: change }).click()
    await expect(button(page, answer)).toBeVisible()
    await expect(page.getByText('Role changed.').first()).toBeVisible()
  }
  await page.goBack()
  await page.getByLabel('Role').selectOption('Admins')
  await expect(page.getByText('No users found.')).toBeVisible()
  await page.getByLabel('Role').selectOption('Contributors')
  await expect(cards(page)).toHaveCount(1)
  await page.getByLabel('State').selectOption('Blocked')
  await expect(page).toHaveURL(`${usersPath}?search=${person.username.toUpperCase()}&role=user&state=blocked`)
  await expect(page.getByText('No users found.')).toBeVisible()
  await page.getByRole('link', { name: 'Show everyone' }).click()
  await expect(cards(page).first()).toBeVisible()
  await expect(search).toHaveValue('')
})

test('blocks once confirmed, which ends the session and can hide images, and unblocks', async ({ page, browser }) => {
  const person = await contributorWithImages(page, 'Kestrel')
  await (await adminApi(page)).approve(person.ids)
  const theirPage = await (await browser.newContext()).newPage()
  await storeSession(theirPage, person.session) // where no page learns of the block by itself

  await openUserSearch(page, person.username)
  const dialog = page.getByRole('dialog')
  await button(page, `Block ${person.username}`).click()
  await expect(dialog.getByRole('group', { name: 'Their 1 approved image' })).toBeVisible()
  await expect(dialog.getByRole('radio', { name: 'Stay public' })).toBeChecked()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(cards(page)).toContainText('Active')
  await expect(button(page, `Block ${person.username}`)).toBeFocused()
  // The focus returns before the close event has arrived, until which the dialog does not open again.
  await expect(async () => {
    await page.keyboard.press('Enter')
    await expect(dialog).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await dialog.getByRole('radio', { name: 'Hide while blocked' }).check()
  await dialog.getByRole('button', { name: 'Block' }).click()
  await expect(page.getByText('User updated.')).toBeVisible()
  await expect(cards(page)).toContainText('Blocked')
  await expect(cards(page)).toContainText('Images hidden')

  await theirPage.goto(person.dashboardPath)
  await expect(theirPage).toHaveURL('/contact/')
  await expect(theirPage.getByText('An admin has blocked your account, so you are signed out.')).toBeVisible()
  expect(await storedSession(theirPage)).toBeNull()
  await theirPage.context().close()

  const usersAddress = page.url()
  await page.goto(`/admin/${people.admin.username}/total-images/?title=${person.word}&image=${person.ids[0]}`)
  await expect(
    page.getByText('Visitors do not see this image: it was reported, or its contributor is blocked.'),
  ).toBeVisible()
  await page.goto(usersAddress)
  await button(page, `Unblock ${person.username}`).click()
  await expect(dialog).toContainText('Their images are public again.')
  await dialog.getByRole('button', { name: 'Unblock' }).click()
  await expect(cards(page)).toContainText('Active')
  await expect(cards(page)).not.toContainText('Images hidden')
})

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
  await chooseFiles(page, [file('live.png', await drawing(232))])
  await button(page, 'Submit 1').click()
  await expect(page.getByText('1 image submitted.')).toBeVisible()

  await openAdminPage(page, `approved-images/?username=${maker.username}&flag=live_by_level`)
  await expect(page.getByRole('heading', { name: 'Approved images: 1' })).toBeVisible()
  await page.getByRole('link', { name: 'Live' }).click()
  await expect(page.getByText('Trusted (set by an admin): no decisions').first()).toBeVisible()
  await page.getByText('History', { exact: true }).click()
  await expect(page.getByText('Public at once, by the contributor’s level')).toBeVisible()
})
