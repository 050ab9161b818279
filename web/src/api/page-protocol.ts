/*
 * What the first script, the app and the style sheet agree on (docs/page-lifecycle.md). Types only: a value imported by
 * the first script would bring the app's chunk with it.
 */

/** Bubbles from a form to the window once React has attached its handlers; a held submit is then repeated. */
export type HydratedEvent = 'hydrated'

/** `data-session` of the html element: whether local storage holds a session, valid or not. CSS reads it. */
export type SessionMark = 'stored' | 'none'

/** The key of the backdrop of images in local storage: its name, or `#rrggbb` for a colour of one's own. */
export type BackdropStorageKey = 'backdrop'

/** The key of the session in local storage (requirements: #auth-storage). */
export type SessionStorageKey = 'auth'

/** The key of the chosen theme, `light` or `dark`, in local storage; without it the system's theme applies. */
export type ThemeStorageKey = 'theme'
