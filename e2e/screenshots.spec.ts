import type { Page } from '@playwright/test'
import { expect, people } from './support/fixtures.ts'
import { testPageStates } from './support/page-states.ts'

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
  report: { path: '/image/golden-apple/report/' },
  about: { path: '/about/' },
  register: {
    path: '/contributor/auth/',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Register' }).click()
      await page.getByRole('button', { name: 'Open account' }).click()
      await expect(page.getByText('Username is required')).toBeVisible()
    },
  },
  'confirm-email': { path: '/confirm-email/MQ/t1.nothing/' },
})

/** Shows a page of the contributor again, with another answer to one of its calls. */
const answered = (call: string, change: object | undefined, text: string) => async (page: Page) => {
  await page.route(call, async (route) => {
    if (!change) return
    const [profile] = await (await route.fetch()).json()
    await route.fulfill({ json: [{ ...profile, ...change }] })
  })
  await page.reload()
  await expect(page.getByText(text)).toBeVisible()
}

// Of the same components as the states above, or seen by other tests.
testPageStates(
  {
    search: { path: '/?title=golden&category=Food&sort=downloads' },
    corrected: { path: '/?title=lanetrn' },
    exact: { path: `/?title=${'lanetrn'.repeat(20)}&exact=1` },
    'image-on-white': {
      path: '/image/ivory-feather/',
      prepare: (page) => page.getByRole('radio', { name: 'White' }).check(),
    },
    'image-missing': { path: '/image/no-such-image/', status: 404 },
    'contributor-past-end': { path: `/by/${people.contributor.username}/?page=9` },
    'report-status': {
      path: '/image/golden-apple/report/',
      prepare: async (page) => {
        await page.getByLabel('It is offensive or does harm').check()
        await page.getByRole('button', { name: 'Send report' }).click()
        await expect(page.getByText('Nothing yet.')).toBeVisible()
      },
    },
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
      prepare: answered('**/user/profile/', { must_confirm_email: true }, 'Please confirm your e-mail address first'),
    },
    'terms-changed': {
      path: uploadPage,
      signedInAs: 'contributor',
      prepare: answered('**/user/profile/', { terms_version: 1 }, 'Our terms have changed'),
    },
    'close-account-refused': {
      path: `/contributor/${people.contributor.username}/profile/`,
      signedInAs: 'contributor',
      prepare: async (page) => {
        await page.getByRole('button', { name: 'Close account' }).click()
        await page.getByRole('button', { name: 'Close account for good' }).click()
        await expect(page.getByText('Choose what becomes of your images.')).toBeVisible()
      },
    },
    'password-set': { path: '/password-change-successful/' },
    'sessions-loading': {
      path: passwordPage,
      signedInAs: 'contributor',
      prepare: answered('**/user/sessions/', undefined, 'Loading where you are signed in...'),
    },
  },
  '@slow',
)
