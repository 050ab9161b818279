import { auth } from './auth.ts'
import { csv } from './csv.ts'
import { gallery } from './gallery.ts'
import { hosting } from './hosting.ts'
import { library } from './library.ts'
import { allLengths, allLists, ownLengths, ownLists } from './lists.ts'
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
  library,
  ownLists,
  ownLengths,
  allLists,
  allLengths,
  trash,
  csv,
  statistics,
  hosting,
}
