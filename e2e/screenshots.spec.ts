import { expect, people } from './support/fixtures.ts'
import { testPageStates } from './support/page-states.ts'

const passwordPage = `/contributor/${people.contributor.username}/chnage-password/`
const uploadPage = `/contributor/${people.contributor.username}/upload-images/`

testPageStates({
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
    isSlow: true,
    path: '/image/golden-apple/report/',
    status: 400,
    prepare: async (page) => {
      await page.getByLabel('It is mine, or I speak for its maker').check()
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
  'terms-changed': {
    isSlow: true,
    path: uploadPage,
    signedInAs: 'contributor',
    prepare: async (page) => {
      await page.route('**/user/profile/', async (route) => {
        const [profile] = await (await route.fetch()).json()
        await route.fulfill({ json: [{ ...profile, terms_version: 1 }] })
      })
      await page.reload()
      await expect(page.getByText('Our terms have changed')).toBeVisible()
    },
  },
  'close-account-refused': {
    isSlow: true,
    path: `/contributor/${people.contributor.username}/profile/`,
    signedInAs: 'contributor',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Close account' }).click()
      await page.getByRole('button', { name: 'Close account for good' }).click()
      await expect(page.getByText('Choose what becomes of your images.')).toBeVisible()
    },
  },
  'password-set': { path: '/password-change-successful/' },
  password: {
    isSlow: true,
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
})
