import type { Page } from '@playwright/test'
import { reportLimits } from '@vitrine/contract/vocabulary/reports/report-limits'
import { reportSentences } from '@vitrine/contract/vocabulary/reports/report-reasons'
import { copyrightNotice } from '../../server/test/notices.ts'
import { button, expect, expectAccessible, people, test } from '../support/fixtures.ts'
import { holdRequests } from '../support/held-requests.ts'
import { adminApi, contributorWithImages, type Json } from '../support/managed-images.ts'
import { openAdminPage } from '../support/new-user.ts'

const reportsPath = `/admin/${people.admin.username}/reports/`

/** Approved images of a new contributor, which are to be reported. */
async function reportable(page: Page, ...titles: string[]) {
  const maker = await contributorWithImages(page, ...titles)
  const { call, approve } = await adminApi(page)
  await approve(maker.ids)
  const { images } = await maker.call('GET', '/images/user/approved/')
  const slugOf = (title: string): string => images.find((one: Json) => one.title === `${maker.word} ${title}`).slug
  const report = async (title: string, reason: string, message = '') => {
    const data = { slug: slugOf(title), reason, message }
    const answer = await page.request.post('/api/v1/reports/', { data })
    expect(answer.status(), await answer.text()).toBe(201)
    return (await answer.json()) as { number: number; secret: string }
  }
  return { ...maker, report, slugOf, admin: call }
}

/** Opens the queue, of one contributor: all tests share it, and another may take a picture down meanwhile. */
const openReports = (page: Page, username: string) => openAdminPage(page, `reports/?username=${username}`)

const facts = (page: Page) => page.getByRole('region', { name: 'About this picture' })
const titleOf = (page: Page) => facts(page).getByRole('heading', { level: 2 })

const expectShown = (page: Page, title: string) => expect(titleOf(page)).toHaveText(title)

test('a notice of copyright comes first, gives the reason, can be read later', { tag: '@slow' }, async ({ page }) => {
  const { word, report, slugOf, ids, username } = await reportable(page, 'Heron', 'Owl')
  const sent = await page.request.post('/api/v1/reports/', { data: { slug: slugOf('Heron'), ...copyrightNotice } })
  expect(sent.status(), await sent.text()).toBe(201)
  for (let i = 0; i < reportLimits.shown; i++) await report('Heron', 'offensive', 'It is rude.')
  await report('Owl', 'words')
  await openReports(page, username)
  await expectShown(page, `${word} Heron`)
  const open = facts(page).getByRole('region', { name: 'Open reports' }).getByRole('listitem')
  await expect(open).toHaveCount(reportLimits.shown)
  await expect(open.first()).toContainText(
    `Notice of copyright by Grace, signed “Grace”. The work:${copyrightNotice.work}`,
  )
  await button(page, 'Show more reports').click()
  await expect(open).toHaveCount(reportLimits.shown + 1)
  await page.keyboard.press('t')
  await expect(page.getByLabel('Reason, for the contributor')).toHaveValue('copyright')
  await page.keyboard.press('Escape')
  await expect(page.locator('dialog.dialog')).toHaveCount(0)
  for (const key of ['k', 'Enter']) await page.keyboard.press(key)
  await expect(page.getByText(`Kept: ${word} Heron`)).toBeVisible()
  await expect(page.getByText('1 of 1', { exact: true })).toBeVisible()
  await expectShown(page, `${word} Owl`)
  await facts(page)
    .getByRole('link', { name: `${word} Heron` })
    .click()
  await expect(page).toHaveURL(`${reportsPath}?image=${ids[0]}`)
  await expect(facts(page)).toContainText('No open reports')
  await expect(page.getByRole('group', { name: 'Decide', exact: true })).toHaveCount(0)
  await facts(page).getByText('Its reports', { exact: true }).click()
  await expect(facts(page)).toContainText('Notice of copyright by Grace')
})

test('a picture stands with what helps to decide; arrow keys move, and two keys decide', async ({ page, expects }) => {
  expects.errors.push(/409|410/)
  const { word, report, username, ids, admin } = await reportable(page, 'Heron', 'Owl')
  await report('Heron', 'transparency', 'A halo at the tail.')
  await report('Heron', 'transparency')
  await report('Heron', 'words', 'It is a dog.')
  await report('Owl', 'offensive')
  await openReports(page, username)
  await expectShown(page, `${word} Heron`)
  const texts = ['Transparency 2', username, 'A halo at the tail.', 'Keywordsheron, pond', 'Approved by curator']
  for (const text of [...texts, '3 reports, all from one internet connection, waiting for'])
    await expect(facts(page)).toContainText(text)
  const stage = (await page.getByRole('region', { name: 'Picture', exact: true }).boundingBox())!
  expect(stage.height).toBeGreaterThan(0.7 * page.viewportSize()!.height)
  const announced = page.getByRole('status').filter({ hasText: /of \d+, \d+ reports?\./ })
  await expect(announced).toHaveText(new RegExp(`“${word} Heron”, \\d+ of \\d+, 3 reports\\.`))
  for (const [key, title] of Object.entries({ ArrowRight: 'Owl', ArrowLeft: 'Heron' })) {
    await page.keyboard.press(key)
    await expectShown(page, `${word} ${title}`)
    await expect(announced).toContainText(`“${word} ${title}”`)
  }

  // A report that comes meanwhile has to be seen before a decision.
  await page.keyboard.press('k')
  await expect(page.getByRole('dialog')).toBeVisible()
  const { number } = await report('Heron', 'person', 'That is me.')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Someone else changed this meanwhile')).toBeVisible()
  await expectShown(page, `${word} Heron`)
  await expect(facts(page)).toContainText('4 reports')

  const answer = { sentence: 'We are asking its maker.', note: 'Do you know her?', reason: 'person' }
  await admin('POST', `/reports/queue/${ids[0]}/`, { verb: 'hide', ...answer, seen_report_id: number })
  await page.reload()
  await expectShown(page, `${word} Owl`)
  await page.keyboard.press('ArrowRight')
  await expectShown(page, `${word} Heron`)
  await expect(facts(page)).toContainText('Hidden, curator')
  await expect(facts(page)).toContainText('“We are asking its maker.”To the contributor: “Do you know her?”')
  await expect(facts(page)).toContainText('A person’s rights')
  await expectAccessible(page)
  await page.keyboard.press('t')
  await expect(page.getByRole('dialog')).toContainText('Take')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Taken down: ${word} Heron`)).toBeVisible()
  await expectShown(page, `${word} Owl`)
  await expect(facts(page)).toContainText('Open reports')
})

test('what is hidden meanwhile stays in the queue, and what is corrected opens for editing', async ({ page }) => {
  const { word, report, ids, username } = await reportable(page, 'Heron', 'Owl')
  const { secret } = await report('Heron', 'person')
  await report('Owl', 'words')
  await openReports(page, username)
  await expectShown(page, `${word} Heron`)
  for (const key of ['h', 'Enter']) await page.keyboard.press(key)
  await expect(page.getByText(`Hidden: ${word} Heron`)).toBeVisible()
  await expectShown(page, `${word} Owl`)
  await page.keyboard.press('ArrowRight')
  await expect(facts(page)).toContainText('Hidden')
  const told = async () => (await (await page.request.get(`/api/v1/reports/of/${secret}/`)).json()).answers
  await expect.poll(told).toMatchObject([{ verb: 'hide', sentence: reportSentences.hide }])
  await page.keyboard.press('ArrowLeft')
  await expectShown(page, `${word} Owl`)
  await page.keyboard.press('c')
  await page.getByLabel('For the contributor, optional').fill('It is an owl.')
  await page.getByRole('dialog').getByRole('button', { name: 'Correct' }).click()
  await expect(page).toHaveURL(new RegExp(`total-images/\\?title=${ids[1]}&image=${ids[1]}`))
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.getByRole('dialog').getByText('History', { exact: true }).click()
  await page.getByRole('link', { name: 'Reports about this image' }).click()
  await expect(page).toHaveURL(`${reportsPath}?image=${ids[1]}`)
  await expect(facts(page)).toContainText('To the contributor: “It is an owl.”')
})

test('a list that comes while a decision is being stored does not bring its picture back', async ({ page }) => {
  const { word, report, username, ids } = await reportable(page, 'Heron', 'Owl')
  for (const title of ['Heron', 'Owl']) await report(title, 'words')
  await openReports(page, username)
  await expectShown(page, `${word} Heron`)
  const store = await holdRequests(page, `**/api/v1/reports/queue/${ids[0]}/`)
  const keep = async (title: string) => {
    await expectShown(page, `${word} ${title}`)
    for (const key of ['k', 'Enter']) await page.keyboard.press(key)
  }
  await keep('Heron')
  // A decision cancels a list that is on its way, and asks for another.
  const list = page.waitForEvent('requestfinished', (request) => request.url().includes('/api/v1/reports/queue/?'))
  await keep('Owl')
  await list
  await expect(page.getByText(`Kept: ${word} Owl`)).toBeVisible()
  await expect(page.getByText('No reports.', { exact: true })).toBeVisible()
  store()
  await expect(page.getByText(`Kept: ${word} Heron`)).toBeVisible()
  await expect(page.getByText('No reports.', { exact: true })).toBeVisible()
})
