import type { Page } from '@playwright/test'
import { expect, people } from './support/fixtures.ts'
import { testPageStates } from './support/page-states.ts'
import { sendCounterNotice, takenDownPicture } from './support/taken-down.ts'

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
