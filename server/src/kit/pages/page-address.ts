import { backOfficePageNames, backOfficePath, type PageName, pageQueryParams, pages } from '@vitrine/contract/pages'
import { limits } from '@vitrine/contract/vocabulary/limits'
import { roles } from '@vitrine/contract/vocabulary/roles'

interface PageAddress {
  /** The path that is rendered and cached. */
  path: string
  isPrivate: boolean
  /** It is rendered for each request and never kept. */
  isRenderedEach: boolean
  /** Of the query, what the page reads. */
  queryParams: readonly string[]
  /** The path of the page's route; undefined where there is no page. */
  route?: string
}

/**
 * One rendering serves every address whose page looks the same before the browser fills it in: the back offices of all
 * usernames, the private pages of all tokens. Those have their route's pattern as path, so that neither a username nor
 * a token is stored.
 */
export function pageAddress(pathname: string): PageAddress {
  const candidates = byFirstSegment.get(firstSegment(pathname))
  const {
    rendered = pathname,
    isPrivate,
    isRenderedEach = false,
    queryParams,
    route,
  } = candidates?.find((one) => one.pattern.test(pathname)) ?? noPage
  return { path: rendered, isPrivate, isRenderedEach, queryParams, ...(route !== undefined && { route }) }
}

interface PagePattern {
  /** The path of the route. */
  route: string
  pattern: RegExp
  /** What is rendered for all its addresses; for others each address is. */
  rendered?: string
  isPrivate: boolean
  isRenderedEach?: boolean
  queryParams: readonly string[]
}

const patternOf = (route: string) => new RegExp(`^${route.replaceAll(/:\w+/g, '[^/]+')}$`)

/** The pages stand first: a sign-in page lies where a username of a back office could be. */
const patterns: PagePattern[] = [
  ...Object.entries(pages).map(([name, { path, isPrivate, isRenderedEach }]) => ({
    route: path,
    pattern: patternOf(path),
    ...(isPrivate && !isRenderedEach && { rendered: path }),
    isPrivate,
    isRenderedEach,
    queryParams: pageQueryParams[name as PageName] ?? [],
  })),
  ...roles.flatMap((role) =>
    backOfficePageNames(role).map((name) => {
      const route = backOfficePath(role, name)
      return { route, pattern: patternOf(route), rendered: route, isPrivate: false, queryParams: [] }
    }),
  ),
]
/** One rendering for all addresses without a page, which anyone can invent. */
const noPage: Partial<PagePattern> & Omit<PageAddress, 'path' | 'isRenderedEach'> = {
  rendered: '/404/',
  isPrivate: false,
  queryParams: [],
}

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
