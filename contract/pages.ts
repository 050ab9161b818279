import { fillPath, type PathParams } from './endpoint.ts'

/** The back-office pages below a username. Their spelling is binding (requirements: #back-office-routes). */
const backOfficePaths = {
  Desk: '',
  Upload: 'upload-images/',
  Total: 'total-images/',
  Approved: 'approved-images/',
  Pending: 'pending-images/',
  Rejected: 'rejected-images/',
  Profile: 'profile/',
  Password: 'chnage-password/',
} as const

const adminPaths = {
  ...backOfficePaths,
  Users: 'users/',
  Hosting: 'cloudflare-api/',
  Review: 'review/',
  Audit: 'audit/',
  Trash: 'trash/',
} as const

/** Every address of the site. */
export const pages = {
  home: pageAddress('/'),
  about: pageAddress('/about/'),
  contact: pageAddress('/contact/'),
  terms: pageAddress('/terms/'),
  privacy: pageAddress('/privacy/'),
  image: pageAddress('/image/:slug/'),
  contributorAuth: pageAddress('/contributor/auth/'),
  adminAuth: pageAddress('/admin/auth/'),
  forgotPassword: pageAddress('/forgot-password/'),
  confirmPassword: pageAddress('/confirm-password/:uidb64/:token/'),
  passwordChanged: pageAddress('/password-change-successful/'),
  ...backOfficeAddresses('contributor', backOfficePaths),
  ...backOfficeAddresses('admin', adminPaths),
  apiDocs: pageAddress('/api/docs/'),
}
export type PageName = keyof typeof pages

/** Addresses below these are for people with an account; search engines stay away. */
export const backOfficePrefixes = ['/contributor/', '/admin/']

/** All that an address may ask of a page. The rest is dropped, so it cannot fill the page cache with doubles. */
export const pageQueryParams = [
  'title',
  'category',
  'keyword',
  'colour',
  'orientation',
  'size',
  'sort',
  'page',
] as const

/** Addresses below these are files and calls, not pages. */
export const nonPagePrefixes = ['/api/', '/media/', '/assets/', '/sitemaps/']

/** `.path` is for the router, `.href()` for links, mails and the sitemap. A missing slot does not compile. */
function pageAddress<P extends string>(path: P) {
  return {
    path,
    href: (...[slots]: [PathParams<P>] extends [never] ? [] : [Record<PathParams<P>, string>]): string =>
      fillPath(path, slots ?? {}),
  }
}

type BackOfficeAddresses<Of extends string, Rooms extends Record<string, string>> = {
  [Name in keyof Rooms & string as `${Of}${Name}`]: PageAddress<`/${Of}/:username/${Rooms[Name]}`>
}
type PageAddress<P extends string> = ReturnType<typeof pageAddress<P>>

/** `contributorTotal`, `adminTotal` and so on. */
function backOfficeAddresses<const Of extends string, Rooms extends Record<string, string>>(of: Of, rooms: Rooms) {
  const named = Object.entries(rooms).map(([name, path]) => [of + name, pageAddress(`/${of}/:username/${path}`)])
  return Object.fromEntries(named) as BackOfficeAddresses<Of, Rooms>
}
