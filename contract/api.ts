import { apiKeys } from './calls/accounts/api-keys.ts'
import { auth, authOf, emailConfirmation, passwords, passwordsOf, sessions } from './calls/accounts/auth.ts'
import { ownData } from './calls/accounts/own-data.ts'
import { people } from './calls/accounts/people.ts'
import { contributors, emailChange, mailPreferences, profiles, terms, trustLevel } from './calls/accounts/profile.ts'
import { cdn } from './calls/back-office/cdn.ts'
import { csv } from './calls/back-office/csv.ts'
import { inbox, statistics } from './calls/back-office/dashboard.ts'
import { backOffice, overruling } from './calls/back-office/images.ts'
import { allCounts, allLists, imageRevision, listSelection, ownCounts, ownLists } from './calls/back-office/lists.ts'
import { reportQueue } from './calls/back-office/reports.ts'
import { review } from './calls/back-office/review.ts'
import { trash } from './calls/back-office/trash.ts'
import { uploads } from './calls/back-office/uploads.ts'
import { contact } from './calls/visitors/contact.ts'
import { counterNotices } from './calls/visitors/counter-notices.ts'
import { gallery, highlights, tray } from './calls/visitors/gallery.ts'
import { reports } from './calls/visitors/reports.ts'
import { searchLog, synonyms } from './calls/visitors/search.ts'
import type { SiteSettings } from './site.ts'

/** The whole API. The browser never imports this table, only the groups that its pages call. */
export const api = {
  auth,
  emailConfirmation,
  emailChange,
  passwords,
  sessions,
  apiKeys,
  profiles,
  ownData,
  mailPreferences,
  terms,
  trustLevel,
  people,
  gallery,
  highlights,
  contributors,
  tray,
  uploads,
  backOffice,
  overruling,
  review,
  ownLists,
  ownCounts,
  allLists,
  allCounts,
  listSelection,
  imageRevision,
  trash,
  csv,
  statistics,
  inbox,
  cdn,
  searchLog,
  synonyms,
  contact,
  reports,
  counterNotices,
  reportQueue,
}

/** The API of one site, with what it allows. */
export const apiOf = ({ password_max_length }: Pick<SiteSettings, 'password_max_length'>) => ({
  ...api,
  auth: authOf(password_max_length),
  passwords: passwordsOf(password_max_length),
})
