import type { QueryClient } from '@tanstack/react-query'
import {
  type BackOfficePageName,
  backOfficePageNames,
  backOfficePath,
  type PageName,
  pages,
} from '@vitrine/contract/pages'
import { type Role, roles } from '@vitrine/contract/vocabulary/roles'
import type { ComponentType, ReactNode } from 'react'
import { matchRoutes, type Params, type RouteObject } from 'react-router'
import type { Transport } from '#api/api-client.ts'
import { pageParam } from '#api/query-string.ts'
import { highlightsQuery } from '#image-card/highlights-query.ts'
import { firstTagsQuery } from '#pages/home/tags-query.ts'
import { imageQuery } from '#pages/image-detail/image-query.ts'
import { NotFoundPage } from '#pages/not-found/not-found-page.tsx'
import { approvedImagesQuery, areFew, hasHighlights, parseSearch } from '#search/image-search.ts'
import { PublicLayout } from '#shells/public/public-layout.tsx'
import { lazyPage } from '#ui/lazy-page.tsx'
import { Loading } from '#ui/loading.tsx'

export interface Route {
  page: ComponentType
  /** Requests the page's data, before the server renders it and when a link to it is pressed. */
  loader?: (context: {
    cache: QueryClient
    send: Transport
    params: Params
    search: URLSearchParams
  }) => Promise<unknown>[]
  /** Loads the page's own chunk. */
  preload?: () => Promise<void>
}

const publicPage = (load: () => Promise<ComponentType>) =>
  lazyPage(load, { loading: <Loading />, ErrorFrame: PublicErrorFrame })

function PublicErrorFrame({ children }: { children: ReactNode }) {
  return (
    <PublicLayout>
      <div className="grid min-h-[50dvh] place-items-center p-10">{children}</div>
    </PublicLayout>
  )
}

/** The page of each address outside the back offices, in a chunk of its own; the app's has what several share. */
export const routes = {
  home: {
    ...publicPage(async () => (await import('#pages/home/home-page.tsx')).HomePage),
    loader({ cache, send, search }) {
      const state = parseSearch(search)
      return [
        cache.fetchQuery(approvedImagesQuery(send, state)).then(async (found) => {
          // What stands below them is there from the start, so that nothing moves.
          if (!found.images.length) await cache.prefetchQuery(highlightsQuery(send))
          if (areFew(found)) await cache.prefetchQuery(imageQuery(send, found.images[0]!.slug))
        }),
        // The home page also works without tags and pictures of the day.
        cache.prefetchQuery(firstTagsQuery(send)),
        ...(hasHighlights(state) ? [cache.prefetchQuery(highlightsQuery(send, state.category))] : []),
      ]
    },
  },
  image: {
    ...publicPage(async () => (await import('#pages/image-detail/image-detail-page.tsx')).ImageDetailPage),
    loader: ({ cache, send, params, search }) => [cache.fetchQuery(imageQuery(send, params.slug!, pageParam(search)))],
  },
  report: {
    ...publicPage(async () => (await import('#pages/report/report-page.tsx')).ReportPage),
    loader: ({ cache, send, params }) => [cache.fetchQuery(imageQuery(send, params.slug!))],
  },
  reportStatus: {
    ...publicPage(async () => (await import('#pages/report/report-status-page.tsx')).ReportStatusPage),
    loader: ({ cache, send, params }) => [
      import('#pages/report/report-status-page.tsx').then(({ reportStatusQuery }) =>
        cache.fetchQuery(reportStatusQuery(send, params.secret!)),
      ),
    ],
  },
  counterNotice: {
    ...publicPage(async () => (await import('#pages/counter-notice/counter-notice-page.tsx')).CounterNoticePage),
    loader: ({ cache, send, params }) => [
      import('#pages/counter-notice/counter-notice-page.tsx').then(({ counterNoticeQuery }) =>
        cache.fetchQuery(counterNoticeQuery(send, params.secret!)),
      ),
    ],
  },
  contributor: {
    ...publicPage(async () => (await import('#pages/contributor-page/contributor-page.tsx')).ContributorPage),
    loader: ({ cache, send, params, search }) => [
      import('#pages/contributor-page/contributor-page.tsx').then(({ contributorQuery }) =>
        cache.fetchQuery(contributorQuery(send, params.username!, pageParam(search))),
      ),
    ],
  },
  about: publicPage(async () => (await import('#pages/static/about/about-page.tsx')).AboutPage),
  contact: publicPage(async () => (await import('#pages/static/contact/contact-page.tsx')).ContactPage),
  terms: publicPage(async () => (await import('#pages/static/terms/terms-page.tsx')).TermsPage),
  privacy: publicPage(async () => (await import('#pages/static/privacy/privacy-page.tsx')).PrivacyPage),
  contributorAuth: publicPage(
    async () => (await import('#pages/account/contributor-auth/contributor-auth-page.tsx')).ContributorAuthPage,
  ),
  adminAuth: publicPage(async () => (await import('#pages/account/admin-auth/admin-auth-page.tsx')).AdminAuthPage),
  forgotPassword: publicPage(
    async () => (await import('#pages/account/forgot-password/forgot-password-page.tsx')).ForgotPasswordPage,
  ),
  confirmPassword: publicPage(
    async () => (await import('#pages/account/confirm-password/confirm-password-page.tsx')).ConfirmPasswordPage,
  ),
  confirmEmail: publicPage(async () => (await import('#pages/account/confirm-email/link-page.tsx')).ConfirmEmailPage),
  stopMails: publicPage(async () => (await import('#pages/account/confirm-email/link-page.tsx')).StopMailsPage),
  passwordChanged: publicPage(
    async () => (await import('#pages/account/password-changed/password-changed-page.tsx')).PasswordChangedPage,
  ),
} satisfies Record<PageName, Route>

/** A back-office page with all that surrounds it, in chunks that visitors never load. */
function backOfficeRoute(role: Role, name: BackOfficePageName): Route {
  return publicPage(async () =>
    (await import('#shells/back-office/back-office-layout.tsx')).loadBackOfficePage(role, name),
  )
}

/** React Router prefers the most specific pattern: /contributor/auth/ before /contributor/:username/. */
export const routeTable: RouteObject[] = [
  ...Object.entries<Route>(routes).map(([name, route]) => routeObject(name, pages[name as PageName].path, route)),
  ...roles.flatMap((role) =>
    backOfficePageNames(role).map((name) =>
      routeObject(`${role}.${name}`, backOfficePath(role, name), backOfficeRoute(role, name)),
    ),
  ),
  { path: '*', element: <NotFoundPage /> },
]

function routeObject(id: string, path: string, route: Route): RouteObject {
  return { id, path, element: <route.page />, caseSensitive: true, handle: route }
}

/** The route of an address; `route` is undefined where there is no page. */
export function matchAddress(pathname: string): RouteMatch {
  const staticMatch = staticMatches.get(pathname)
  if (staticMatch) return staticMatch
  const { route: routeObject, params } = matchRoutes(routeTable, pathname)![0]!
  return { route: routeObject.handle, params, routeObject }
}

interface RouteMatch {
  route?: Route
  params: Params
  routeObject: RouteObject
}

/** Addresses without parameters, found by their text: matchRoutes ranks the whole table at each call. */
const staticMatches = new Map<string, RouteMatch>(
  routeTable
    .filter(({ path }) => !/[:*]/.test(path!))
    .map((routeObject) => [routeObject.path!, { route: routeObject.handle, params: {}, routeObject }]),
)

export const routeAt = (pathname: string): Route | undefined => matchAddress(pathname).route
