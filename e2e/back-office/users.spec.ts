import type { Page } from '@playwright/test'
import { expect, expectAccessible, people, test, waitForHydration } from '../support/fixtures.ts'
import { registerUser, signInByApi, storedSession } from '../support/new-user.ts'
import { password } from '../support/seed-data.ts'

const usersPath = `/admin/${people.admin.username}/users/`

/** An admin at the list; what it shows is narrowed to people of one's own. */
async function openUserSearch(page: Page, search: string) {
  await signInByApi(page, { email: people.admin.email, password })
  await page.goto(`${usersPath}?search=${search}`)
}

const cards = (page: Page) => page.getByRole('main').getByRole('listitem')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** So many people whose names begin alike. */
async function registerUsers(page: Page, size: number) {
  const name = `crowd${Math.random().toString(36).slice(2, 8)}`
  const answers = await Promise.all(
    Array.from({ length: size }, (_, i) =>
      page.request.post('/api/v1/accounts/user/register/', {
        data: {
          username: `${name}-${i}`,
          email: `${name}-${i}@people.example`,
          number: '01234567890',
          password: 'glass-case-2',
          confirm_password: 'glass-case-2',
          terms_accepted: true,
        },
      }),
    ),
  )
  for (const answer of answers) expect(answer.status()).toBe(201)
  return name
}

test('ten on a page; Previous and Next keep the search, and both are in the address', async ({ page }) => {
  const name = await registerUsers(page, 12)
  await openUserSearch(page, name)
  await expect(page.getByText('12 accounts')).toBeVisible()
  await expect(cards(page)).toHaveCount(10)
  await expect(page.getByText('Page 1 of 2')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Previous' })).toBeDisabled()

  await page.getByRole('link', { name: 'Next' }).click()
  await expect(cards(page)).toHaveCount(2)
  await expect(page).toHaveURL(new RegExp(`\\?search=${name}&page=2`))
  await expect(page.getByRole('heading', { name: 'Users' })).toBeInViewport()
  await page.reload()
  await expect(page.getByText('Page 2 of 2')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Next' })).toBeDisabled()
  await page.getByRole('link', { name: 'Previous' }).click()
  await expect(cards(page)).toHaveCount(10)
})

test('finds people while one types, says when there is nobody, and leads back to all', async ({ page }) => {
  const person = await registerUser(page)
  await openUserSearch(page, '')
  await waitForHydration(page)
  const search = page.getByRole('searchbox', { name: 'Search users' })
  await search.pressSequentially(person.username.toUpperCase())
  await expect(cards(page)).toHaveCount(1)
  await expect(page).toHaveURL(`${usersPath}?search=${person.username.toUpperCase()}`)
  for (const said of [person.username, person.email, '01234567890', 'Contributor', 'Active'])
    await expect(cards(page)).toContainText(said)
  await expect(cards(page).locator('time')).toHaveAttribute('datetime', /Z$/)

  await search.press('End')
  await search.pressSequentially('-nobody')
  await expect(page.getByText('No users found.')).toBeVisible()
  await page.getByRole('link', { name: 'Show everybody' }).click()
  await expect(cards(page).first()).toBeVisible()
  await expect(search).toHaveValue('')
})

test('blocks after a question, which signs out at once, and lets in again', async ({ page, browser, baseURL }) => {
  const person = await registerUser(page)
  const theirs = await browser.newContext({ baseURL: baseURL! })
  const desk = await theirs.newPage()
  await signInByApi(desk, person)
  await desk.goto(person.desk)
  await expect(desk.getByRole('heading', { level: 1 })).toBeVisible()

  await openUserSearch(page, person.username)
  await button(page, `Block ${person.username}`).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(cards(page)).toContainText('Active')
  await expect(button(page, `Block ${person.username}`)).toBeFocused()

  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Block' }).click()
  await expect(page.getByText('User updated.')).toBeVisible()
  await expect(cards(page)).toContainText('Blocked')
  await desk.reload()
  await expect(desk).toHaveURL('/')
  expect(await storedSession(desk)).toBeNull()
  const login = () => page.request.post('/api/v1/accounts/user/login/', { data: person })
  expect((await login()).status()).toBe(403)

  await button(page, `Unblock ${person.username}`).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Unblock' }).click()
  await expect(cards(page)).toContainText('Active')
  expect((await login()).status()).toBe(200)
  await theirs.close()
})

test('offers no admin to block himself, and leads to what happened', async ({ page }) => {
  await openUserSearch(page, people.admin.email)
  await expect(cards(page)).toContainText('This is you')
  await expect(cards(page)).toContainText('Admin')
  await expect(cards(page).getByRole('button')).toHaveCount(0)
  await page.getByRole('link', { name: 'What happened' }).click()
  await expect(page).toHaveURL(`/admin/${people.admin.username}/audit/?username=${people.admin.username}`)
})

test('says that it loads, and what to do when it could not', async ({ page, expects }) => {
  expects.errors.push(/403/)
  const person = await registerUser(page)
  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/users-list/**', async (route) => {
    await asked
    await route.fulfill({ status: 403, json: {} })
  })
  await openUserSearch(page, person.username)
  await expect(page.getByText('Loading users...')).toBeVisible()
  answer()
  await expect(page.getByText('Error loading users.')).toBeVisible()
  await page.unroute('**/users-list/**')
  await button(page, 'Try again').click()
  await expect(cards(page)).toHaveCount(1)
})

test('is for admins alone, and accessible', async ({ page }) => {
  const name = await registerUsers(page, 11)
  await signInByApi(page, { email: people.contributor.email, password })
  await page.goto(usersPath)
  await expect(page).toHaveURL('/')
  await openUserSearch(page, name)
  await expect(cards(page)).toHaveCount(10)
  await expectAccessible(page)
  await cards(page).first().getByRole('button').click()
  await expectAccessible(page)
})
