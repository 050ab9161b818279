import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectFit, people, test, waitForHydration } from './support/fixtures.ts'
import { signInByApi } from './support/new-user.ts'
import { sendCounterNotice, takenDownPicture } from './support/taken-down.ts'

interface PageState {
  /** The address, or what makes a page and returns its address. */
  path: string | ((page: Page) => Promise<string>)
  status?: 400 | 404 | 410
  signedInAs?: keyof typeof people
  prepare?: (page: Page) => Promise<void>
}

/** Every state of the pages loads without layout shift, fits a phone and is accessible; SCREENSHOTS=1 captures it. */
function testPageStates(states: Record<string, PageState>, tag: '@slow' | [] = []) {
  for (const [name, { path, status, signedInAs, prepare }] of Object.entries(states)) {
    test(`${name} is accessible, fits every width and loads without layout shift`, { tag }, async ({
      page,
      expects,
    }) => {
      if (status) expects.errors.push(new RegExp(`${status}`))
      if (signedInAs) await signInByApi(page, people[signedInAs])
      const address = typeof path === 'string' ? path : await path(page)
      await page.setViewportSize({ width: 360, height: 800 })
      await page.goto(address)
      await page.evaluate(() => document.fonts.ready)
      // With the typeface in the cache: how long the fallback is shown depends on the load of the machine.
      await page.reload({ waitUntil: 'networkidle' })
      expect(await layoutShift(page)).toBeLessThanOrEqual(0.01)
      if (prepare) await waitForHydration(page)
      await prepare?.(page)
      await expectFit(page)
      await page.setViewportSize({ width: 1440, height: 800 })
      await expectAccessible(page)
      await takeScreenshots(page, name)
    })
  }
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
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)))
      }),
  )

/** With SCREENSHOTS=1 captures what the page shows in all widths and both themes, to test-results/screenshots/. */
async function takeScreenshots(page: Page, name: string) {
  if (!process.env.SCREENSHOTS) return
  for (const width of [360, 768, 1440])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const path = `test-results/screenshots/${name}-${width}-${colorScheme}.png`
      await page.screenshot({ path, fullPage: true })
    }
}

const passwordPage = `/contributor/${people.contributor.username}/chnage-password/`
const uploadPage = `/contributor/${people.contributor.username}/upload-images/`

testPageStates({
  home: { path: '/' },
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
  'left-out': { path: '/?title=golden+apple+rocket' },
  nothing: { path: '/?title=zeppelin&colour=blue&orientation=square&size=500' },
  image: { path: '/image/golden-apple/' },
  contributor: { path: `/by/${people.contributor.username}/` },
  'not-found': { path: '/nowhere/', status: 404 },
  about: { path: '/about/' },
})

async function answeredPicture(page: Page) {
  const picture = await takenDownPicture(page, 'Lamp')
  await sendCounterNotice(page, picture)
  return picture
}

// Of the same components as the states above, or seen by other tests.
testPageStates(
  {
    register: {
      path: '/contributor/auth/',
      prepare: async (page) => {
        await page.getByRole('button', { name: 'Register' }).click()
        await page.getByRole('button', { name: 'Open account' }).click()
        await expect(page.getByText('Username is required')).toBeVisible()
      },
    },
    'confirm-email': { path: '/confirm-email/MQ/t1.nothing/' },
    report: { path: '/image/golden-apple/report/' },
    search: { path: '/?title=golden&category=Food&sort=downloads' },
    corrected: { path: '/?title=lanetrn' },
    exact: { path: `/?title=${'lanetrn'.repeat(20)}&exact=1` },
    'image-on-white': {
      path: '/image/ivory-feather/',
      prepare: (page) => page.getByRole('radio', { name: 'White' }).check(),
    },
    'image-missing': { path: '/image/no-such-image/', status: 404 },
    'contributor-past-end': { path: `/by/${people.contributor.username}/?page=9` },
    // Of one contributor, since other tests add reports meanwhile.
    reports: {
      path: `/admin/${people.admin.username}/reports/?username=${people.contributor.username}`,
      signedInAs: 'admin',
    },
    'report-unknown': { path: '/report/unknown/', status: 404 },
    'counter-notice-unknown': { path: '/counter-notice/unknown/', status: 404 },
    password: { path: passwordPage, signedInAs: 'contributor' },
    contact: { path: '/contact/' },
    terms: { path: '/terms/' },
    privacy: { path: '/privacy/' },
    'sign-in': { path: '/contributor/auth/' },
    'forgot-password': { path: '/forgot-password/' },
    'confirm-password': { path: '/confirm-password/MQ/t1.nothing/' },
    upload: { path: uploadPage, signedInAs: 'contributor' },
    profile: { path: `/contributor/${people.contributor.username}/profile/`, signedInAs: 'contributor' },
    'image-taken-down': { path: async (page) => `/image/${(await takenDownPicture(page, 'Lamp')).slug}/`, status: 410 },
    'counter-notice-sent': { path: async (page) => (await answeredPicture(page)).path },
    'report-countered': { path: async (page) => (await answeredPicture(page)).reportPath },
    'password-set': { path: '/password-change-successful/' },
  },
  '@slow',
)
