import type { Page } from '@playwright/test'
import { button, expect, expectAccessible, people, test, waitForHydration } from '../support/fixtures.ts'
import { holdRequests } from '../support/held-requests.ts'
import { adminApi } from '../support/managed-images.ts'
import { signInByApi } from '../support/new-user.ts'
import { contributorWithPendingImages } from '../support/pending-images.ts'
import {
  currentTitle,
  decide,
  decideByClick,
  expectStatuses,
  imageStatuses,
  openReview,
  passFiveSeconds,
} from '../support/review-page.ts'

const expectTally = (page: Page, words: string) => expect(page.getByText(words).first()).toBeVisible()

test('approves, rejects, skips and undoes without a trace by keyboard, for ten seconds', async ({ page }) => {
  const maker = await contributorWithPendingImages(page, 'First', 'Second', 'Third', 'Fourth')
  await openReview(page, maker.username)
  await expect(currentTitle(page)).toHaveText('First')
  await expect(page.getByText('1 of 4', { exact: true })).toBeVisible()

  await decide(page, 'a')
  await expect(currentTitle(page)).toHaveText('Second')
  await page.keyboard.press('o')
  await decide(page, 'x')
  await expect(currentTitle(page)).toHaveText('Third')
  await page.keyboard.press('s')
  await expect(currentTitle(page)).toHaveText('Fourth')
  await expectTally(page, '1 approved, 1 rejected, 1 skipped')
  await expectStatuses(page, maker.session, {
    First: 'approved',
    Second: 'rejected',
    Third: 'pending',
    Fourth: 'pending',
  })

  for (const title of ['Third', 'Second', 'First']) {
    await page.keyboard.press('z')
    await expect(currentTitle(page)).toHaveText(title)
  }
  const statuses = async () => Object.values(await imageStatuses(page, maker.session))
  await expect.poll(statuses).toEqual(Array(4).fill('pending'))
  expect((await maker.call('GET', `/images/history/${maker.id('First')}/`)).decisions).toEqual([])

  // Undone images can be decided again at once, before their new versions are known.
  await decide(page, 'a')
  await page.keyboard.press('ArrowRight')
  await expect(currentTitle(page)).toHaveText('Third')
  await page.keyboard.press('ArrowLeft')
  await expect(currentTitle(page)).toHaveText('Second')
  await decide(page, 'a')
  await expectStatuses(page, maker.session, { First: 'approved', Second: 'approved' })
  await expect(page.getByRole('region', { name: 'Queue' })).toContainText('Saved')
  await page.clock.runFor(11_000)
  await expect(button(page, 'Undo')).toBeDisabled()
  await page.keyboard.press('z')
  await expect(currentTitle(page)).toHaveText('Third')
})

test('shows facts and earlier decisions; clicks approve, reject and skip, to the end', async ({ page }) => {
  const maker = await contributorWithPendingImages(page, 'Opaque', 'Cup', 'Plate')
  const admin = await adminApi(page)
  const address = `/images/update/${maker.id('Opaque')}/`
  await admin.call('PUT', address, { status: 'rejected', reason: 'no_alpha', note: 'Not at all.' })
  await maker.call('PUT', address, { title: 'Bowl' })
  await openReview(page, maker.username)
  await expect(currentTitle(page)).toHaveText('Bowl')
  const facts = page.getByRole('region', { name: 'About this image' })
  const texts = ['TransparencyNot transparent', `By@${maker.username}`, 'CategoryAnimals', 'Keywordsheron, pond']
  for (const text of [...texts, /Size320 × 240, fewer than 512 pixels · [\d.]+ KB/])
    await expect(facts).toContainText(text)
  const history = page.getByRole('region', { name: 'History' })
  await expect(history).toContainText(`Rejected by ${people.admin.username}`)
  await expect(history).toContainText('The background is not transparent.“Not at all.”')
  await decideByClick(page, 'Approve')
  await expect(page.getByText('Nothing clear. Approve once more to publish it all the same.')).toBeVisible()
  await page.clock.setFixedTime(Date.now() + 1000)
  await decideByClick(page, 'Approve anyway')
  await expect(currentTitle(page)).toHaveText('Cup')
  await expect(facts).toContainText(/Transparency\d+ % clear, .+ soft/)
  await expect(history).toContainText('There is no decision about it yet.')
  await button(page, 'Skip').click()
  await expect(currentTitle(page)).toHaveText('Plate')
  await button(page, 'Too small').click()
  await decideByClick(page, 'Reject')
  await expect(page.getByRole('heading', { name: 'Only what you skipped still waits.' })).toBeVisible()
  await expectTally(page, '1 approved, 1 rejected, 1 skipped')

  await button(page, 'Look at the skipped one').click()
  await expect(currentTitle(page)).toHaveText('Cup')
  await decideByClick(page, 'Approve')
  await expect(page.getByRole('heading', { name: `Nothing of ${maker.username}’s waits for review.` })).toBeFocused()
  await expectStatuses(page, maker.session, { Bowl: 'approved', Cup: 'approved', Plate: 'rejected' })

  await page.getByRole('link', { name: 'Everyone’s' }).last().click()
  await expect(page).toHaveURL(`/admin/${people.admin.username}/review/`)
})

test('a rejection needs a reason or a note; the contributor reads both', async ({ page }) => {
  const maker = await contributorWithPendingImages(page, 'Halo', 'Blur', 'Last')
  await openReview(page, maker.username)
  await decideByClick(page, 'Reject')
  await expect(page.getByRole('alert').getByText('Choose a reason, or say it in your own words.')).toBeVisible()
  await expect(currentTitle(page)).toHaveText('Halo')
  await page.keyboard.press('3')
  await expect(button(page, 'Halo')).toHaveAttribute('aria-pressed', 'true')
  await page.getByLabel('In your own words').fill('Look at the hair.')
  await page.keyboard.press('Control+Enter')
  await expect(currentTitle(page)).toHaveText('Blur')
  await expect(page.getByLabel('In your own words')).toHaveValue('')
  await page.getByLabel('In your own words').fill('Not sharp.')
  await page.keyboard.press('Escape')
  await decide(page, 'x')
  await expect(currentTitle(page)).toHaveText('Last')
  await expectAccessible(page)
  await expectStatuses(page, maker.session, { Halo: 'rejected', Blur: 'rejected' })

  expect((await maker.call('GET', '/images/user/rejected/')).images).toMatchObject([
    { rejection: { reason: 'other', note: 'Not sharp.' } },
    { rejection: { reason: 'fringe', note: 'Look at the hair.' } },
  ])
})

test('character keys rest while typing, with a modifier or on repeat, and can be turned off', async ({ page }) => {
  const maker = await contributorWithPendingImages(page, 'One', 'Two', 'Three')
  await openReview(page, maker.username)
  await expect(currentTitle(page)).toHaveText('One')
  await page.getByLabel('In your own words').pressSequentially('axsz1')
  await expect(page.getByLabel('In your own words')).toHaveValue('axsz1')
  for (const key of ['Escape', 'Shift+s', 'Alt+s']) await page.keyboard.press(key)
  await expect(currentTitle(page)).toHaveText('One')
  await page.keyboard.down('s')
  await page.keyboard.down('s')
  await expect(currentTitle(page)).toHaveText('Two')
  await page.keyboard.up('s')

  await page.keyboard.press('Shift+?')
  await expect(page.getByText('Reject, for the chosen reason')).toBeVisible()
  await page.getByLabel('Use the keys that are characters').uncheck()
  await page.keyboard.press('Escape')
  await page.keyboard.press('s')
  await page.reload()
  await waitForHydration(page)
  await expect(currentTitle(page)).toHaveText('One')
  await page.keyboard.press('s')
  await expect(currentTitle(page)).toHaveText('One')
})

test('a decision that fails comes back; one of a colleague is said, and not overwritten', async ({ page, expects }) => {
  expects.errors.push(/500|409|ERR_FAILED/)
  const maker = await contributorWithPendingImages(page, 'Lost', 'Next', 'Contested', 'After', 'Revised', 'Last')
  await openReview(page, maker.username)
  await expect(currentTitle(page)).toHaveText('Lost')
  const failure = { status: 500, json: { code: 'internal', message: 'Something went wrong.' } }
  const release = await holdRequests(page, '**/images/bulk-update/', (route) => route.fulfill(failure))
  await decide(page, 'a')
  await expect(currentTitle(page)).toHaveText('Next')
  release()
  await expect(page.getByText('“Lost” may still be undecided: Something went wrong.')).toBeVisible()
  await expect(currentTitle(page)).toHaveText('Next')
  await page.unrouteAll()
  await page.route('**/api/**', (route) => route.abort())
  await decide(page, 'a')
  await expect(currentTitle(page)).toHaveText('Lost')
  await decide(page, 'a')
  await expect(page.getByRole('region', { name: 'Queue' })).toContainText('Saving 2…')
  expect(await imageStatuses(page, maker.session)).toMatchObject({ Lost: 'pending', Next: 'pending' })
  await page.unrouteAll()
  await passFiveSeconds(page)
  await expectStatuses(page, maker.session, { Lost: 'approved', Next: 'approved', After: 'pending' })

  const admin = await adminApi(page)
  await expect(currentTitle(page)).toHaveText('Contested')
  // The page does not learn of it in time.
  await page.route('**/images/review/lease/', (route) => route.abort())
  await admin.reject([maker.id('Contested')], 'fringe')
  await decide(page, 'a')
  await expect(page.getByText('“Contested” has changed meanwhile. Rejected by curator.')).toBeVisible()
  await page.unrouteAll()
  await expect(currentTitle(page)).toHaveText('After')
  await expect(page.getByText('3 of 5', { exact: true })).toBeVisible()
  await admin.approve([maker.id('After')])
  await expect(async () => {
    await passFiveSeconds(page)
    await expect(currentTitle(page)).toHaveText('Revised', { timeout: 500 })
  }).toPass()
  await expect(page.getByText('“After” has left the queue: approved by curator.')).toBeVisible()
  await expect(page.getByText('3 of 4', { exact: true })).toBeVisible()

  // Undo does not revert a later decision by another reviewer either.
  await decide(page, 'a')
  await expectStatuses(page, maker.session, { Revised: 'approved' })
  await admin.reject([maker.id('Revised')], 'quality')
  await page.keyboard.press('z')
  await expect(page.getByText('“Revised” has changed meanwhile. Rejected by curator.')).toBeVisible()
  const statuses = { Contested: 'rejected', Revised: 'rejected', Last: 'pending' }
  expect(await imageStatuses(page, maker.session)).toMatchObject(statuses)
})

test('an image is opened in review from its panel, before older ones; who else has it is said', {
  tag: '@slow',
}, async ({ page }) => {
  const maker = await contributorWithPendingImages(page, 'Oldest', 'Asked for')
  const admin = await adminApi(page)
  await signInByApi(page, people.admin)
  await page.clock.install()
  const id = maker.id('Asked for')
  await page.goto(`/admin/${people.admin.username}/pending-images/?title=${id}&image=${id}`)
  await page.getByRole('link', { name: 'Open in review' }).click()
  await expect(page).toHaveURL(`/admin/${people.admin.username}/review/?image=${id}`)
  await expect(currentTitle(page)).toHaveText('Asked for')
  await decide(page, 'a')
  await expectStatuses(page, maker.session, { 'Asked for': 'approved' })
  await page.reload()
  await expect(page.getByText('This image has left the queue: approved by curator.')).toBeVisible()
  await admin.call('PUT', `/images/update/${id}/`, { status: 'pending' })
  await page.route('**/images/review/lease/', async (route) => {
    const response = await route.fetch()
    const gone = [{ id, status: 'pending', by: 'colleague' }]
    await route.fulfill({ json: { ...(await response.json()), images: [], gone } })
  })
  await page.reload()
  await expect(page.getByText('colleague is on this image now.')).toBeVisible()
})
