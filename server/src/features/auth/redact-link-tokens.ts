import { passwords } from '@vitrine/contract/calls/passwords'
import { pages } from '@vitrine/contract/pages'

const links = [passwords.reset, pages.confirmPassword].map(({ path }) => path.slice(0, path.indexOf('/:')))
const linkToken = new RegExp(`((?:${links.join('|')})/[^/]*/)[^/]+`)

/** Removes the token of a mailed link from a path for the log, because it acts for the owner of an account. */
export const redactLinkTokens = (path: string) => path.replace(linkToken, '$1…')
