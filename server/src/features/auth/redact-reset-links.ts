import { passwords } from '@vitrine/contract/calls/passwords'
import { pages } from '@vitrine/contract/pages'

const links = [passwords.reset, pages.confirmPassword].map(({ path }) => path.slice(0, path.indexOf('/:')))
const resetToken = new RegExp(`((?:${links.join('|')})/[^/]*/)[^/]+`)

/** Removes the token of a password reset from a path for the log, because it gives access to an account. */
export const redactResetLinks = (path: string) => path.replace(resetToken, '$1…')
