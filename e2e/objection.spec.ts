import type { Page } from '@playwright/test'
import { button, expect, expectAccessible, people, test } from './support/fixtures.ts'
import { signInByApi } from './support/new-user.ts'
import { sendCounterNotice, takenDownPicture } from './support/taken-down.ts'

const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true }).click()
const reportsPath = `/admin/${people.admin.username}/reports/`

async function fillCounterNotice(page: Page) {
  await page.getByLabel('A counter-notice').check()
  await page.getByLabel('Your name', { exact: true }).fill('Ada Lovelace')
  await page.getByLabel('Your postal address').fill('12 St James’s Square, London')
  await page.getByLabel('Your phone number').fill('+44 7700 900123')
  await page.getByLabel('Under penalty of perjury').check()
  await page.getByLabel('I consent to the jurisdiction').check()
  await page.getByLabel('Signature: type your name').fill('Ada Lovelace')
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a counter-notice says what is missing, keeps what was typed, and reaches the reporter', async ({
    page,
    expects,
  }) => {
    expects.errors.push(/400/)
    const { path, title, reportPath } = await takenDownPicture(page, 'Answered lamp')
    await page.goto(path)
    await expect(page.getByText(`Your picture “${title}”`)).toBeVisible()
    await expect(page.getByLabel('Your name', { exact: true })).toBeHidden()
    await page.getByLabel('A counter-notice').check()
    await page.getByLabel('Your name', { exact: true }).fill('Ada Lovelace')
    await send(page)
    await expect(page.getByText('Please check what is marked below.')).toBeVisible()
    await expect(page.getByLabel('Your name', { exact: true })).toHaveValue('Ada Lovelace')
    await expect(page.getByLabel('Your postal address')).toHaveAccessibleDescription(/required/)
    await fillCounterNotice(page)
    await send(page)
    await expect(page).toHaveURL(path)
    await expect(page.getByText('We have your counter-notice')).toBeVisible()
    await expect(page.getByText('It returns after')).toBeVisible()
    await page.goto(reportPath)
    await expect(page.getByRole('heading', { name: 'Counter-notice of the contributor' })).toBeVisible()
    await expect(page.getByText('Postal address and phone number are in the mail')).toBeVisible()
    await expect(page.getByText('12 St James’s Square, London')).toBeHidden()
  })
})

test('a counter-notice and an objection are answered: an admin keeps a picture down or brings it back', async ({
  page,
  expects,
}) => {
  expects.errors.push(/400/)
  const { path, title, username } = await takenDownPicture(page, 'Kept lamp')
  const other = await takenDownPicture(page, 'Returned lamp')
  await page.goto(path)
  await page.getByLabel('A counter-notice').check()
  await send(page)
  await expect(page.getByText('Please check what is marked below.')).toBeVisible()
  await expectAccessible(page)
  await fillCounterNotice(page)
  await send(page)
  await expect(page.getByText('We have your counter-notice')).toBeVisible()
  await page.goto(other.path)
  await page.getByLabel('An objection').check()
  await page.getByLabel('Why are we wrong?').fill('I drew it.')
  await send(page)
  await expect(page.getByText('We have your objection.')).toBeVisible()

  await signInByApi(page, people.admin)
  await page.goto(`${reportsPath}?username=${username}`)
  const line = (name: string) => page.locator('.reported-image').filter({ has: page.getByRole('heading', { name }) })
  await button(page, `Reports about ${title}`).click()
  await expect(line(title)).toContainText('Returns after')
  await expect(line(title)).toContainText('Ada Lovelace')
  await expect(line(title)).toContainText('Notice of copyright by Grace, signed “Grace”. The work:My photograph')
  await expectAccessible(page)
  await page.keyboard.press('d')
  await page.getByLabel('Why it stays down, for both sides').fill('They went to court.')
  await page.getByRole('dialog').getByRole('button', { name: 'Keep down' }).click()
  await expect(line(title)).toHaveCount(0)
  await page.goto(`${reportsPath}?username=${other.username}`)
  await button(page, `Reports about ${other.title}`).click()
  await expect(line(other.title)).toContainText('I drew it.')
  await page.keyboard.press('r')
  await expect(page.getByLabel('For the contributor, optional')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(line(other.title)).toHaveCount(0)
  await expect.poll(async () => (await page.request.get(`/image/${other.slug}/`)).status()).toBe(200)

  await page.goto(path)
  await expect(page.getByText('We have decided that the picture stays down.')).toBeVisible()
  await expect(page.getByText('They went to court.')).toBeVisible()
})

test('a counter-notice that is withdrawn with the account names neither a person nor the time of the law', {
  tag: '@slow',
}, async ({ page }) => {
  const maker = await takenDownPicture(page, 'Withdrawn lamp')
  await sendCounterNotice(page, maker)
  await maker.call('POST', '/accounts/user/close/', { password: maker.password, images: 'leave' })
  await signInByApi(page, people.admin)
  await page.goto(`${reportsPath}?image=${maker.ids[0]}`)
  const line = page.locator('.reported-image').filter({ has: page.getByRole('heading', { name: maker.title }) })
  await expect(line).toContainText('Withdrawn with the account, ')
  await expect(line).not.toContainText('after the legal time')
})
