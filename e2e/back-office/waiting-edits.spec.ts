import type { Page } from '@playwright/test'
import { button, expect, expectAccessible, people, test } from '../support/fixtures.ts'
import { adminApi, contributorWithImages, sidePanel, tileOf } from '../support/managed-images.ts'
import { signInByApi, storeSession } from '../support/new-user.ts'
import { replaceFile } from '../support/pending-images.ts'
import { ownPicture } from '../support/pictures.ts'
import { currentTitle, decide, openReview } from '../support/review-page.ts'

/** A contributor with one public image. */
async function contributorWithPublicImage(page: Page) {
  const person = await contributorWithImages(page, 'heron in snow')
  const admin = await adminApi(page)
  await admin.approve(person.ids)
  const [id] = person.ids as [number]
  const propose = (title: string) => person.call('PUT', `/images/update/${id}/`, { title: `${person.word} ${title}` })
  return { ...person, id, propose }
}

const titleOnPage = async (page: Page, slug: string) => {
  const response = await page.request.get(`/image/${slug}/`)
  return [response.status(), /<h1[^>]*>([^<]*)/.exec(await response.text())?.[1]]
}

test('an edit of a public image waits, is shown with its differences, and can be discarded', async ({ page }) => {
  const { listPath, word } = await contributorWithPublicImage(page)
  await page.goto(listPath('approved'))
  await tileOf(page, 'heron in snow').getByRole('link').click()
  await sidePanel(page).getByLabel('Title').fill(`${word} grey heron in snow`)
  await expect(sidePanel(page)).toContainText('your edit waits for review')
  await button(page, 'Save').click()
  await expect(page.getByText(/Image update successfully! Your edit waits for review/)).toBeVisible()
  await expect(tileOf(page, 'heron in snow')).toContainText('Edit waiting')
  expect(await titleOnPage(page, `${word}-heron-in-snow`)).toEqual([200, `${word} heron in snow`])

  await page.goto(listPath('pending'))
  await expect(page.getByRole('heading', { name: 'Pending images: 0 · 1 edit' })).toBeVisible()
  await tileOf(page, 'heron in snow').getByRole('link').click()
  await expect(sidePanel(page).getByLabel('Title')).toHaveValue(`${word} grey heron in snow`)
  await expect(sidePanel(page).getByRole('insertion')).toHaveText('grey')
  await expectAccessible(page)
  await button(page, 'Discard edit').click()
  await expect(page.getByText('Edit discarded.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Pending images: 0', exact: true })).toBeVisible()
})

test('an admin rejects an edit and its new file in the panel, with a reason that its contributor reads', async ({
  page,
}) => {
  const { listPath, word, propose, session, id } = await contributorWithPublicImage(page)
  await propose('BUY NOW')
  await replaceFile(page, session, id, await ownPicture(96, 96))
  await signInByApi(page, people.admin)
  await page.goto(`/admin/${people.admin.username}/pending-images/?title=${word}`)
  await tileOf(page, 'heron in snow').getByRole('link').click()
  await expect(sidePanel(page).getByRole('img', { name: `New file of “${word} heron in snow”` })).toBeVisible()
  await sidePanel(page).getByRole('button', { name: 'Reject edit' }).click()
  const dialog = page.getByRole('dialog', { name: `Reject the edit of “${word} heron in snow”?` })
  await expectAccessible(page)
  await dialog.getByLabel('In your own words').fill('No advertising, please.')
  await dialog.getByRole('button', { name: 'Reject edit' }).click()
  await expect(page.getByText('Edit rejected.')).toBeVisible()
  await expect(sidePanel(page)).toHaveCount(0)

  await storeSession(page, session)
  await page.goto(listPath('approved'))
  await tileOf(page, 'heron in snow').getByRole('link').click()
  await sidePanel(page).getByText('History').click()
  await expect(sidePanel(page)).toContainText('Edit rejected')
  await expect(sidePanel(page)).toContainText('No advertising, please.')
})

test('review shows what an edit changes, and approving it changes the page under its old address', async ({ page }) => {
  const { id, propose, username, word } = await contributorWithPublicImage(page)
  await propose('heron in deep snow')
  const admin = await adminApi(page)
  await openReview(page, username)
  await expect(currentTitle(page)).toHaveText(`${word} heron in snow`)
  const edit = page.getByRole('region', { name: 'Edit waiting' })
  await expect(edit.getByRole('insertion')).toHaveText('deep')
  await expectAccessible(page)
  await decide(page, 'a')
  await expect.poll(() => titleOnPage(page, `${word}-heron-in-snow`)).toEqual([200, `${word} heron in deep snow`])
  const { decisions } = await admin.call('GET', `/images/history/${id}/`)
  expect(decisions[0]).toMatchObject({ status: 'approved', about_edit: true })
  await page.keyboard.press('z')
  await expect(edit.getByRole('insertion')).toHaveText('deep')
  await expect.poll(() => titleOnPage(page, `${word}-heron-in-snow`)).toEqual([200, `${word} heron in snow`])
})

test('the preview of a CSV says how many changes wait for review', { tag: '@slow' }, async ({ page }) => {
  const { listPath, id, word } = await contributorWithPublicImage(page)
  await page.goto(listPath('approved'))
  await button(page, 'Upload CSV').click()
  const table = (rows: string) => ({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(`ID,Title\n${rows}`) })
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Choose a CSV file').setInputFiles(table(`${id},${word} wolf\n999999,Nothing\n`))
  await expect(dialog).toContainText('1 to change, all of them wait for review · 0 as they are · 1 wrong')
  await dialog.getByRole('button', { name: 'Change 1 image' }).click()
  await expect(dialog).toContainText('1 changed, 1 wrong')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(tileOf(page, 'heron in snow')).toContainText('Edit waiting')
})
