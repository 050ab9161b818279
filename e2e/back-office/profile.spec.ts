import type { Page } from '@playwright/test'
import { aPng } from '../../server/test/png.ts'
import { readZip } from '../../server/test/zip-reader.ts'
import { download } from '../support/downloads.ts'
import { button, expect, expectAccessible, expectAnswer, openPage, test } from '../support/fixtures.ts'
import { mailedLink, mailedLinks } from '../support/mailed-links.ts'
import { adminApi, contributorWithImages } from '../support/managed-images.ts'
import { openOwnPage, storedSession } from '../support/new-user.ts'

const mainRegion = (page: Page) => page.getByRole('main')
const avatarLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Your profile/ })
const portrait = { name: 'me.png', mimeType: 'image/png', buffer: aPng({ width: 90, height: 60, seed: 77 }) }
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('saves names and an avatar, which the top bar shows at once, also in other tabs', async ({ page, context }) => {
  const person = await openOwnPage(page, 'profile/')
  for (const text of [`@${person.username}`, person.email, 'Joined']) await expect(mainRegion(page)).toContainText(text)
  await expect(mainRegion(page).locator('time')).toHaveAttribute('datetime', /Z$/)
  await expect(mainRegion(page).locator('img')).toHaveCount(0)
  await expect(mainRegion(page).locator('svg text')).toHaveText('N')
  const other = await context.newPage()
  await other.goto(person.dashboardPath)
  await expect(avatarLink(other)).toBeVisible()

  await button(page, 'Edit Profile').click()
  await expect(page.getByLabel('First name')).toBeFocused()
  await page.getByLabel('First name').fill(' Ada ')
  await page.getByLabel('Last name').fill('Lovelace')
  await page.getByLabel('Choose a picture').setInputFiles(portrait)
  await expect(page.getByAltText('How it will look')).toHaveJSProperty('naturalWidth', 90)
  await button(page, 'Save').click()
  await expectAnswer(page, 'Profile updated!')

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

  // Saving without a new avatar keeps the old one.
  await button(page, 'Edit Profile').click()
  await expect(page.getByLabel('Last name')).toHaveValue('Lovelace')
  await page.getByLabel('Last name').fill('King')
  await page.getByLabel('Mail about decisions').uncheck()
  await button(page, 'Save').click()
  await expect(mainRegion(page)).toContainText('Ada King')
  await expect(page.getByRole('definition').filter({ hasText: /^Off$/ })).toHaveCount(1)
  await expect(avatarLink(page).locator('img')).toHaveJSProperty('naturalWidth', 256)
})

test('changes the e-mail address by a link to the new one', { tag: '@slow' }, async ({ page, expects }) => {
  expects.errors.push(/400/)
  const person = await openOwnPage(page, 'profile/')
  const other = { ...person, email: `moved-${person.email}` }
  await button(page, 'Change e-mail address').click()
  await expect(page.getByLabel('New e-mail address')).toBeFocused()
  await page.keyboard.type(other.email)
  await page.getByLabel('Password', { exact: true }).fill('not-this-one')
  await button(page, 'Change address').click()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription('The password is not right.')
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await button(page, 'Change address').click()
  await expect(button(page, 'Change e-mail address')).toBeFocused()
  const pending = page.getByRole('status').filter({ hasText: `We sent a link to ${other.email}.` })
  await expect(pending).toBeVisible()
  await expect(mainRegion(page)).toContainText(person.email)
  await expectAccessible(page)

  await test.step('it is sent again, and can be taken back', async () => {
    await button(page, 'Send it again').click()
    await expect(page.getByText('We sent a new link to your e-mail address.')).toBeVisible()
    await expect.poll(async () => (await mailedLinks('confirm-email', other.email)).length).toBe(2)
    await button(page, 'Keep the old address').click()
    await expect(pending).toBeHidden()
  })

  await test.step('opened in another tab, the link changes it everywhere', async () => {
    await button(page, 'Change e-mail address').press('Enter') // the toast covers it
    await page.getByLabel('New e-mail address').fill(other.email)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await mailedLinks('confirm-email', other.email)).length).toBe(3)
    const tab = await page.context().newPage()
    await openPage(tab, await mailedLink('confirm-email', other.email))
    await tab.getByRole('button', { name: 'Confirm my address' }).click()
    await expect(tab.getByText('Your new address is in use. Other devices were signed out.')).toBeVisible()
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    await expect(mainRegion(page).getByRole('definition').filter({ hasText: other.email })).toBeVisible()
    await expect(pending).toBeHidden()
    expect((await storedSession(page))?.user.email).toBe(other.email)
  })
})

test('shows a failure, missing fields and unsuitable files, and keeps what was typed', async ({ page, expects }) => {
  expects.errors.push(/400|Failed to load resource/)
  await page.route('**/user/profile/', (route) => route.fulfill({ status: 403, json: {} }), { times: 1 })
  await openOwnPage(page, 'profile/')
  await expect(page.getByText('Failed to load your profile.')).toBeVisible()
  await button(page, 'Try again').click()
  await button(page, 'Edit Profile').click()
  await page.getByLabel('First name').fill('  ')
  await expect(page.getByText('First name is required')).toBeHidden()
  await button(page, 'Save').click()
  await expect(page.getByText('First name is required')).toBeVisible()
  await expect(page.getByText('Last name is required')).toBeVisible()
  await expect(page.getByLabel('First name')).toBeFocused()
  await expectAccessible(page)
  await button(page, 'Cancel').click()
  await expect(mainRegion(page)).toContainText('No name yet')
  await button(page, 'Edit Profile').click()
  await expect(page.getByLabel('First name')).toHaveValue('')

  await button(page, 'Save').click()
  await page.getByLabel('First name').fill('Ada')
  await expect(page.getByText('First name is required')).toBeHidden()
  await page.getByLabel('Last name').fill('Lovelace')
  const avatarInput = page.getByLabel('Choose a picture')
  const wrongFormat = page.getByText('Choose a PNG, JPEG or WebP picture.')
  await avatarInput.setInputFiles({ name: 'me.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') })
  await expect(wrongFormat).toBeVisible()
  // Made in the page, since its bytes would take seconds to get there.
  await avatarInput.evaluate((input: HTMLInputElement) => {
    const { files, items } = new DataTransfer()
    items.add(new File([new Uint8Array(10_000_001)], 'me.png', { type: 'image/png' }))
    Object.assign(input, { files })
    input.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await expect(page.getByText('The picture may have at most 10 MB.')).toBeVisible()
  await avatarInput.setInputFiles({ ...portrait, buffer: Buffer.from('not a picture') })
  await expect(wrongFormat).toBeVisible()
  await button(page, 'Save').click() // not sent

  // The browser shows it, but HTML is appended to the PNG.
  const polyglot = Buffer.concat([portrait.buffer, Buffer.from('<html></html>')])
  await avatarInput.setInputFiles({ ...portrait, buffer: polyglot })
  await expect(wrongFormat).toBeHidden()
  await button(page, 'Save').click()
  await expect(page.getByRole('form').getByText('Choose a PNG, JPEG or WebP picture.')).toBeVisible()
  await page.getByLabel('Choose another picture').setInputFiles(portrait)
  await expect(page.getByRole('form').getByText('Choose a PNG, JPEG or WebP picture.')).toBeHidden()
  await page.route('**/profile/update/', (route) => route.abort(), { times: 1 })
  await button(page, 'Save').click()
  await expectAnswer(page, 'Update failed')
  await expect(page.getByLabel('First name')).toHaveValue('Ada')
  await button(page, 'Save').click()
  await expectAnswer(page, 'Profile updated!')
})

test('all that the library has of a person comes by the browser’s own download', async ({ page, expects }) => {
  expects.errors.push(/400 \(Bad Request\)/)
  const person = await openOwnPage(page, 'profile/')
  await button(page, 'Download your data').click()
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await page.getByLabel('Password', { exact: true }).fill('not-it')
  await button(page, 'Download').click()
  await expect(section(page, 'Your data')).toContainText('The password is not right.')

  await page.getByLabel('Password', { exact: true }).fill(person.password)
  const { name, bytes } = await download(page, () => button(page, 'Download').click())
  expect(name).toContain(`${person.username}.zip`)
  const files = readZip(bytes)
  expect(JSON.parse(files.get('profile.json')!.toString())).toMatchObject({ email: person.email })
  await expectAnswer(page, 'Your download has begun.')
  await expect(button(page, 'Download your data')).toBeFocused()
})

test('an account is closed for good; its images stay as is chosen', { tag: '@slow' }, async ({ page, expects }) => {
  expects.errors.push(/400 \(Bad Request\)/)
  const person = await contributorWithImages(page, 'Weather vane')
  const { approve } = await adminApi(page)
  await approve(person.ids)
  const [image] = (await person.call('GET', '/images/user/approved/')).images
  await page.goto(`${person.dashboardPath}profile/`)
  await button(page, 'Close account').click()
  await button(page, 'Close account for good').click()
  await expect(section(page, 'Close your account')).toContainText('Choose what becomes of your images.')
  await expectAccessible(page)
  /** Tries to close it, and answers what is sent of the choice. */
  const close = async (choice: string, password: string) => {
    await page.getByLabel(choice).check()
    await page.getByLabel('Password', { exact: true }).fill(password)
    const sent = page.waitForRequest('**/api/v1/accounts/user/close/')
    await button(page, 'Close account for good').click()
    return (await sent).postDataJSON().images
  }
  expect(await close('All my images leave', 'not-it')).toBe('leave')
  await expect(section(page, 'Close your account')).toContainText('The password is not right.')
  expect(await close('My approved images stay', person.password)).toBe('stay')

  await expect(page).toHaveURL('/')
  await expect(page.locator('.Toastify').getByText('Your account is closed.')).toBeVisible()
  expect(await storedSession(page)).toBeNull()
  expect((await page.goto(`/image/${image.slug}/`))?.status()).toBe(200)
  await expect(page.getByRole('main')).toContainText('A former contributor')
  await expect(page.getByRole('main')).not.toContainText(person.username)
})
