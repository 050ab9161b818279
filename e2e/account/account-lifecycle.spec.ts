import { expect, openPage, test, waitForHydration } from '../support/fixtures.ts'
import { mailedLink } from '../support/mailed-links.ts'
import { logIn } from '../support/new-user.ts'

test('a person registers, forgets the password and returns', { tag: '@slow' }, async ({ page, browser, expects }) => {
  expects.errors.push(/401 \(Unauthorized\)/) // the new password ends the session of the first browser
  const name = `traveller${Math.random().toString(36).slice(2, 8)}`
  const email = `${name}@people.example`
  await page.goto('/about/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contributor login' }).click()
  await expect(page).toHaveURL('/contributor/auth/')
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Register' }).click()
  await page.getByLabel('Username').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Phone number').fill('01234567890')
  await page.getByLabel('Password', { exact: true }).fill('glass-case-2')
  await page.getByLabel('Confirm password').fill('glass-case-2')
  await page.getByLabel(/terms/).check()
  await page.getByRole('button', { name: 'Open account' }).click()
  await expect(page.getByText('Register successfully')).toBeVisible()
  await expect(page).toHaveURL(`/contributor/${name}/upload-images/`)

  const other = await (await browser.newContext()).newPage()
  await test.step('in another browser the forgotten password is reset by mail', async () => {
    await openPage(other, '/forgot-password/')
    await other.getByLabel('Email').fill(email)
    await other.getByRole('button', { name: 'Send the link' }).click()
    await openPage(other, await mailedLink('confirm-password', email))
    await other.getByLabel('New password').fill('glass-case-3')
    await other.getByLabel('Confirm password').fill('glass-case-3')
    await other.getByRole('button', { name: 'Set password' }).click()
    await expect(other.getByText('Password reset successful!')).toBeVisible()
    await expect(other).toHaveURL('/password-change-successful/')
    await expect(other.getByRole('heading', { level: 1 })).toHaveText('Your password is set')
    await other.getByRole('link', { name: 'Back to contributor login' }).click()
    await logIn(other, { email, password: 'glass-case-3' })
    await expect(other).toHaveURL(`/contributor/${name}/`)
  })
  await other.context().close()
})
