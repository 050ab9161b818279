import { backOfficePageNames, backOfficePath, type PageName, pageQueryParams, pages } from '@vitrine/contract/pages'
import * as limits from '@vitrine/contract/vocabulary/limits'
import { roles } from '@vitrine/contract/vocabulary/roles'

interface PagePattern {
  route: string
  pattern: RegExp
  /** What is rendered for all its addresses; null where each address is. */
  rendered: string | null
  isPrivate: boolean
  /** It is rendered for each request and never kept. */
  isRenderedEach: boolean
  /** Of the query, what the page reads. */
  queryParams: readonly string[]
}

/** One rendering serves all usernames and tokens: its path is the route's pattern, so that neither is stored. */
export function pageAddress(pathname: string) {
  const candidates = byFirstSegment.get(firstSegment(pathname))
  const page = candidates?.find(({ pattern }) => pattern.test(pathname)) ?? noPage
  return { ...page, path: page.rendered ?? pathname }
}

const patternOf = (route: string) => new RegExp(`^${route.replaceAll(/:\w+/g, '[^/]+')}$`)

const sharedPage = { isPrivate: false, isRenderedEach: false, queryParams: [] }

/** The pages stand first: a sign-in page lies where a username of a back office could be. */
const patterns: PagePattern[] = [
  ...Object.entries(pages).map(([name, { path, isPrivate, isRenderedEach }]) => ({
    route: path,
    pattern: patternOf(path),
    rendered: isPrivate && !isRenderedEach ? path : null,
    isPrivate,
    isRenderedEach,
    queryParams: pageQueryParams[name as PageName] ?? [],
  })),
  ...roles.flatMap((role) =>
    backOfficePageNames(role).map((name) => {
      const route = backOfficePath(role, name)
      return { ...sharedPage, route, pattern: patternOf(route), rendered: route }
    }),
  ),
]
/** One rendering for all addresses without a page, which anyone can invent. */
const noPage: PagePattern = { ...sharedPage, route: 'no page', pattern: /^/, rendered: '/404/' }

const byFirstSegment = Map.groupBy(patterns, ({ route }) => firstSegment(route))

function firstSegment(path: string): string {
  return path.slice(1, path.indexOf('/', 1))
}

/** One cache key for all queries that mean the same page. */
export function canonicalQuery(search: string, queryParams: readonly string[]): string {
  if (!search || !queryParams.length) return ''
  const params = new URLSearchParams(search)
  const known = queryParams.flatMap((name) =>
    params.get(name) ? [[name, params.get(name)!.slice(0, limits.title)]] : [],
  )
  return known.length ? `?${new URLSearchParams(known)}` : ''
}
