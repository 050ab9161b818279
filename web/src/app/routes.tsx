import type { QueryClient } from '@tanstack/react-query'
import { type PageName, pages } from '@vitrine/contract/pages'
import type { ComponentType } from 'react'
import { matchRoutes, type Params, type RouteObject } from 'react-router'
import type { Transport } from '#api/api-client.ts'
import { approvedImagesQuery } from '#pages/home/approved-images-query.ts'
import { HomePage } from '#pages/home/home-page.tsx'
import { firstTagsQuery } from '#pages/home/tags-query.ts'
import { ImageDetailPage } from '#pages/image-detail/image-detail-page.tsx'
import { imageQuery } from '#pages/image-detail/image-query.ts'
import { NotFoundPage } from '#pages/not-found/not-found-page.tsx'
import { parseSearch } from '#search/search-state.ts'
import { backOfficeRoutes } from './back-office-routes.tsx'
import { lazyPage } from './lazy-page.tsx'

export interface Route {
  page: ComponentType
  /** Asks what the page shows, before the server renders it. */
  loader?: (by: { cache: QueryClient; send: Transport; params: Params; search: URLSearchParams }) => Promise<unknown>[]
  /** Loads the page's own chunk. */
  preload?: () => Promise<void>
}

/** Which of office-pages.ts stands at which address of contract/pages.ts. */
const rooms = {
  Desk: 'dashboard',
  Upload: 'upload',
  Total: 'total',
  Approved: 'approved',
  Pending: 'pending',
  Rejected: 'rejected',
  Profile: 'profile',
  Password: 'password',
} as const

const adminRooms = {
  ...rooms,
  Users: 'users',
  Hosting: 'hosting',
  Review: 'review',
  Audit: 'audit',
  Trash: 'trash',
} as const

/** The page of every address. Visitors' pages are in the first chunk; the others bring their own. */
export const routes = {
  home: {
    page: HomePage,
    loader: ({ cache, send, search }) => [
      cache.fetchQuery(approvedImagesQuery(send, parseSearch(search))),
      cache.prefetchQuery(firstTagsQuery(send)), // a home without tags is still one
    ],
  },
  image: {
    page: ImageDetailPage,
    loader: ({ cache, send, params }) => [cache.fetchQuery(imageQuery(send, params.slug!))],
  },
  about: lazyPage(async () => (await import('#pages/static/about/about-page.tsx')).AboutPage),
  contact: lazyPage(async () => (await import('#pages/static/contact/contact-page.tsx')).ContactPage),
  terms: lazyPage(async () => (await import('#pages/static/terms/terms-page.tsx')).TermsPage),
  privacy: lazyPage(async () => (await import('#pages/static/privacy/privacy-page.tsx')).PrivacyPage),
  contributorAuth: lazyPage(
    async () => (await import('#pages/account/contributor-auth/contributor-auth-page.tsx')).ContributorAuthPage,
  ),
  adminAuth: lazyPage(async () => (await import('#pages/account/admin-auth/admin-auth-page.tsx')).AdminAuthPage),
  forgotPassword: lazyPage(
    async () => (await import('#pages/account/forgot-password/forgot-password-page.tsx')).ForgotPasswordPage,
  ),
  confirmPassword: lazyPage(
    async () => (await import('#pages/account/confirm-password/confirm-password-page.tsx')).ConfirmPasswordPage,
  ),
  passwordChanged: lazyPage(
    async () => (await import('#pages/account/password-changed/password-changed-page.tsx')).PasswordChangedPage,
  ),
  ...backOfficeRoutes('contributor', 'user', rooms),
  ...backOfficeRoutes('admin', 'admin', adminRooms),
  apiDocs: {
    ...lazyPage(async () => (await import('#pages/api-docs/api-docs-page.tsx')).ApiDocsPage),
    loader: ({ cache, send }) => [
      import('#pages/api-docs/open-api.ts').then(({ openApiQuery: openApi }) => cache.fetchQuery(openApi(send))),
    ],
  },
} satisfies Record<PageName, Route>

const routeEntries = Object.entries<Route>(routes) as [PageName, Route][]

/** For the router, which finds the most particular address first: /contributor/auth/ before /contributor/:username/. */
export const routeTable: RouteObject[] = [
  ...routeEntries.map(([name, { page: Page }]) => ({
    id: name,
    path: pages[name].path,
    element: <Page />,
    caseSensitive: true,
  })),
  { path: '*', element: <NotFoundPage /> },
]

/** What an address leads to; `route` is missing where there is no page. */
export function matchAddress(pathname: string): RouteMatch {
  const known = staticMatches.get(pathname)
  if (known) return known
  const { route: found, params } = matchRoutes(routeTable, pathname)![0]!
  return { route: routes[found.id as PageName], params, routeObject: found }
}

interface RouteMatch {
  route?: Route
  params: Params
  routeObject: RouteObject
}

/** The router ranks its table at each question, which took longer than finding a home page's images; these need none. */
const staticMatches = new Map<string, RouteMatch>(
  routeTable
    .filter(({ path }) => !/[:*]/.test(path!))
    .map((found) => [found.path!, { route: routes[found.id as PageName], params: {}, routeObject: found }]),
)

export const routeAt = (pathname: string): Route | undefined => matchAddress(pathname).route
