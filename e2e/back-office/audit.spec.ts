import type { Page } from '@playwright/test'
import { inDatabase } from '../support/database.ts'
import { button, expect, expectAccessible, people, test } from '../support/fixtures.ts'
import { adminApi } from '../support/managed-images.ts'
import { authHeaders, createSession, openAdminPage, registerUnconfirmedUser } from '../support/new-user.ts'
import { takenDownPicture } from '../support/taken-down.ts'

const auditPath = `/admin/${people.admin.username}/audit/`
const rows = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.locator('time') })

const eventFilter = (page: Page) => page.getByRole('combobox', { name: 'What' })

async function registerUserWithEvents(page: Page) {
  const person = await registerUnconfirmedUser(page)
  const login = '/api/v1/accounts/user/login/'
  await page.request.post(login, { data: { ...person, password: 'not-the-one' } })
  await createSession(page, person)
  const { call } = await adminApi(page)
  const [{ id }] = (await call('GET', `/accounts/users-list/?search=${person.username}`)).results
  await call('PATCH', `/accounts/user/admin/update/${id}/`, { is_active: false, is_block: true })
  return person
}

test('shows who did what, when and where, newest first, filtered by event and account', async ({ page, expects }) => {
  expects.errors.push(/403/)
  const person = await registerUserWithEvents(page)
  await page.route('**/accounts/events/**', (route) => route.fulfill({ status: 403, json: {} }), { times: 1 })
  await openAdminPage(page, 'audit/')
  await expect(page.getByText('Failed to load what happened.')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(rows(page).first()).toBeVisible()
  await page.getByRole('searchbox', { name: 'Account' }).fill(` ${person.username} `)
  await expect(rows(page)).toHaveCount(4)
  await expect(page.getByText('4 entries, kept for')).toBeVisible()
  const [blocked, signedIn, failed, registered] = await rows(page).all()
  await expect(blocked!).toContainText(people.admin.username)
  await expect(blocked!).toContainText(`Blocked · ${person.username}`)
  await expect(signedIn!).toContainText('Signed in')
  await expect(failed!).toContainText(`Sign-in failed · ${person.username}`)
  await expect(registered!).toContainText('Registered')
  await expect(registered!).toContainText('Chrome on Linux, ')
  await expect(registered!.locator('time')).toHaveAttribute('datetime', /^\d{4}-.*Z$/)
  await expect(registered!.locator('time')).toHaveText(/^[A-Z][a-z]{2} \d+, \d{4}, \d+:\d\d.[AP]M$/)
  await expectAccessible(page)

  await eventFilter(page).focus()
  await eventFilter(page).selectOption('Signed in')
  await expect(rows(page)).toHaveCount(1)
  await expect(page).toHaveURL(`${auditPath}?what=signed+in&username=${person.username}`)
  await expect(eventFilter(page)).toBeFocused()
  await eventFilter(page).selectOption('Made an admin')
  await expect(page.getByText('Nothing like this was written down.')).toBeVisible()
  await page.getByRole('link', { name: 'Show everything' }).click()
  await expect(eventFilter(page)).toHaveValue('')
  await expect(page.getByRole('searchbox', { name: 'Account' })).toHaveValue('')
  await page.goBack()
  await expect(eventFilter(page)).toHaveValue('made an admin')
  await eventFilter(page).selectOption('Signed in')
  await rows(page).getByRole('link', { name: person.username }).click()
  await expect(rows(page)).toHaveCount(4)
})

test('shows fifty entries per page', { tag: '@slow' }, async ({ page }) => {
  const person = await registerUnconfirmedUser(page)
  await inDatabase(
    `insert into audit (event, actor_id, user_id, address, user_agent)
    select 'signed in', actor_id, user_id, address, user_agent
    from audit join users on users.id = user_id, generate_series(1, 50) where username = $1 and event = 'registered'`,
    person.username,
  )
  await openAdminPage(page, `audit/?username=${person.username}`)
  await expect(rows(page)).toHaveCount(50)
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('Registered')
  await expect(page).toHaveURL(new RegExp(`\\?username=${person.username}&page=2`))
  await expect(page.getByRole('heading', { name: 'Audit' })).toBeInViewport()
})

test('a refused upload leads to the decision, is allowed, and refused again', { tag: '@slow' }, async ({ page }) => {
  const { title, picture, ...maker } = await takenDownPicture(page, 'Refused lamp')
  const images = { name: 'lamp.png', mimeType: 'image/png', buffer: picture }
  const sent = { headers: authHeaders(maker.session), multipart: { images } }
  expect((await page.request.post('/api/v1/images/upload/', sent)).status()).toBe(400)
  await openAdminPage(page, 'reports/')
  await page.getByRole('link', { name: 'Refused uploads' }).click()
  await expect(page).toHaveURL(`${auditPath}?what=upload+refused`)
  const row = rows(page).filter({ hasText: title })
  await expect(row).toContainText('Sent a picture that was taken down')
  const decision = `/admin/${people.admin.username}/reports/?image=${maker.ids[0]}`
  await expect(row.getByRole('link', { name: 'The decision about it' })).toHaveAttribute('href', decision)
  await expectAccessible(page)
  const allow = button(page, `Allow it to ${maker.username}`)
  const refuse = button(page, `Refuse it to ${maker.username} again`)
  await allow.click()
  await refuse.click()
  await expect(allow).toBeVisible()
})
