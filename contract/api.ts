import { auth, emailConfirmation } from './calls/auth.ts'
import { backOffice, overruling } from './calls/back-office.ts'
import { allCounts, allLists, ownCounts, ownLists } from './calls/back-office-lists.ts'
import { cdn } from './calls/cdn.ts'
import { csv } from './calls/csv.ts'
import { gallery, highlights, tray } from './calls/gallery.ts'
import { passwords } from './calls/passwords.ts'
import { people } from './calls/people.ts'
import { contributors, profiles } from './calls/profile.ts'
import { searchLog, synonyms } from './calls/search.ts'
import { sessions } from './calls/sessions.ts'
import { statistics } from './calls/statistics.ts'
import { trash } from './calls/trash.ts'
import { uploads } from './calls/uploads.ts'
import { contact } from './calls/visitors/contact.ts'

/** The whole API. The browser never imports this table, only the groups that its pages call. */
export const api = {
  auth,
  emailConfirmation,
  passwords,
  sessions,
  profiles,
  people,
  gallery,
  highlights,
  contributors,
  tray,
  uploads,
  library: backOffice,
  overruling,
  ownLists,
  ownLengths: ownCounts,
  allLists,
  allLengths: allCounts,
  trash,
  csv,
  statistics,
  hosting: cdn,
  searchLog,
  synonyms,
  contact,
}
