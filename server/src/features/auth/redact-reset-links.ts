import { passwords } from '@vitrine/contract/calls/passwords'
import { pages } from '@vitrine/contract/pages'

const links = [passwords.reset, pages.confirmPassword].map(({ path }) => path.slice(0, path.indexOf('/:')))
const resetToken = new RegExp(`((?:${links.join('|')})/[^/]*/)[^/]+`)

/** A path for the log: the token of a password reset opens an account, so it is left out. */
export const redactResetLinks = (path: string) => path.replace(resetToken, '$1…')
