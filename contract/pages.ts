import { fillPath, type PathParams, pathTemplate } from './endpoint.ts'
import { filterNames } from './vocabulary/filters.ts'
import { type Role, roles } from './vocabulary/roles.ts'

/** Every address of the site except the back offices' (`backOfficePages`). */
export const pages = {
  home: pageAddress('/'),
  about: pageAddress('/about/'),
  contact: pageAddress('/contact/'),
  terms: pageAddress('/terms/'),
  privacy: pageAddress('/privacy/'),
  image: pageAddress('/image/:slug/'),
  report: pageAddress('/image/:slug/report/'),
  reportStatus: pageAddress('/report/:secret/', { isPrivate: true, isRenderedEach: true }),
  counterNotice: pageAddress('/counter-notice/:secret/', { isPrivate: true, isRenderedEach: true }),
  contributor: pageAddress('/by/:username/'),
  contributorAuth: pageAddress('/contributor/auth/'),
  adminAuth: pageAddress('/admin/auth/'),
  forgotPassword: pageAddress('/forgot-password/'),
  confirmPassword: pageAddress('/confirm-password/:uidb64/:token/', { isPrivate: true }),
  confirmEmail: pageAddress('/confirm-email/:uidb64/:token/', { isPrivate: true }),
  stopMails: pageAddress('/stop-mails/:uidb64/:token/', { isPrivate: true }),
  passwordChanged: pageAddress('/password-change-successful/'),
}
export type PageName = keyof typeof pages

const everyone: readonly Role[] = roles
const admins: readonly Role[] = ['admin']

/** Paths below the username, whose spelling is binding (requirements: #back-office-routes), and their roles. */
export const backOfficePages = {
  dashboard: { path: '', roles: everyone },
  review: { path: 'review/', roles: admins },
  reports: { path: 'reports/', roles: admins },
  upload: { path: 'upload-images/', roles: everyone },
  total: { path: 'total-images/', roles: everyone },
  approved: { path: 'approved-images/', roles: everyone },
  pending: { path: 'pending-images/', roles: everyone },
  rejected: { path: 'rejected-images/', roles: everyone },
  users: { path: 'users/', roles: admins },
  person: { path: 'users/:person/', roles: admins },
  audit: { path: 'audit/', roles: admins },
  trash: { path: 'trash/', roles: everyone },
  search: { path: 'search/', roles: admins },
  cdn: { path: 'cloudflare-api/', roles: admins },
  profile: { path: 'profile/', roles: everyone },
  changePassword: { path: 'chnage-password/', roles: everyone },
  apiKeys: { path: 'api-keys/', roles: everyone },
}
export type BackOfficePageName = keyof typeof backOfficePages
/** Pages whose address names only their own person. */
export type OwnPageName = Exclude<BackOfficePageName, 'person'>

/** The back-office pages of a role, in the order of the table. */
export function backOfficePageNames(role: Role): BackOfficePageName[] {
  const names = Object.keys(backOfficePages) as BackOfficePageName[]
  return names.filter((name) => backOfficePages[name].roles.includes(role))
}

/** The pattern of a back-office page's address, for the router. */
export const backOfficePath = (role: Role, name: BackOfficePageName): string =>
  `/${role === 'admin' ? 'admin' : 'contributor'}/:username/${backOfficePages[name].path}`

/** The address of one of a person's own back-office pages. */
export const backOfficeHref = (user: { role: Role; username: string }, name: OwnPageName): string =>
  fillPath(backOfficePath(user.role, name), { username: user.username })

/** The address at which an admin sees another person. */
export const personHref = ({ username }: { username: string }, person: string): string =>
  fillPath(backOfficePath('admin', 'person'), { username, person })

/** Addresses below these are for people with an account; search engines stay away. */
export const backOfficePrefixes = ['/contributor/', '/admin/']

/** What a page reads of its query; the rest is dropped, so it cannot fill the page cache with duplicates. */
export const pageQueryParams: Partial<Record<PageName, readonly string[]>> = {
  home: ['title', ...filterNames, 'sort', 'exact', 'page'],
  image: ['page'],
  contributor: ['page'],
}

/** Addresses below these are files and calls, not pages. */
export const nonPagePrefixes = ['/api/', '/media/', '/assets/', '/sitemaps/', '/feeds/']

interface PageOptions {
  /** Its address is secret: no cache, no referrer, and no HTML that depends on it (requirements: #private-pages). */
  isPrivate?: boolean
  /** A private page that works without JavaScript, so it is rendered for each request and never kept. */
  isRenderedEach?: boolean
}

/** `.path` is for the router, `.href()` for links, mails and the sitemap. A missing path parameter does not compile. */
function pageAddress<P extends string>(path: P, { isPrivate = false, isRenderedEach = false }: PageOptions = {}) {
  const fill = pathTemplate(path)
  return {
    path,
    isPrivate,
    isRenderedEach,
    href: (...[params]: [PathParams<P>] extends [never] ? [] : [Record<PathParams<P>, string>]): string =>
      fill(params ?? {}),
  }
}
