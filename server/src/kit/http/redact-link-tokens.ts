import { api } from '@vitrine/contract/api'
import type { Endpoint } from '@vitrine/contract/endpoint'
import { pages } from '@vitrine/contract/pages'

const calls = Object.values(api).flatMap((group) => Object.values<Endpoint>(group))
const secretPaths = [
  ...Object.values(pages).filter(({ isPrivate }) => isPrivate),
  ...calls.filter(({ isSecret }) => isSecret),
].map(({ path }) => path)
/** What comes before the last slot of each, which is the secret. */
const beginnings = secretPaths.map((path) => path.slice(0, path.lastIndexOf(':')).replaceAll(/:\w+/g, '[^/]*'))
const linkToken = new RegExp(`(${beginnings.join('|')})[^/]+`)

/** Removes the token of a mailed link from a path for the log, because it acts for the owner of an account. */
export const redactLinkTokens = (path: string) => path.replace(linkToken, '$1…')
