import type { Page } from '@playwright/test'
import { expect, expectAccessible, openPage, people, test } from '../support/fixtures.ts'
import { openAdminPage } from '../support/new-user.ts'

async function openSearchPage(page: Page) {
  await openAdminPage(page, 'search/')
  await expect(page.getByRole('heading', { name: 'What visitors search for' })).toBeVisible()
}

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Records what this page's beacons report; Playwright does not show the bodies of these requests. */
async function recordReports(page: Page) {
  const reports: object[] = []
  await page.exposeFunction('recordReport', (text: string) => reports.push(JSON.parse(text)))
  await page.addInitScript(() => {
    const sendBeacon = navigator.sendBeacon.bind(navigator)
    navigator.sendBeacon = (url, body) => {
      void (body as Blob).text().then(Reflect.get(window, 'recordReport'))
      return sendBeacon(url, body)
    }
  })
  return reports
}

test('searches are counted while that is on; one gets a synonym', { tag: '@slow' }, async ({ page }) => {
  const reports = await recordReports(page)
  await openPage(page, '/?title=lantern')
  await page.getByRole('link', { name: 'Red lantern' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Red lantern' })).toBeVisible()
  expect(reports).toEqual([])
  await openSearchPage(page)
  await page.getByRole('button', { name: 'Count searches' }).click()
  await expect(page.getByText('Searches are counted from now on.')).toBeVisible()

  for (let visit = 0; visit < 3; visit++) {
    await page.goto('/?title=zygomorph')
    await expect.poll(() => reports.length).toBe(visit + 1)
  }
  expect(reports).toEqual(Array(3).fill({ question: 'zygomorph', images: 0, is_corrected: false }))

  // Within the app: the next search, filters of it, its second image, and back.
  reports.length = 0
  await page.getByRole('searchbox', { name: 'Search' }).or(page.getByPlaceholder('Search images...')).fill('lantern')
  await page.keyboard.press('Enter')
  await expect.poll(() => reports).toEqual([{ question: 'lantern', images: 10, is_corrected: false }])
  await page
    .getByRole('list')
    .filter({ has: page.getByRole('link', { name: 'Red lantern' }) })
    .getByRole('img')
    .nth(1)
    .click()
  await expect(page).toHaveURL(/\/image\//)
  await page.goBack()
  await expect(page.getByText('10 images')).toBeVisible()
  expect(reports.slice(1)).toEqual([{ question: 'lantern', opened: 2 }])

  await openSearchPage(page)
  const notFound = section(page, 'Not found')
  await expect(async () => {
    await page.reload()
    await expect(notFound.getByText('zygomorph')).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expect(notFound.getByRole('listitem').filter({ hasText: 'zygomorph' })).toContainText('3 times, found nothing')
  await expect(section(page, 'Totals')).toContainText(/Without an answer\d+ \(\d+ %\)/)
  await notFound.getByRole('button', { name: 'Add a synonym of “zygomorph”' }).click()
  await expect(page.getByLabel('What people type')).toHaveValue('zygomorph')
  await expect(page.getByLabel('What it means')).toBeFocused()
  await page.keyboard.type('lantern')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Synonym added.')).toBeVisible()
  await expect(section(page, 'Synonyms')).toContainText('zygomorph finds and is found by lantern')
  await expectAccessible(page)

  await page.getByRole('link', { name: '90 days' }).click()
  await expect(page).toHaveURL(`/admin/${people.admin.username}/search/?days=90`)
  await expect(notFound.getByText('zygomorph')).toBeVisible()
  await page.getByRole('button', { name: 'Stop counting' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stop counting' }).click()
  await expect(page.getByText('what was counted is deleted')).toBeVisible()
  await page.goto('/?title=zygomorph')
  await expect(page.getByText('10 images')).toBeVisible()
})

test('synonyms are checked, changed and deleted', { tag: '@slow' }, async ({ page, expects }) => {
  expects.errors.push(/400|409/)
  await openSearchPage(page)
  const list = section(page, 'Synonyms')
  await page.getByRole('button', { name: 'Add synonym' }).click()
  await expect(page.getByText('What people type is required.')).toBeVisible()
  await page.getByLabel('What people type').fill('a paper lamp from far away')
  await page.getByLabel('What it means').fill('lantern')
  await page.getByRole('button', { name: 'Add synonym' }).click()
  await expect(list.getByText('Enter one to 3 words.')).toBeVisible()
  await page.getByLabel('What people type').fill('Paper lamp')
  await page.getByLabel('Both mean the same').uncheck()
  await page.getByRole('button', { name: 'Add synonym' }).click()
  await expect(list).toContainText('paper lamp also finds lantern')
  await expect(page.getByLabel('What people type')).toBeFocused()
  await expect(page.getByLabel('What people type')).toHaveValue('')
  await page.getByRole('button', { name: 'Edit paper lamp, lantern' }).click()
  await page.getByLabel('What it means').fill('rocket')
  await page.getByRole('button', { name: 'Save synonym' }).click()
  await expect(list).toContainText('paper lamp also finds rocket')
  await page.getByRole('button', { name: 'Delete paper lamp, rocket' }).click()
  await expect(page.getByText('Synonym deleted.')).toBeVisible()
  await expect(list).not.toContainText('paper lamp')
})
