import type { StatusFilter } from '@vitrine/contract/calls/back-office/lists'
import type { BackOfficePageName } from '@vitrine/contract/pages'
import type { ComponentType } from 'react'
import type { CountName } from './image-counts.ts'

/** The groups of the navigation in their order; of the first the links stand alone. */
export const navGroups = ['top', 'images', 'insights', 'settings'] as const
export type NavGroup = (typeof navGroups)[number]

export interface BackOfficePage {
  title: string
  /** In the navigation, where that is not the title. */
  label?: string
  /** The group of the navigation; a page without one is linked from elsewhere. */
  nav?: NavGroup
  /** What the navigation counts: the images of a list, what waits for review, or reported images. */
  count?: CountName
  /** Each page has a chunk of its own, and is given its title. */
  load: () => Promise<ComponentType<{ title: string }>>
}

const loadList = (name: StatusFilter) => async () =>
  (await import('#pages/back-office/image-manager/image-manager-page.tsx')).imageListPage(name)

/** The pages in the order of the navigation; routes, titles and guards follow. Path and roles: contract/pages.ts. */
export const backOfficePageTable: Record<BackOfficePageName, BackOfficePage> = {
  dashboard: {
    title: 'Dashboard',
    nav: 'top',
    load: async () => (await import('#pages/back-office/dashboard/dashboard-page.tsx')).DashboardPage,
  },
  review: {
    title: 'Review mode',
    nav: 'top',
    count: 'waiting',
    load: async () => (await import('#pages/back-office/review/review-page.tsx')).ReviewPage,
  },
  reports: {
    title: 'Reports',
    nav: 'top',
    count: 'reports',
    load: async () => (await import('#pages/back-office/reports/reports-page.tsx')).ReportsPage,
  },
  upload: {
    title: 'Upload images',
    nav: 'top',
    count: 'draft',
    load: async () => (await import('#pages/back-office/upload/upload-page.tsx')).UploadPage,
  },
  users: {
    title: 'Users',
    nav: 'top',
    load: async () => (await import('#pages/back-office/users/users-page.tsx')).UsersPage,
  },
  total: { title: 'Total images', nav: 'images', count: 'total', load: loadList('total') },
  approved: { title: 'Approved images', nav: 'images', count: 'approved', load: loadList('approved') },
  pending: { title: 'Pending images', nav: 'images', count: 'pending', load: loadList('pending') },
  rejected: { title: 'Rejected images', nav: 'images', count: 'rejected', load: loadList('rejected') },
  trash: {
    title: 'Trash',
    nav: 'images',
    load: async () => (await import('#pages/back-office/trash/trash-page.tsx')).TrashPage,
  },
  person: {
    title: 'User',
    load: async () => (await import('#pages/back-office/users/person-page.tsx')).PersonPage,
  },
  search: {
    title: 'Search',
    nav: 'insights',
    load: async () => (await import('#pages/back-office/search/search-page.tsx')).SearchPage,
  },
  audit: {
    title: 'Audit',
    nav: 'insights',
    load: async () => (await import('#pages/back-office/audit/audit-page.tsx')).AuditPage,
  },
  profile: {
    title: 'Profile',
    nav: 'settings',
    load: async () => (await import('#pages/back-office/profile/profile-page.tsx')).ProfilePage,
  },
  changePassword: {
    title: 'Password and sessions',
    label: 'Change password',
    nav: 'settings',
    load: async () => (await import('#pages/back-office/change-password/change-password-page.tsx')).ChangePasswordPage,
  },
  apiKeys: {
    title: 'API keys',
    nav: 'settings',
    load: async () => (await import('#pages/back-office/api-keys/api-keys-page.tsx')).ApiKeysPage,
  },
  cdn: {
    title: 'Cloudflare API',
    nav: 'settings',
    load: async () => (await import('#pages/back-office/cdn/cdn-page.tsx')).CdnPage,
  },
}
