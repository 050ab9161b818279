import type { Page } from '@playwright/test'
import { expect, people } from '../support/fixtures.ts'
import { signInByApi } from '../support/new-user.ts'
import { testPageStates } from '../support/page-states.ts'
import { sendCounterNotice, takenDownPicture } from '../support/taken-down.ts'

/** A picture that was taken down, and answered by a counter-notice. */
async function answeredPicture(page: Page) {
  const picture = await takenDownPicture(page, 'Lamp')
  await sendCounterNotice(page, picture)
  return picture
}

testPageStates(
  {
    'image-taken-down': {
      path: async (page) => `/image/${(await takenDownPicture(page, 'Lamp')).slug}/`,
      status: 410,
      prepare: (page) => expect(page.getByRole('heading', { name: 'This image was taken down.' })).toBeVisible(),
    },
    'counter-notice-sent': {
      path: async (page) => (await answeredPicture(page)).path,
      prepare: (page) => expect(page.getByText('We have your counter-notice')).toBeVisible(),
    },
    'report-countered': {
      path: async (page) => (await answeredPicture(page)).reportPath,
      prepare: (page) => expect(page.getByText('Counter-notice of the contributor')).toBeVisible(),
    },
    'reports-counter-notice': {
      path: '/',
      prepare: async (page) => {
        const picture = await answeredPicture(page)
        await signInByApi(page, people.admin)
        await page.goto(`/admin/${people.admin.username}/reports/?username=${picture.username}`)
        await expect(page.getByText('12 St James’s Square')).toBeVisible()
        await expect(page.getByText('Notice of copyright by Grace')).toBeVisible()
      },
    },
  },
  '@slow',
)
