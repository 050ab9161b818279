import { auth } from './auth.ts'
import { csv } from './csv.ts'
import { gallery } from './gallery.ts'
import { cdn } from './hosting.ts'
import { backOffice } from './library.ts'
import { allCounts, allLists, ownCounts, ownLists } from './lists.ts'
import { passwords } from './passwords.ts'
import { people } from './people.ts'
import { profiles } from './profile.ts'
import { sessions } from './sessions.ts'
import { statistics } from './statistics.ts'
import { trash } from './trash.ts'
import { uploads } from './uploads.ts'

/** The whole API. The browser never imports this table: a page takes the one group that it calls. */
export const api = {
  auth,
  passwords,
  sessions,
  profiles,
  people,
  gallery,
  uploads,
  library: backOffice,
  ownLists,
  ownLengths: ownCounts,
  allLists,
  allLengths: allCounts,
  trash,
  csv,
  statistics,
  hosting: cdn,
}
