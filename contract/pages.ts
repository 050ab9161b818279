import { fill, type Slots } from './endpoint.ts'

/** Every address of the site. Spelling is part of the product (spec section 2). */
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
  contributorDesk: page('/contributor/:username/'),
  contributorUpload: page('/contributor/:username/upload-images/'),
  contributorPassword: page('/contributor/:username/chnage-password/'),
  adminDesk: page('/admin/:username/'),
  adminUpload: page('/admin/:username/upload-images/'),
  adminPassword: page('/admin/:username/chnage-password/'),
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
