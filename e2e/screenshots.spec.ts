import type { Page } from '@playwright/test'
import { expect, people, test } from './support/fixtures.ts'
import { signInByApi } from './support/new-user.ts'
import { password } from './support/seed-data.ts'
import { sendCounterNotice, takenDownPicture } from './support/taken-down.ts'

/**
 * Every state of the pages at phone, tablet and desktop width, in both themes: no horizontal overflow, no clipped text,
 * no layout shift. With SCREENSHOTS=1 each state is also captured to test-results/screenshots/.
 */
const widths = [360, 768, 1440]
const themes = ['light', 'dark'] as const

interface PageState {
  path: string
  status?: 400 | 404
  signedInAs?: keyof typeof people
  prepare?: (page: Page) => Promise<void>
}

const passwordPage = `/contributor/${people.contributor.username}/chnage-password/`
const uploadPage = `/contributor/${people.contributor.username}/upload-images/`

/** An upload that was refused, and one that an admin allows. */
const refusedCopies = {
  count: 2,
  copies: [null, { by: 'curator', at: '2026-11-02T10:00:00Z' }].map((allowed, n) => ({
    id: n + 1,
    at: '2026-11-01T10:00:00Z',
    username: 'contributor-with-a-long-name',
    file_name: `${'golden-apple-on-nothing-'.repeat(4)}${n}.png`,
    is_same_file: n === 0,
    similarity: n === 0 ? null : 0.987,
    orientation: n === 0 ? null : 1,
    picture: {
      title: 'Golden apple',
      reason: 'copyright',
      sentence: 'Grace made it.',
      at: '2026-10-01T10:00:00Z',
      by: null,
    },
    allowed,
  })),
}

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
    at: '2026-11-02T10:00:00Z',
    title: n ? 'Golden apple' : 'A golden apple on a silver plate, with leaves and a long shadow on the left',
    owner: n === 3 ? null : 'contributor-with-a-long-name',
    by: 'curator',
    reason: n === 1 ? 'offensive' : 'copyright',
    objection: n > 2 ? null : { kind: n ? 'counter_notice' : 'objection', outcome: n ? null : 'kept_down' },
    cdn: cdn && {
      ...{ copies: 1, gone_seconds: null, host: 'imagedelivery.net', checked_at: '2026-11-02T10:02:00Z' },
      ...cdn,
    },
  })),
}

const pageStates: Record<string, PageState> = {
  home: { path: '/' },
  search: { path: '/?title=golden&category=Food&sort=downloads' },
  filters: {
    path: '/?colour=blue&orientation=square&transparency=cutout&clean_edges=1',
    prepare: (page) => page.getByText('Filters').click(),
  },
  suggestions: {
    path: '/?keyword=fox',
    prepare: async (page) => {
      await page.getByPlaceholder('Search images...').pressSequentially('gol', { delay: 20 })
      await expect(page.getByRole('listbox')).toBeVisible()
    },
  },
  corrected: { path: '/?title=lanetrn' },
  'left-out': { path: '/?title=golden+apple+rocket' },
  exact: { path: `/?title=${'lanetrn'.repeat(20)}&exact=1` },
  nothing: { path: '/?title=zeppelin&colour=blue&orientation=square&size=500' },
  image: { path: '/image/golden-apple/' },
  'image-on-white': {
    path: '/image/ivory-feather/',
    prepare: (page) => page.getByRole('radio', { name: 'White' }).check(),
  },
  'image-missing': { path: '/image/no-such-image/', status: 404 },
  contributor: { path: `/by/${people.contributor.username}/` },
  'contributor-past-end': { path: `/by/${people.contributor.username}/?page=9` },
  'not-found': { path: '/nowhere/', status: 404 },
  report: { path: '/image/golden-apple/report/' },
  'report-refused': {
    path: '/image/golden-apple/report/',
    status: 400,
    prepare: async (page) => {
      await page.getByLabel('It is mine, or I speak for who made it').check()
      await page.getByRole('button', { name: 'Send report' }).click()
      await expect(page.getByText('Please check what is marked below.')).toBeVisible()
    },
  },
  'report-status': {
    path: '/image/golden-apple/report/',
    prepare: async (page) => {
      await page.getByLabel('It is offensive or does harm').check()
      await page.getByRole('button', { name: 'Send report' }).click()
      await expect(page.getByText('Nothing yet.')).toBeVisible()
    },
  },
  reports: {
    path: `/admin/${people.admin.username}/reports/`,
    signedInAs: 'admin',
    prepare: async (page) => {
      const data = { slug: 'ivory-feather', reason: 'transparency', message: 'A halo is left at the tip.' }
      await page.request.post('/api/v1/reports/', { data })
      await page.reload()
      await expect(page.getByText('Latest reports')).toBeVisible()
    },
  },
  'reports-decision': {
    path: `/admin/${people.admin.username}/reports/`,
    signedInAs: 'admin',
    prepare: async (page) => {
      await page.request.post('/api/v1/reports/', { data: { slug: 'ivory-anchor', reason: 'words' } })
      await page.reload()
      await expect(page.getByText('Latest reports')).toBeVisible()
      await page.keyboard.press('t')
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  objection: {
    path: '/',
    prepare: async (page) => {
      const { path } = await takenDownPicture(page, 50, 'Lamp')
      await page.goto(path)
      await page.getByLabel('A counter-notice').check()
      await expect(page.getByLabel('Your postal address')).toBeVisible()
    },
  },
  'objection-sent': {
    path: '/',
    prepare: async (page) => {
      const picture = await takenDownPicture(page, 52, 'Lamp')
      await sendCounterNotice(page, picture)
      await page.goto(picture.path)
      await expect(page.getByText('We have your counter-notice')).toBeVisible()
    },
  },
  'report-countered': {
    path: '/',
    prepare: async (page) => {
      const picture = await takenDownPicture(page, 53, 'Lamp')
      await sendCounterNotice(page, picture)
      await page.goto(picture.reportPath)
      await expect(page.getByText('Counter-notice of the contributor')).toBeVisible()
    },
  },
  'reports-objection': {
    path: '/',
    prepare: async (page) => {
      const picture = await takenDownPicture(page, 54, 'Lamp')
      await sendCounterNotice(page, picture)
      await signInByApi(page, { ...people.admin, password })
      await page.route('**/reports/taken-down/', (route) => route.fulfill({ json: takenDown }))
      await page.goto(`/admin/${people.admin.username}/reports/?username=${picture.username}`)
      await expect(page.getByText('12 St James’s Square')).toBeVisible()
      await page.getByRole('heading', { name: 'Taken down last' }).scrollIntoViewIfNeeded()
    },
  },
  'refused-copies': {
    path: `/admin/${people.admin.username}/reports/refused-copies/`,
    signedInAs: 'admin',
    prepare: async (page) => {
      await page.route('**/reports/refused-copies/?*', (route) => route.fulfill({ json: refusedCopies }))
      await page.reload()
      await expect(page.getByRole('button', { name: 'Refuse it again' })).toBeVisible()
    },
  },
  about: { path: '/about/' },
  contact: { path: '/contact/' },
  terms: { path: '/terms/' },
  privacy: { path: '/privacy/' },
  'sign-in': { path: '/contributor/auth/' },
  register: {
    path: '/contributor/auth/',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Register' }).click()
      await page.getByRole('button', { name: 'Open account' }).click()
      await expect(page.getByText('Username is required')).toBeVisible()
    },
  },
  'forgot-password': { path: '/forgot-password/' },
  'confirm-password': { path: '/confirm-password/MQ/t1.nothing/' },
  'confirm-email': { path: '/confirm-email/MQ/t1.nothing/' },
  'confirm-email-refused': {
    path: '/confirm-email/MQ/t1.nothing/',
    status: 400,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Confirm my address' }).click()
      await expect(page.getByText('This link does not work.')).toBeVisible()
    },
  },
  'upload-unconfirmed': {
    path: uploadPage,
    signedInAs: 'contributor',
    prepare: async (page) => {
      await page.route('**/user/profile/', async (route) => {
        const [profile] = await (await route.fetch()).json()
        await route.fulfill({ json: [{ ...profile, must_confirm_email: true }] })
      })
      await page.reload()
      await expect(page.getByText('Please confirm your e-mail address first')).toBeVisible()
    },
  },
  'password-set': { path: '/password-change-successful/' },
  password: {
    path: passwordPage,
    signedInAs: 'contributor',
    prepare: async (page) => {
      await page.getByLabel('New password').fill('glass-case-3')
      await page.getByRole('button', { name: 'Show what is typed' }).nth(1).click()
      await page.getByRole('main').getByRole('button', { name: 'Change password' }).click()
      await expect(page.getByText('Old password is required')).toBeVisible()
    },
  },
  'sessions-loading': {
    path: passwordPage,
    signedInAs: 'contributor',
    prepare: async (page) => {
      await page.route('**/user/sessions/', () => {})
      await page.reload()
      await expect(page.getByText('Loading where you are signed in...')).toBeVisible()
    },
  },
  'sessions-failed': {
    path: passwordPage,
    signedInAs: 'contributor',
    prepare: async (page) => {
      // A status that is neither retried nor logged to the console as an error.
      await page.route('**/user/sessions/', (route) => route.fulfill({ status: 302, json: {} }))
      await page.reload()
      await expect(page.getByText('Failed to load where you are signed in.')).toBeVisible()
    },
  },
}

for (const [name, { path, status, signedInAs, prepare }] of Object.entries(pageStates)) {
  test(`${name} fits every width in both themes and loads without layout shift`, async ({ page, expects }) => {
    if (status) expects.errors.push(new RegExp(`${status}`))
    if (signedInAs) await signInByApi(page, { ...people[signedInAs], password })
    await page.setViewportSize({ width: widths[0]!, height: 800 })
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    expect(await layoutShift(page)).toBeLessThanOrEqual(0.01)
    await prepare?.(page)
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 })
        await page.evaluate(() => new Promise(requestAnimationFrame))
        if (process.env.SCREENSHOTS)
          await page.screenshot({ path: `test-results/screenshots/${name}-${width}-${colorScheme}.png` })
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
        expect(await clippedElements(page)).toEqual([])
      }
    }
  })
}

/** The cumulative layout shift (CLS) since the page was opened. */
const layoutShift = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) sum += entry.value
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(sum), 100)
      }),
  )

/** Buttons, chips and headings whose text is wider than their box. */
const clippedElements = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.button, .chip, h1, h2')]
      .filter((element) => element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1)
      .map((element) => element.outerHTML.slice(0, 120)),
  )
