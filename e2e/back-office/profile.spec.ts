import type { Page } from '@playwright/test'
import { aPng } from '../../server/test/png.ts'
import { expect, expectAccessible, people, test } from '../support/fixtures.ts'
import { registerUser, signInByApi, storedSession } from '../support/new-user.ts'
import { password } from '../support/seed-data.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const mainRegion = (page: Page) => page.getByRole('main')
/** The link to one's own page in the top bar. */
const avatarLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Your profile/ })
const portrait = { name: 'me.png', mimeType: 'image/png', buffer: aPng({ width: 90, height: 60, seed: 77 }) }

async function openProfile(page: Page) {
  const person = await registerUser(page)
  await signInByApi(page, person)
  await page.goto(`${person.desk}profile/`)
  return person
}

test('shows who one is, and a placeholder where there is no picture', async ({ page }) => {
  const person = await openProfile(page)
  for (const said of [`@${person.username}`, person.email, 'Joined']) await expect(mainRegion(page)).toContainText(said)
  await expect(mainRegion(page).locator('time')).toHaveAttribute('datetime', /Z$/)
  await expect(mainRegion(page).locator('img')).toHaveCount(0)
  await expect(mainRegion(page).locator('svg text')).toHaveText('N')
})

test('takes new names and a picture; the top bar shows it at once, in other tabs too', async ({ page, context }) => {
  const person = await openProfile(page)
  const other = await context.newPage()
  await other.goto(person.desk)
  await expect(avatarLink(other)).toBeVisible()

  await button(page, 'Edit Profile').click()
  await expect(page.getByLabel('First name')).toBeFocused()
  await page.getByLabel('First name').fill(' Ada ')
  await page.getByLabel('Last name').fill('Lovelace')
  await page.getByLabel('Choose a picture').setInputFiles(portrait)
  await expect(page.getByAltText('How it will look')).toHaveJSProperty('naturalWidth', 90)
  await button(page, 'Save').click()
  await expect(page.getByText('Profile updated!')).toBeVisible()

  await expect(mainRegion(page)).toContainText('Ada Lovelace')
  await expect(button(page, 'Edit Profile')).toBeFocused()
  await expect(mainRegion(page).locator('img')).toHaveJSProperty('naturalWidth', 256)
  await expect(avatarLink(page).locator('img')).toHaveJSProperty('naturalWidth', 256)
  await expect(avatarLink(other).locator('img')).toHaveJSProperty('naturalWidth', 256)
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Hello, Ada Lovelace')
  expect((await storedSession(page))?.user).toMatchObject({
    first_name: 'Ada',
    last_name: 'Lovelace',
    email: person.email,
  })
  await page.reload()
  await expect(mainRegion(page)).toContainText('Ada Lovelace')

  // Without a new one the picture stays.
  await button(page, 'Edit Profile').click()
  await expect(page.getByLabel('Last name')).toHaveValue('Lovelace')
  await page.getByLabel('Last name').fill('King')
  await page.keyboard.press('Enter')
  await expect(mainRegion(page)).toContainText('Ada King')
  await expect(avatarLink(page).locator('img')).toHaveJSProperty('naturalWidth', 256)
})

test('says what is missing on submit and takes it back while one types; Cancel changes nothing', async ({ page }) => {
  await openProfile(page)
  await button(page, 'Edit Profile').click()
  await page.getByLabel('First name').fill('  ')
  await expect(page.getByText('First name is required')).toBeHidden()
  await button(page, 'Save').click()
  await expect(page.getByText('First name is required')).toBeVisible()
  await expect(page.getByText('Last name is required')).toBeVisible()
  await expect(page.getByLabel('First name')).toBeFocused()
  await page.getByLabel('First name').fill('Ada')
  await expect(page.getByText('First name is required')).toBeHidden()
  await expect(page.getByText('Last name is required')).toBeVisible()
  await button(page, 'Cancel').click()
  await expect(mainRegion(page)).toContainText('No name yet')
  await button(page, 'Edit Profile').click()
  await expect(page.getByLabel('First name')).toHaveValue('')
})

test('refuses other files before they are sent, and what only the server sees through after', async ({
  page,
  expects,
}) => {
  expects.errors.push(/400/)
  await openProfile(page)
  await button(page, 'Edit Profile').click()
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Lovelace')
  const picture = page.getByLabel('Choose a picture')
  const wrong = page.getByText('Choose a PNG, JPEG or WebP picture.')
  await picture.setInputFiles({ name: 'me.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') })
  await expect(wrong).toBeVisible()
  await picture.setInputFiles({ ...portrait, buffer: Buffer.alloc(10_000_001) })
  await expect(page.getByText('The picture may have at most 10 MB.')).toBeVisible()
  await picture.setInputFiles({ ...portrait, buffer: Buffer.from('not a picture') })
  await expect(wrong).toBeVisible()
  await button(page, 'Save').click() // goes nowhere
  await expect(page.getByLabel('First name')).toBeVisible()

  // A browser shows it; behind its end lies something else.
  const sly = Buffer.concat([portrait.buffer, Buffer.from('<html></html>')])
  await picture.setInputFiles({ ...portrait, buffer: sly })
  await expect(wrong).toBeHidden()
  await button(page, 'Save').click()
  await expect(page.getByRole('form').getByText('Choose a PNG, JPEG or WebP picture.')).toBeVisible()
  await page.getByLabel('Choose another picture').setInputFiles(portrait)
  await expect(page.getByRole('form').getByText('Choose a PNG, JPEG or WebP picture.')).toBeHidden()
  await button(page, 'Save').click()
  await expect(page.getByText('Profile updated!')).toBeVisible()
})

test('says that it failed when nobody answers, and keeps what was typed', async ({ page, expects }) => {
  expects.errors.push(/Failed to load resource/)
  const person = await registerUser(page)
  await signInByApi(page, person)
  await page.route('**/user/profile/', (route) => route.fulfill({ status: 403, json: {} }), { times: 1 })
  await page.route('**/profile/update/', (route) => route.abort())
  await page.goto(`${person.desk}profile/`)
  await expect(page.getByText('Failed to load your profile.')).toBeVisible()
  await button(page, 'Try again').click()
  await button(page, 'Edit Profile').click()
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Lovelace')
  await button(page, 'Save').click()
  await expect(page.getByText('Update failed')).toBeVisible()
  await expect(page.getByLabel('First name')).toHaveValue('Ada')
})

test('is accessible while one looks, and the same page for an admin', async ({ page }) => {
  await signInByApi(page, { email: people.admin.email, password })
  await page.goto(`/admin/${people.admin.username}/profile/`)
  await expect(mainRegion(page)).toContainText(people.admin.email)
  await expectAccessible(page)
})

test('is accessible while one edits', async ({ page }) => {
  await openProfile(page)
  await button(page, 'Edit Profile').click()
  await button(page, 'Save').click()
  await expect(page.getByText('First name is required')).toBeVisible()
  await expectAccessible(page)
})
