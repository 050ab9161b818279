import type { Page } from '@playwright/test'
import { expect, people } from '../support/fixtures.ts'
import { signInByApi } from '../support/new-user.ts'
import { testPageStates } from '../support/page-states.ts'
import { sendCounterNotice, takenDownPicture } from '../support/taken-down.ts'

/** What was taken down, with every state of its copies at the CDN. */
const takenDown = {
  images: [
    { copies: 1, gone_seconds: 12.4, host: null, status: null, checked_at: null, is_checking: false },
    { copies: 2, gone_seconds: null, host: null, status: null, checked_at: null, is_checking: true },
    { status: 200, is_checking: true },
    { host: 'pictures-of-the-library.png.example', status: null, is_checking: false },
    null,
  ].map((cdn, n) => ({
    id: 9 - n,
    image_id: n + 1,
    at: '2026-11-02T10:00:00Z',
    title: n ? 'Golden apple' : 'A golden apple on a silver plate, with leaves and a long shadow on the left',
    owner: n === 3 ? null : 'contributor-with-a-long-name',
    by: 'curator',
    reason: n === 1 ? 'offensive' : 'copyright',
    state: (['down', 'ended', 'down', 'too_late', 'undoable'] as const)[n],
    others: n === 2 ? [{ id: 99, title: 'The same apple', owner: 'curator', state: 'down', objection: null }] : [],
    objection: n > 2 ? null : { kind: n ? 'counter_notice' : 'objection', outcome: n ? null : 'kept_down' },
    cdn: cdn && {
      ...{ copies: 1, gone_seconds: null, host: 'imagedelivery.net', checked_at: '2026-11-02T10:02:00Z' },
      ...cdn,
    },
  })),
}

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
    'objection-sent': {
      path: async (page) => (await answeredPicture(page)).path,
      prepare: (page) => expect(page.getByText('We have your counter-notice')).toBeVisible(),
    },
    'report-countered': {
      path: async (page) => (await answeredPicture(page)).reportPath,
      prepare: (page) => expect(page.getByText('Counter-notice of the contributor')).toBeVisible(),
    },
    'reports-objection': {
      path: '/',
      prepare: async (page) => {
        const picture = await answeredPicture(page)
        await signInByApi(page, people.admin)
        await page.route('**/reports/taken-down/', (route) => route.fulfill({ json: takenDown }))
        await page.goto(`/admin/${people.admin.username}/reports/?username=${picture.username}`)
        await expect(page.getByText('12 St James’s Square')).toBeVisible()
        await expect(page.getByText('Notice of copyright by Grace')).toBeVisible()
        await page.getByRole('heading', { name: 'Latest take-downs' }).scrollIntoViewIfNeeded()
      },
    },
  },
  '@slow',
)
