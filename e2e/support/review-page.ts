import type { Page } from '@playwright/test'
import type { Session } from '../../web/src/api/session.ts'
import { button, expect, openPage, people } from './fixtures.ts'
import { holdRequests } from './held-requests.ts'
import { authHeaders, signInByApi } from './new-user.ts'

/** Opens the images of a contributor as an admin, with a clock that a test can turn. */
export async function openReview(page: Page, username: string) {
  await page.clock.install()
  const session = await signInByApi(page, people.admin)
  await goToReview(page, username)
  return session
}

export async function goToReview(page: Page, username: string) {
  await openPage(page, `/admin/${people.admin.username}/review/?username=${username}`)
}

export const stageOf = (page: Page) => page.getByRole('region', { name: 'Picture' })

/** Presses a key once the picture was drawn: before that nothing can be decided. */
export async function decide(page: Page, key: string) {
  await expect(stageOf(page)).toHaveAttribute('aria-busy', 'false')
  await page.keyboard.press(key)
}

/** Clicks Approve or Reject, once the picture was drawn. */
export async function decideByClick(page: Page, name: 'Approve' | 'Approve anyway' | 'Reject') {
  await expect(stageOf(page)).toHaveAttribute('aria-busy', 'false')
  await button(page, name).click()
}

/** Holds the pictures back that are not loaded yet, until the result is called. */
export const holdPictures = (page: Page) => holdRequests(page, '**/media/**')

export const currentTitle = (page: Page) =>
  page.getByRole('region', { name: 'About this image' }).getByRole('heading').first()

/** Turns the clock of an open review on by five seconds, in which it hears what others have done. */
export const passFiveSeconds = (page: Page) => page.clock.runFor(5_100)

export const expectStatuses = (page: Page, session: Session, statuses: Record<string, string>) =>
  expect.poll(() => imageStatuses(page, session)).toMatchObject(statuses)

export async function imageStatuses(page: Page, session: Session): Promise<Record<string, string>> {
  const response = await page.request.get('/api/v1/images/user/total/', { headers: authHeaders(session) })
  const { images } = await response.json()
  return Object.fromEntries(images.map((one: { title: string; status: string }) => [one.title, one.status]))
}
