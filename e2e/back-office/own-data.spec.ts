import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { readZip } from '../../server/test/zip-reader.ts'
import { button, expect, expectAccessible, expectAnswer, test } from '../support/fixtures.ts'
import { registerUser, signInByApi } from '../support/new-user.ts'

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

test('the sections about one’s own data are accessible', async ({ page }) => {
  await openProfile(page)
  await button(page, 'Download your data').click()
  await expectAccessible(page)
})
