import type { Page } from '@playwright/test'
import { reportLimits } from '@vitrine/contract/vocabulary/reports/report-limits'
import { reportSentence } from '@vitrine/contract/vocabulary/reports/report-reasons'
import { drawing } from '../../server/test/drawings.ts'
import { copyrightNotice } from '../../server/test/notices.ts'
import { button, expect, expectAccessible, people, test } from '../support/fixtures.ts'
import { adminApi, contributorWithImages, contributorWithPictures } from '../support/managed-images.ts'
import { signInByApi } from '../support/new-user.ts'
import { password } from '../support/seed-data.ts'

const reportsPath = `/admin/${people.admin.username}/reports/`

/** Approved images of a new contributor, each of them reported. */
const reportedImages = async (page: Page, ...titles: string[]) =>
  reportable(page, await contributorWithImages(page, ...titles))

async function reportable(page: Page, maker: Awaited<ReturnType<typeof contributorWithImages>>) {
  const { call } = await adminApi(page)
  await call('PUT', '/images/bulk-update/', { image_ids: maker.ids, status: 'approved' })
  const { images } = await maker.call('GET', '/images/user/approved/')
  const slugs = new Map<string, string>(
    images.map(({ title, slug }: { title: string; slug: string }) => [title, slug] as const),
  )
  const slugOf = (title: string) => slugs.get(`${maker.word} ${title}`)!
  const report = async (title: string, reason: string, message = '') => {
    const data = { slug: slugOf(title), reason, message }
    const answer = await page.request.post('/api/v1/reports/', { data })
    expect(answer.status(), await answer.text()).toBe(201)
    return (await answer.json()) as { number: number; secret: string }
  }
  const line = (title: string) =>
    page.locator('.reported-image').filter({ has: page.getByRole('heading', { name: `${maker.word} ${title}` }) })
  return { ...maker, report, line, slugOf, admin: call }
}

// All tests share the queue: another may take a picture down while its thumbnail is on the way.
test.beforeEach(({ expects }) => void expects.errors.push(/410/))

async function openReports(page: Page, search = '') {
  await signInByApi(page, { ...people.admin, password })
  await page.goto(reportsPath + search)
}

const select = (page: Page, title: string) => button(page, `Reports about ${title}`).click()

test('one line per picture shows its reports, its contributor and what helps to decide', async ({ page }) => {
  const { word, report, line, username, ids, admin } = await reportedImages(page, 'Fox', 'Owl')
  await report('Fox', 'transparency', 'A halo at the tail.')
  await report('Fox', 'transparency')
  const last = await report('Fox', 'words', 'It is a dog.')
  await report('Owl', 'offensive')
  await openReports(page)
  await expect(line('Fox')).toContainText('3 reports')
  await expect(line('Fox')).toContainText('Transparency 2')
  await expect(line('Fox')).toContainText(username)
  await select(page, `${word} Fox`)
  await expect(line('Fox')).toContainText('A halo at the tail.')
  await expect(line('Fox')).toContainText('Approved, curator')
  await admin('POST', `/reports/queue/${ids[0]}/`, {
    outcome: 'withheld',
    sentence: 'We are asking its maker.',
    owner_sentence: 'Do you know her?',
    reason: 'person',
    seen_report_id: last.number,
  })
  await page.reload()
  await select(page, `${word} Fox`)
  await expect(line('Fox')).toContainText('Hidden (3 reports)')
  await expect(line('Fox')).toContainText('“We are asking its maker.”To the contributor: “Do you know her?”')
  await expect(line('Fox')).toContainText('A person’s rights')
  await expectAccessible(page)
  await page.keyboard.press('t')
  await expect(page.getByRole('dialog')).toContainText('Take')
  await expectAccessible(page)
})

test('arrow keys move through the queue, which is announced and counted in the navigation', async ({ page }) => {
  const { word, report, username } = await reportedImages(page, 'Fox', 'Owl')
  await report('Fox', 'words')
  await report('Owl', 'words')
  // Others report pictures meanwhile, which may come between the two.
  await openReports(page, `?username=${username}`)
  await select(page, `${word} Fox`)
  const current = page.locator('[aria-expanded=true]')
  const announced = page.getByRole('status').filter({ hasText: '1 report.' })
  await expect(announced).toHaveText(new RegExp(`“${word} Fox”, \\d+ of \\d+, 1 report\\.`))
  for (const [key, title] of [
    ['ArrowRight', 'Owl'],
    ['ArrowLeft', 'Fox'],
    ['ArrowDown', 'Owl'],
    ['ArrowUp', 'Fox'],
  ]) {
    await page.keyboard.press(key!)
    await expect(current).toHaveText(`${word} ${title}`)
    await expect(announced).toContainText(`“${word} ${title}”`)
  }
  await expect(page.getByRole('navigation').getByRole('link', { name: /^Reports/ })).toHaveText(/^Reports\d+$/)
})

test('a report that comes meanwhile has to be seen before a decision', async ({ page, expects }) => {
  expects.errors.push(/409/)
  const { word, report, line } = await reportedImages(page, 'Fox')
  await report('Fox', 'words')
  await openReports(page)
  await select(page, `${word} Fox`)
  await page.keyboard.press('k')
  await expect(page.getByRole('dialog')).toBeVisible()
  await report('Fox', 'person', 'That is me.')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Someone else changed this meanwhile')).toBeVisible()
  await expect(line('Fox')).toContainText('2 reports')
  await expect(page.locator('[aria-expanded=true]')).toHaveText(`${word} Fox`)
})

test('a notice of copyright comes before newer reports, gives the reason, and is read after the decision', async ({
  page,
}) => {
  const { word, report, line, slugOf, ids } = await reportedImages(page, 'Fox', 'Owl')
  const sent = await page.request.post('/api/v1/reports/', { data: { slug: slugOf('Fox'), ...copyrightNotice } })
  expect(sent.status(), await sent.text()).toBe(201)
  for (let i = 0; i < reportLimits.shown; i++) await report('Fox', 'offensive', 'It is rude.')
  await report('Owl', 'words')
  await openReports(page)
  await select(page, `${word} Fox`)
  const open = line('Fox').getByRole('region', { name: 'Open reports' }).getByRole('listitem')
  await expect(open).toHaveCount(reportLimits.shown)
  await expect(open.first()).toContainText(
    `Notice of copyright by Grace, signed “Grace”. The work:${copyrightNotice.work}`,
  )
  await line('Fox').getByRole('button', { name: 'Show more reports' }).click()
  await expect(open).toHaveCount(reportLimits.shown + 1)
  await page.keyboard.press('t')
  await expect(page.getByLabel('Reason, for the contributor')).toHaveValue('copyright')
  await page.keyboard.press('Escape')
  await expect(page.locator('dialog.dialog')).toHaveCount(0)
  await page.keyboard.press('k')
  await page.keyboard.press('Enter')
  await expect(line('Fox')).toHaveCount(0)
  await select(page, `${word} Owl`)
  await line('Owl')
    .getByRole('link', { name: `${word} Fox` })
    .click()
  await expect(page).toHaveURL(`${reportsPath}?image=${ids[0]}`)
  await expect(page.locator('.reported-image')).toHaveCount(1)
  await expect(line('Fox')).toContainText('No open reports')
  await expect(line('Fox').getByRole('group', { name: 'Decide', exact: true })).toHaveCount(0)
  await line('Fox').getByText('Its reports', { exact: true }).click()
  await expect(line('Fox')).toContainText('Notice of copyright by Grace')
  await expectAccessible(page)
})

test('a decision takes two keys, and one takes it back', async ({ page }) => {
  // Pictures that no other test uses: while one is down, its copies are refused.
  const maker = await contributorWithPictures(page, ['Fox', 'Owl'], (n) => drawing(n, 64))
  const { word, report, line, slugOf } = await reportable(page, maker)
  const { secret } = await report('Fox', 'transparency')
  await report('Owl', 'words')
  await openReports(page)
  await select(page, `${word} Fox`)
  await page.keyboard.press('t')
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Taken down: ${word} Fox`)).toBeVisible()
  await expect(line('Fox')).toHaveCount(0)
  await expect(line('Owl')).toContainText('Open reports')
  const takenDown = page.getByRole('region', { name: 'Latest take-downs' })
  await expect(takenDown).toContainText(`${word} Fox`)
  const state = async () => (await (await page.request.get(`/api/v1/reports/of/${secret}/`)).json()).state
  expect(await state()).toBe('taken_down')
  const visitor = await page.context().newPage()
  expect((await visitor.goto(`/image/${slugOf('Fox')}/`))?.status()).toBe(410)
  await expect(visitor.getByRole('heading', { name: 'This image was taken down.' })).toBeVisible()
  await expectAccessible(visitor)
  await visitor.close()
  await page.keyboard.press('z')
  await expect(page.getByText('Taken back.')).toBeVisible()
  await expect(line('Fox')).toBeVisible()
  await expect(takenDown).not.toContainText(`${word} Fox`)
  expect(await state()).toBe('open')
})

test('a contributor is blocked with their picture, their other reports are a link away, and undo returns both', async ({
  page,
}) => {
  const maker = await contributorWithPictures(page, ['Fox', 'Owl'], (n) => drawing(n + 20, 64))
  const { word, report, line, username } = await reportable(page, maker)
  await report('Fox', 'offensive')
  await report('Owl', 'offensive')
  await openReports(page)
  await select(page, `${word} Fox`)
  await line('Fox').getByRole('link', { name: '1 other picture reported' }).click()
  await expect(page).toHaveURL(`${reportsPath}?username=${username}`)
  await expect(page.locator('.reported-image')).toHaveCount(2)
  await select(page, `${word} Fox`)
  await page.keyboard.press('b')
  await expect(page.getByRole('dialog')).toContainText(`block ${username}?`)
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Taken down and blocked: ${word} Fox`)).toBeVisible()
  const { call } = await adminApi(page)
  const isBlocked = async () => (await call('GET', `/accounts/users/${username}/`)).person.is_block
  expect(await isBlocked()).toBe(true)
  await page.keyboard.press('z')
  await expect(page.getByText('Taken back.')).toBeVisible()
  expect(await isBlocked()).toBe(false)
  await expect(page.locator('.reported-image')).toHaveCount(2)
  await page.getByRole('link', { name: 'Show those of all' }).click()
  await expect(page).toHaveURL(reportsPath)
})

test('what is hidden meanwhile stays in the queue, and what is corrected opens for editing', async ({ page }) => {
  const { word, report, line, ids } = await reportedImages(page, 'Fox', 'Owl')
  const { secret } = await report('Fox', 'person')
  await report('Owl', 'words')
  await openReports(page)
  await select(page, `${word} Fox`)
  await page.keyboard.press('h')
  await page.keyboard.press('Enter')
  await expect(line('Fox')).toContainText('Hidden')
  const told = async () => (await (await page.request.get(`/api/v1/reports/of/${secret}/`)).json()).answers
  await expect.poll(told).toMatchObject([{ outcome: 'withheld', sentence: reportSentence('withheld') }])
  await select(page, `${word} Owl`)
  await page.keyboard.press('c')
  await page.getByLabel('For the contributor, optional').fill('It is an owl.')
  await page.getByRole('dialog').getByRole('button', { name: 'Correct' }).click()
  await expect(page).toHaveURL(new RegExp(`total-images/\\?title=${ids[1]}&image=${ids[1]}`))
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.getByRole('dialog').getByText('History', { exact: true }).click()
  await page.getByRole('link', { name: 'Reports about this image' }).click()
  await expect(page).toHaveURL(`${reportsPath}?image=${ids[1]}`)
  await expect(line('Owl')).toContainText('To the contributor: “It is an owl.”')
})

test('a list that comes while a decision is being stored does not bring its line back', async ({ page }) => {
  const { word, report, line, username, ids } = await reportedImages(page, 'Fox', 'Owl')
  for (const title of ['Fox', 'Owl']) await report(title, 'words')
  await openReports(page, `?username=${username}`)
  await select(page, `${word} Fox`)
  let store = () => {}
  const isStored = new Promise<void>((resolve) => (store = resolve))
  await page.route(`**/api/v1/reports/queue/${ids[0]}/`, async (route) => {
    if (route.request().method() === 'POST') await isStored
    await route.continue()
  })
  const keep = async (title: string) => {
    await expect(page.locator('[aria-expanded=true]')).toHaveText(`${word} ${title}`)
    await page.keyboard.press('k')
    await page.keyboard.press('Enter')
  }
  await keep('Fox')
  // A decision cancels a list that is on its way, and asks for another.
  const list = page.waitForEvent('requestfinished', (request) => request.url().includes('/api/v1/reports/queue/?'))
  await keep('Owl')
  await list
  await expect(page.getByText(`Kept: ${word} Owl`)).toBeVisible()
  await expect(page.getByText('No reports.', { exact: true })).toBeVisible()
  await expect(line('Fox')).toHaveCount(0)
  store()
  await expect(page.getByText(`Kept: ${word} Fox`)).toBeVisible()
  await expect(page.getByText('No reports.', { exact: true })).toBeVisible()
})

test('50 reports are cleared with two keys each', async ({ page }) => {
  test.setTimeout(180_000)
  const titles = Array.from({ length: 50 }, (_, i) => `Picture ${String(i + 1).padStart(2, '0')}`)
  const { word, report, line, username } = await reportedImages(page, ...titles)
  for (const title of titles) await report(title, 'words')
  // Others report and decide meanwhile, which moves what is on a page of all.
  await openReports(page, `?username=${username}`)
  const current = page.locator('[aria-expanded=true]')
  await select(page, `${word} ${titles[0]}`)
  let keys = 0
  for (const title of titles) {
    await expect(current).toHaveText(`${word} ${title}`)
    for (const key of ['k', 'Enter']) {
      await page.keyboard.press(key)
      keys++
    }
    await expect(line(title)).toHaveCount(0)
  }
  expect(keys).toBe(100)
})

test('a contributor has no such page', async ({ page, expects }) => {
  expects.errors.push(/403|404/)
  await signInByApi(page, { ...people.contributor, password })
  await page.goto(`/contributor/${people.contributor.username}/`)
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Reports' })).toHaveCount(0)
  expect((await page.goto(`/contributor/${people.contributor.username}/reports/`))?.status()).toBe(404)
})
