import { fill, type Slots } from './endpoint.ts'

/** The back-office pages below a username. Their spelling is binding (requirements: #back-office-routes). */
const rooms = {
  Desk: '',
  Upload: 'upload-images/',
  Total: 'total-images/',
  Approved: 'approved-images/',
  Pending: 'pending-images/',
  Rejected: 'rejected-images/',
  Profile: 'profile/',
  Password: 'chnage-password/',
} as const

const adminRooms = {
  ...rooms,
  Users: 'users/',
  Hosting: 'cloudflare-api/',
  Review: 'review/',
  Audit: 'audit/',
  Trash: 'trash/',
} as const

/** Every address of the site. */
export const pages = {
  home: page('/'),
  about: page('/about/'),
  contact: page('/contact/'),
  terms: page('/terms/'),
  privacy: page('/privacy/'),
  image: page('/image/:slug/'),
  contributorAuth: page('/contributor/auth/'),
  adminAuth: page('/admin/auth/'),
  forgotPassword: page('/forgot-password/'),
  confirmPassword: page('/confirm-password/:uidb64/:token/'),
  passwordChanged: page('/password-change-successful/'),
  ...office('contributor', rooms),
  ...office('admin', adminRooms),
  apiDocs: page('/api/docs/'),
}
export type PageName = keyof typeof pages

/** Addresses below these are for people with an account; search engines stay away. */
export const backOffices = ['/contributor/', '/admin/']

/** All that an address may ask of a page. The rest is dropped, so it cannot fill the page cache with doubles. */
export const pageQuestions = ['title', 'category', 'keyword', 'colour', 'orientation', 'size', 'sort', 'page'] as const

/** Addresses below these are files and calls, not pages. */
export const notPages = ['/api/', '/media/', '/assets/', '/sitemaps/']

/** `.path` is for the router, `.href()` for links, mails and the sitemap. A missing slot does not compile. */
function page<P extends string>(path: P) {
  return {
    path,
    href: (...[slots]: [Slots<P>] extends [never] ? [] : [Record<Slots<P>, string>]): string => fill(path, slots ?? {}),
  }
}

type Office<Of extends string, Rooms extends Record<string, string>> = {
  [Name in keyof Rooms & string as `${Of}${Name}`]: Page<`/${Of}/:username/${Rooms[Name]}`>
}
type Page<P extends string> = ReturnType<typeof page<P>>

/** `contributorTotal`, `adminTotal` and so on. */
function office<const Of extends string, Rooms extends Record<string, string>>(of: Of, rooms: Rooms) {
  const named = Object.entries(rooms).map(([name, path]) => [of + name, page(`/${of}/:username/${path}`)])
  return Object.fromEntries(named) as Office<Of, Rooms>
}
