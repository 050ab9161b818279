import { auth } from './auth.ts'
import { gallery } from './gallery.ts'
import { library } from './library.ts'
import { passwords } from './passwords.ts'
import { sessions } from './sessions.ts'
import { uploads } from './uploads.ts'

/** The whole API. The browser never imports this table: a page takes the one group that it calls. */
export const api = { auth, passwords, sessions, gallery, uploads, library }
