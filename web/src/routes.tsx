import type { QueryClient } from '@tanstack/react-query'
import { type PageName, pages } from '@vitrine/contract/pages'
import type { ComponentType } from 'react'
import { matchRoutes, type Params, type RouteObject } from 'react-router'
import type { Send } from './call.ts'
import { later } from './later.tsx'
import { office } from './office-route.tsx'
import { HomePage } from './pages/home/home-page.tsx'
import { listing } from './pages/home/listing.ts'
import { firstTags } from './pages/home/tags.ts'
import { ImagePage } from './pages/image/image-page.tsx'
import { oneImage } from './pages/image/one-image.ts'
import { NotFoundPage } from './pages/not-found/not-found-page.tsx'
import { readSearch } from './parts/search.ts'

export interface Route {
  page: ComponentType
  /** Asks what the page shows, before the server renders it. */
  asks?: (by: { cache: QueryClient; send: Send; params: Params; search: URLSearchParams }) => Promise<unknown>[]
  /** Loads the page's own chunk. */
  ready?: () => Promise<void>
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
    asks: ({ cache, send, search }) => [
      cache.fetchQuery(listing(send, readSearch(search))),
      cache.prefetchQuery(firstTags(send)), // a home without tags is still one
    ],
  },
  image: {
    page: ImagePage,
    asks: ({ cache, send, params }) => [cache.fetchQuery(oneImage(send, params.slug!))],
  },
  about: later(async () => (await import('./pages/about/about-page.tsx')).AboutPage),
  contact: later(async () => (await import('./pages/contact/contact-page.tsx')).ContactPage),
  terms: later(async () => (await import('./pages/terms/terms-page.tsx')).TermsPage),
  privacy: later(async () => (await import('./pages/privacy/privacy-page.tsx')).PrivacyPage),
  contributorAuth: later(
    async () => (await import('./pages/contributor-auth/contributor-auth-page.tsx')).ContributorAuthPage,
  ),
  adminAuth: later(async () => (await import('./pages/admin-auth/admin-auth-page.tsx')).AdminAuthPage),
  forgotPassword: later(
    async () => (await import('./pages/forgot-password/forgot-password-page.tsx')).ForgotPasswordPage,
  ),
  confirmPassword: later(
    async () => (await import('./pages/confirm-password/confirm-password-page.tsx')).ConfirmPasswordPage,
  ),
  passwordChanged: later(
    async () => (await import('./pages/password-changed/password-changed-page.tsx')).PasswordChangedPage,
  ),
  ...office('contributor', 'user', rooms),
  ...office('admin', 'admin', adminRooms),
  apiDocs: {
    ...later(async () => (await import('./pages/api-docs/api-docs-page.tsx')).ApiDocsPage),
    asks: ({ cache, send }) => [
      import('./pages/api-docs/open-api.ts').then(({ openApi }) => cache.fetchQuery(openApi(send))),
    ],
  },
} satisfies Record<PageName, Route>

const named = Object.entries<Route>(routes) as [PageName, Route][]

/** For the router, which finds the most particular address first: /contributor/auth/ before /contributor/:username/. */
export const table: RouteObject[] = [
  ...named.map(([name, { page: Page }]) => ({
    id: name,
    path: pages[name].path,
    element: <Page />,
    caseSensitive: true,
  })),
  { path: '*', element: <NotFoundPage /> },
]

/** What an address leads to; `route` is missing where there is no page. */
export function matchOf(pathname: string): Match {
  const known = fixed.get(pathname)
  if (known) return known
  const { route: found, params } = matchRoutes(table, pathname)![0]!
  return { route: routes[found.id as PageName], params, found }
}

interface Match {
  route?: Route
  params: Params
  found: RouteObject
}

/** The router ranks its table at each question, which took longer than finding a home page's images; these need none. */
const fixed = new Map<string, Match>(
  table
    .filter(({ path }) => !/[:*]/.test(path!))
    .map((found) => [found.path!, { route: routes[found.id as PageName], params: {}, found }]),
)

export const routeOf = (pathname: string): Route | undefined => matchOf(pathname).route
