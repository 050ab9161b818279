import type { Page } from '@playwright/test'
import { button, expect, expectAccessible, test } from './support/fixtures.ts'
import { openAdminPage } from './support/new-user.ts'
import { sendCounterNotice, takenDownPicture } from './support/taken-down.ts'

const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true }).click()

async function fillCounterNotice(page: Page) {
  await page.getByLabel('Your name', { exact: true }).fill('Ada Lovelace')
  await page.getByLabel('Your postal address').fill('12 St James’s Square, London')
  await page.getByLabel('Your phone number').fill('+44 7700 900123')
  await page.getByLabel('Under penalty of perjury').check()
  await page.getByLabel('I consent to the jurisdiction').check()
  await page.getByLabel('Signature: type your name').fill('Ada Lovelace')
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a counter-notice says what is missing, keeps its text, and reaches the reporter', async ({ page, expects }) => {
    expects.errors.push(/400/)
    const { path, title, reportPath } = await takenDownPicture(page, 'Answered lamp')
    await page.goto(path)
    await expect(page.getByText(`Your picture “${title}”`)).toBeVisible()
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

test('a counter-notice is answered: the picture stays down', async ({ page, expects }) => {
  expects.errors.push(/400/)
  const { path, title, username } = await takenDownPicture(page, 'Kept lamp')
  await page.goto(path)
  await send(page)
  await expect(page.getByText('Please check what is marked below.')).toBeVisible()
  await expectAccessible(page)
  await fillCounterNotice(page)
  await send(page)
  await expect(page.getByText('We have your counter-notice')).toBeVisible()

  await openAdminPage(page, `reports/?username=${username}`)
  const line = page.locator('.reported-image').filter({ has: page.getByRole('heading', { name: title }) })
  await button(page, `Reports about ${title}`).click()
  await expect(line).toContainText('Returns after')
  await expect(line).toContainText('Ada Lovelace')
  await expect(line).toContainText('Notice of copyright by Grace, signed “Grace”. The work:My photograph')
  await expectAccessible(page)
  await page.keyboard.press('d')
  await page.getByLabel('Why, for both sides').fill('They went to court.')
  await page.getByRole('dialog').getByRole('button', { name: 'Keep down' }).click()
  await expect(page.getByText(`Kept down: ${title}`)).toBeVisible()
  await expect(line).toHaveCount(0)
  await page.goto(path)
  await expect(page.getByText('We have decided that the picture stays down.')).toBeVisible()
  await expect(page.getByText('They went to court.')).toBeVisible()
})

test('a counter-notice that is withdrawn with the account says so', {
  tag: '@slow',
}, async ({ page }) => {
  const maker = await takenDownPicture(page, 'Withdrawn lamp')
  await sendCounterNotice(page, maker)
  await maker.call('POST', '/accounts/user/close/', { password: maker.password, images: 'leave' })
  await openAdminPage(page, `reports/?image=${maker.ids[0]}`)
  const line = page.locator('.reported-image').filter({ has: page.getByRole('heading', { name: maker.title }) })
  await expect(line).toContainText('withdrawn with the account')
})
