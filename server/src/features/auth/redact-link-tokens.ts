import { emailConfirmation } from '@vitrine/contract/calls/accounts/auth'
import { passwords } from '@vitrine/contract/calls/accounts/passwords'
import { pages } from '@vitrine/contract/pages'

const privatePages = Object.values(pages).filter(({ isPrivate }) => isPrivate)
const paths = [...privatePages, passwords.reset, emailConfirmation.confirm].map(({ path }) => path)
const linkToken = new RegExp(`((?:${paths.map((path) => path.slice(0, path.indexOf('/:'))).join('|')})/[^/]*/)[^/]+`)

/** Removes the token of a mailed link from a path for the log, because it acts for the owner of an account. */
export const redactLinkTokens = (path: string) => path.replace(linkToken, '$1…')
