import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { readZip } from '../../server/test/zip-reader.ts'
import { button, expect, expectAccessible, expectAnswer, test } from '../support/fixtures.ts'
import { adminApi, contributorWithImages } from '../support/managed-images.ts'
import { registerUser, signInByApi, storedSession } from '../support/new-user.ts'

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

async function openProfile(page: Page) {
  const person = await registerUser(page)
  await signInByApi(page, person)
  await page.goto(`${person.dashboardPath}profile/`)
  await expect(section(page, 'Your data')).toBeVisible()
  return person
}

test('all that the library has of a person comes by the browser’s own download', async ({ page, expects }) => {
  expects.errors.push(/400 \(Bad Request\)/)
  const person = await openProfile(page)
  await button(page, 'Download your data').click()
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await page.getByLabel('Password', { exact: true }).fill('not-it')
  await button(page, 'Download').click()
  await expect(section(page, 'Your data')).toContainText('The password is not right.')

  await page.getByLabel('Password', { exact: true }).fill(person.password)
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Download').click()])
  expect(download.suggestedFilename()).toContain(`${person.username}.zip`)
  const files = readZip(await readFile(await download.path()))
  expect(JSON.parse(files.get('profile.json')!.toString())).toMatchObject({ email: person.email })
  await expectAnswer(page, 'Your download has begun.')
  await expect(button(page, 'Download your data')).toBeFocused()
})

for (const [choice, status] of [
  ['My approved images stay', 200],
  ['All my images leave', 404],
] as const)
  test(`an account is closed for good: ${choice}`, { tag: status === 200 ? [] : '@slow' }, async ({
    page,
    expects,
  }) => {
    expects.errors.push(/404 \(Not Found\)/)
    const person = await contributorWithImages(page, 'Weather vane')
    const { approve } = await adminApi(page)
    await approve(person.ids)
    const [image] = (await person.call('GET', '/images/user/approved/')).images
    await page.goto(`${person.dashboardPath}profile/`)
    await button(page, 'Close account').click()
    await button(page, 'Close account for good').click()
    const close = section(page, 'Close your account')
    await expect(close).toContainText('Choose what becomes of your images.')
    if (status === 200) await expectAccessible(page)
    await page.getByLabel(choice).check()
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await button(page, 'Close account for good').click()

    await expect(page).toHaveURL('/')
    await expect(page.locator('.Toastify').getByText('Your account is closed.')).toBeVisible()
    expect(await storedSession(page)).toBeNull()
    const login = await page.request.post('/api/v1/accounts/user/login/', { data: person })
    expect(login.status()).toBe(401)
    expect((await page.goto(`/image/${image.slug}/`))?.status()).toBe(status)
    if (status === 200) await expect(page.getByRole('main')).toContainText('A former contributor')
    await expect(page.getByRole('main')).not.toContainText(person.username)
  })
