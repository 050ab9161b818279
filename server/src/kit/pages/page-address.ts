import { backOfficePageNames, backOfficePath, pages } from '@vitrine/contract/pages'
import { roles } from '@vitrine/contract/vocabulary/roles'

interface PageAddress {
  /** The path that is rendered and cached. */
  path: string
  isPrivate: boolean
}

/**
 * One rendering serves every address whose page looks the same before the browser fills it in: the back offices of all
 * usernames, the private pages of all tokens. Those have their route's pattern as path, so that neither a username nor
 * a token is stored.
 */
export function pageAddress(pathname: string): PageAddress {
  const candidates = byFirstSegment.get(firstSegment(pathname))
  const { path = pathname, isPrivate = false } = candidates?.find(({ pattern }) => pattern.test(pathname)) ?? {}
  return { path, isPrivate }
}

/** Exact paths stand first: a sign-in page lies where a username could be. */
const patterns = [
  ...Object.values(pages).filter(({ path, isPrivate }) => isPrivate || !path.includes(':')),
  ...roles.flatMap((role) =>
    backOfficePageNames(role).map((name) => ({ path: backOfficePath(role, name), isPrivate: false })),
  ),
].map((page) => ({ ...page, pattern: new RegExp(`^${page.path.replaceAll(/:\w+/g, '[^/]+')}$`) }))

const byFirstSegment = Map.groupBy(patterns, ({ path }) => firstSegment(path))

function firstSegment(path: string): string {
  return path.slice(1, path.indexOf('/', 1))
}
