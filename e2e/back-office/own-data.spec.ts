import type { Page } from '@playwright/test'
import { readZip } from '../../server/test/zip-reader.ts'
import { download } from '../support/downloads.ts'
import { button, expect, expectAccessible, expectAnswer, test } from '../support/fixtures.ts'
import { adminApi, contributorWithImages } from '../support/managed-images.ts'
import { openOwnPage, storedSession } from '../support/new-user.ts'

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

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

test('an account is closed for good, with the choice of what becomes of its images', async ({ page, expects }) => {
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
