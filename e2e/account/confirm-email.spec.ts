import { aPng } from '../../server/test/png.ts'
import { expect, expectAccessible, openPage, test } from '../support/fixtures.ts'
import { mailedLink, mailedLinks } from '../support/mailed-links.ts'
import { tileOf } from '../support/managed-images.ts'
import { openOwnPage, registerUnconfirmedUser } from '../support/new-user.ts'

const notConfirmed = (email: string) => `Please confirm your e-mail address first: we sent a link to ${email}.`

test('a new contributor confirms the address in another browser and uploads', async ({ page, browser, expects }) => {
  expects.errors.push(/403|429/)
  const person = await openOwnPage(page, 'upload-images/', registerUnconfirmedUser)
  const notice = page.getByRole('status').filter({ hasText: notConfirmed(person.email) })
  await expect(notice).toBeVisible()
  await expectAccessible(page)
  await mailedLink('confirm-email', person.email)
  await page.getByRole('button', { name: 'Send it again' }).click()
  await expect(page.getByText('We sent a new link to your e-mail address.')).toBeVisible()
  await expect.poll(async () => (await mailedLinks('confirm-email', person.email)).length).toBe(2)
  await page.getByRole('button', { name: 'Send it again' }).click()
  await expect(page.getByText(/^Too many attempts. Please try again in/)).toBeVisible()
  const png = aPng({ width: 40, height: 30, seed: Math.floor(Math.random() * 1e9) })
  await page.locator('input[type=file]').first().setInputFiles({ name: 'fox.png', mimeType: 'image/png', buffer: png })
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(notConfirmed(person.email))

  await test.step('the link confirms at the press of a button, without a sign-in, and again', async () => {
    const other = await (await browser.newContext()).newPage()
    for (const time of ['first', 'second']) {
      await openPage(other, await mailedLink('confirm-email', person.email))
      await other.getByRole('button', { name: 'Confirm my address' }).click()
      await expect(other.getByText('Your address is confirmed.'), time).toBeVisible()
    }
    await other.getByRole('link', { name: 'Back to contributor login' }).click()
    await expect(other.getByRole('form', { name: 'Login Form' })).toBeVisible()
    await other.context().close()
  })

  await test.step('the notice disappears when the person returns to the tab, and the upload succeeds', async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    await expect(notice).toBeHidden()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(tileOf(page, 'Fox')).toContainText('Draft')
  })

  await page.goto(await mailedLink('confirm-email', person.email))
  await page.getByRole('button', { name: 'Confirm my address' }).click()
  await page.getByRole('link', { name: 'Upload images' }).click()
  await expect(page.getByRole('button', { name: 'Choose images' })).toBeVisible()
})

test('an invalid link takes the button’s place; another failure leaves it', async ({ page, expects }) => {
  expects.errors.push(/400|503/)
  const json = { code: 'unavailable', message: 'The library cannot be reached at the moment.' }
  const confirmation = '**/user/confirm-email/**'
  await page.route(confirmation, (route) => route.fulfill({ status: 503, json }))
  await page.goto('/confirm-email/MQ/t1.nothing/')
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  const button = page.getByRole('button', { name: 'Confirm my address' })
  await button.click()
  await expect(page.getByText(json.message)).toBeVisible()
  await page.unroute(confirmation)
  await button.click()
  await expect(page.getByText('This link does not work.')).toBeVisible()
  await expect(button).toBeHidden()
  await expectAccessible(page)
})

test('a mail’s “unsubscribe” opens a page with one button', async ({ page, expects }) => {
  expects.errors.push(/400/)
  await page.goto('/stop-mails/MQ/t1.nothing/')
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await page.getByRole('button', { name: 'Stop the mails' }).click()
  await expect(page.getByText('This link does not work. Please choose on your profile what we mail you.')).toBeVisible()
  await expectAccessible(page)
})
