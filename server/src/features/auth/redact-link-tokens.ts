import { emailConfirmation } from '@vitrine/contract/calls/accounts/auth'
import { ownData } from '@vitrine/contract/calls/accounts/own-data'
import { passwords } from '@vitrine/contract/calls/accounts/passwords'
import { objections } from '@vitrine/contract/calls/visitors/objections'
import { reports } from '@vitrine/contract/calls/visitors/reports'
import { pages } from '@vitrine/contract/pages'

const privatePages = Object.values(pages).filter(({ isPrivate }) => isPrivate)
const privateCalls = [passwords.reset, emailConfirmation.confirm, reports.status, objections.status, ownData.download]
const paths = [...privatePages, ...privateCalls].map(({ path }) => path)
/** What comes before the last slot of each, which is the secret. */
const beginnings = paths.map((path) => path.slice(0, path.lastIndexOf(':')).replaceAll(/:\w+/g, '[^/]*'))
const linkToken = new RegExp(`(${beginnings.join('|')})[^/]+`)

/** Removes the token of a mailed link from a path for the log, because it acts for the owner of an account. */
export const redactLinkTokens = (path: string) => path.replace(linkToken, '$1…')
