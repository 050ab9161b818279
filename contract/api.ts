import { apiKeys } from './calls/accounts/api-keys.ts'
import { auth, emailConfirmation } from './calls/accounts/auth.ts'
import { emailChange } from './calls/accounts/email-change.ts'
import { ownData } from './calls/accounts/own-data.ts'
import { passwords } from './calls/accounts/passwords.ts'
import { people } from './calls/accounts/people.ts'
import { contributors, mailPreferences, profiles, terms } from './calls/accounts/profile.ts'
import { sessions } from './calls/accounts/sessions.ts'
import { trustCalls } from './calls/accounts/trust.ts'
import { cdn } from './calls/back-office/cdn.ts'
import { csv } from './calls/back-office/csv.ts'
import { backOffice, overruling } from './calls/back-office/images.ts'
import { inbox } from './calls/back-office/inbox.ts'
import { allCounts, allLists, imageRevision, listSelection, ownCounts, ownLists } from './calls/back-office/lists.ts'
import { reportQueue } from './calls/back-office/reports.ts'
import { review } from './calls/back-office/review.ts'
import { statistics } from './calls/back-office/statistics.ts'
import { takenDown } from './calls/back-office/taken-down.ts'
import { trash } from './calls/back-office/trash.ts'
import { uploads } from './calls/back-office/uploads.ts'
import { contact } from './calls/visitors/contact.ts'
import { gallery, highlights, tray } from './calls/visitors/gallery.ts'
import { objections } from './calls/visitors/objections.ts'
import { reports } from './calls/visitors/reports.ts'
import { searchLog, synonyms } from './calls/visitors/search.ts'

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
  trust: trustCalls,
  people,
  gallery,
  highlights,
  contributors,
  tray,
  uploads,
  library: backOffice,
  overruling,
  review,
  ownLists,
  ownLengths: ownCounts,
  allLists,
  allLengths: allCounts,
  listSelection,
  imageRevision,
  trash,
  csv,
  statistics,
  inbox,
  hosting: cdn,
  searchLog,
  synonyms,
  contact,
  reports,
  objections,
  reportQueue,
  takenDown,
}
