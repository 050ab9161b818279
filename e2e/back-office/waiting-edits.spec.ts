import type { Locator, Page } from '@playwright/test'
import { button, expect, expectAccessible, people, test } from '../support/fixtures.ts'
import { adminApi, contributorWithImages, sidePanel, tileOf } from '../support/managed-images.ts'
import { signInByApi, storeSession } from '../support/new-user.ts'
import { replaceFile } from '../support/pending-images.ts'
import { ownPicture } from '../support/pictures.ts'
import { currentTitle, decide, holdPictures, openReview, stageOf } from '../support/review-page.ts'
import { chooseFiles, file, openOutcomes, outcomeOf } from '../support/upload-page.ts'

async function contributorWithPublicImage(page: Page) {
  const person = await contributorWithImages(page, 'heron in snow')
  const admin = await adminApi(page)
  await admin.approve(person.ids)
  const [id] = person.ids as [number]
  const propose = (title: string) => person.call('PUT', `/images/update/${id}/`, { title: `${person.word} ${title}` })
  const sendFile = async (side: number) => replaceFile(page, person.session, id, await ownPicture(side, side))
  const lastDecision = async () => (await person.call('GET', `/images/history/${id}/`)).decisions[0]
  return { ...person, id, propose, sendFile, lastDecision, title: `${person.word} heron in snow` }
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

test('an admin rejects an edit and its new file, with a reason that its contributor reads', async ({ page }) => {
  const { listPath, word, propose, sendFile, session, title } = await contributorWithPublicImage(page)
  await propose('BUY NOW')
  await sendFile(96)
  await signInByApi(page, people.admin)
  await page.goto(`/admin/${people.admin.username}/pending-images/?title=${word}`)
  await tileOf(page, 'heron in snow').getByRole('link').click()
  await expect(sidePanel(page).getByRole('img', { name: `New file of “${title}”` })).toBeVisible()
  await sidePanel(page).getByRole('button', { name: 'Reject edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reject 1 edit?' })
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

const edits = (page: Page) => page.locator('.list-of-edits > li')

test('edits of words are a list, decided about one by one or all that came together, and undone', async ({ page }) => {
  const titles = ['heron in snow', 'heron by pond', 'heron at dusk']
  const { ids, username, session, call, dashboardPath } = await contributorWithImages(page, ...titles)
  await (await adminApi(page)).approve(ids)
  await call('PATCH', '/images/update-multiple/', { image_ids: ids, add_keywords: ['grey'] })
  const publicKeywords = async () => {
    const { images } = await call('GET', '/images/user/approved/')
    return images.map(({ keywords }: { keywords: { name: string }[] }) => keywords.map(({ name }) => name).join())
  }
  const former = Array(3).fill('heron,pond')

  await openReview(page, username)
  await expect(page.getByRole('heading', { name: `Nothing of ${username}’s waits for review.` })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Edits' }).click()
  await expect(edits(page).getByRole('insertion')).toHaveText(['grey', 'grey', 'grey'])
  await expectAccessible(page)
  await edits(page).first().getByRole('link').first().focus()
  await page.keyboard.press('a')
  await expect(edits(page)).toHaveCount(2)
  await expect.poll(publicKeywords).toContain('heron,pond,grey')
  await expect(page.getByText('1 edit approved, ')).toBeVisible()
  await page.keyboard.press('z')
  await expect(edits(page).getByRole('insertion')).toHaveText(['grey', 'grey', 'grey'])
  expect(await publicKeywords()).toEqual(former)

  await edits(page).nth(1).getByRole('link').first().focus()
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog', { name: 'Reject 1 edit?' })
  await expect(dialog.getByLabel('Reason').getByRole('option')).toHaveCount(7)
  await expectAccessible(page)
  await dialog.getByLabel('Reason').selectOption('The words that are there already say it better.')
  await dialog.getByLabel('In your own words').press('Enter')
  await expect(edits(page)).toHaveCount(2)
  await expect(edits(page).nth(1).getByRole('link').first()).toBeFocused()
  await expect(button(page, /^Approve all 2 of/)).toBeVisible()
  await page.keyboard.press('Shift+A')
  await expect(page.getByText('2 edits approved, ')).toBeVisible()
  await expect(edits(page)).toHaveCount(0)
  await expect
    .poll(publicKeywords)
    .toEqual(expect.arrayContaining(['heron,pond', 'heron,pond,grey', 'heron,pond,grey']))

  await storeSession(page, session)
  await page.goto(dashboardPath)
  await expect(page.getByText('The words that are there already say it better.')).toBeVisible()
})

test('a fake found among edits of words is rejected as an image, a click away', { tag: '@slow' }, async ({ page }) => {
  const { propose, username, id, call, title } = await contributorWithPublicImage(page)
  await propose('heron in deep snow')
  await signInByApi(page, people.admin)
  await page.goto(`/admin/${people.admin.username}/pending-images/?flag=words_edited&username=${username}`)
  await expect(edits(page).getByRole('link', { name: 'Page' })).toHaveAttribute('href', /^\/image\//)
  await edits(page).getByRole('link', { name: title }).click()
  await sidePanel(page).getByLabel('Status').selectOption('Rejected')
  await sidePanel(page).getByLabel('Reason').selectOption('A checkerboard is painted into the picture.')
  await button(page, 'Save').click()
  await expect(edits(page)).toHaveCount(0)
  await expect
    .poll(async () => (await call('GET', '/images/user/rejected/')).images)
    .toMatchObject([{ id, rejection: { reason: 'checkerboard' }, waiting_edit: null }])
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

test('a new file for a public image waits in the panel beside it, and is not sent as a new image', async ({ page }) => {
  const { title, listPath, dashboardPath } = await contributorWithPublicImage(page)
  const better = await ownPicture(96, 96)
  await page.goto(listPath('approved'))
  await tileOf(page, 'heron in snow').getByRole('link').click()
  await expect(sidePanel(page)).toContainText('Visitors see the public file until the new one is approved.')
  await sidePanel(page).getByLabel('Replace file').setInputFiles(file('better.png', better))
  await expect(page.getByText('New file sent. The public one stays until it is approved.')).toBeVisible()
  await expect(sidePanel(page).getByRole('img', { name: `New file of “${title}”` })).toBeVisible()
  await expect(sidePanel(page)).toContainText('New file waits for review')
  await expect(sidePanel(page)).toContainText('96 × 96')
  await expect(tileOf(page, 'heron in snow')).toContainText('Edit waiting')

  await page.goto(`${dashboardPath}upload-images/`)
  await chooseFiles(page, [file('again.png', better)])
  await openOutcomes(page)
  await expect(outcomeOf(page, 'again.png')).toContainText(`You have this picture already: ${title}`)
  await outcomeOf(page, 'again.png').getByRole('link').click()
  await expect(sidePanel(page)).toContainText('New file waits for review')
})

test('review shows the public and the new file side by side, and approves the new one', async ({ page }) => {
  const { title, username, sendFile, lastDecision } = await contributorWithPublicImage(page)
  await sendFile(96)
  const release = await holdPictures(page)
  await openReview(page, username)
  await expect(currentTitle(page)).toHaveText(title)
  await page.keyboard.press('a')
  await expect(stageOf(page)).toHaveAttribute('aria-busy', 'true')
  await expect(currentTitle(page)).toHaveText(title)
  release()
  await expect(stageOf(page)).toHaveAttribute('aria-busy', 'false')
  const old = stageOf(page).getByRole('img', { name: 'Public now' })
  const added = stageOf(page).getByRole('img', { name: 'New file' })
  const facts = page.getByRole('region', { name: 'Edit waiting' })
  await expect(facts).toContainText('You decide about the new file alone')
  await expect(page.getByRole('region', { name: 'About this image' })).toContainText('96 × 96')
  const place = async (picture: Locator) => (await picture.boundingBox())!
  const [left, right] = [await place(old), await place(added)]
  expect([left.y, left.x + left.width <= right.x]).toEqual([right.y, true])
  await expectAccessible(page)

  await decide(page, 'f')
  await expect(page.getByRole('group', { name: 'Zoom' })).toHaveCount(1)
  await expect.poll(() => shownWidth(old)).toBeCloseTo(40, 0)
  await expect.poll(() => shownWidth(added)).toBeCloseTo(96, 0)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.keyboard.press('f')
  await expect.poll(async () => (await place(old)).y + (await place(old)).height).toBeLessThan((await place(added)).y)

  await decide(page, 'a')
  await expect.poll(lastDecision).toMatchObject({ status: 'approved', about_edit: true })
})

/** CSS pixels that a picture is wide on the screen, without the room beside it. */
const shownWidth = (picture: Locator) =>
  picture.evaluate((element: HTMLImageElement) => {
    const { width, height } = element.getBoundingClientRect()
    return element.naturalWidth * Math.min(width / element.naturalWidth, height / element.naturalHeight)
  })
