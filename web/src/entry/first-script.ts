import '#styles/main.css'
import { fallBackToOrigin } from './cdn-fallback.ts'

/**
 * The only script of the first paint. The page is whole without the rest, so React waits until the browser is idle or
 * somebody reaches for the page: largest paint 1.5 s -> 1.0 s on a slow phone.
 */
const interactionEvents = ['pointerdown', 'pointerover', 'keydown', 'focusin'] as const

/** Whether this browser keeps a session (session.ts): the pages for signing in are not shown before they know. */
document.documentElement.dataset.session = hasStoredSession() ? 'kept' : 'none'

function hasStoredSession(): boolean {
  try {
    return localStorage.getItem('auth') !== null
  } catch {
    return false // a browser that refuses storage has nobody signed in
  }
}

function loadApp() {
  for (const sign of interactionEvents) removeEventListener(sign, loadApp)
  // A module is evaluated once, however often it is asked for.
  void import('./hydrate.tsx')
}

/** Not before what was loaded has been painted: the app's 93 kB would be in its way. */
function loadAfterPaint() {
  requestAnimationFrame(() => setTimeout(loadWhenIdle))
}

function loadWhenIdle() {
  // Older Safari has no requestIdleCallback.
  if ('requestIdleCallback' in window) requestIdleCallback(loadApp, { timeout: 3000 })
  else setTimeout(loadApp, 300)
}

/** A form that only the app can send is kept until the app has it in hand (parts/app-form.tsx), and then sent. */
let heldForm: EventTarget | null = null

function holdSubmit(event: SubmitEvent) {
  if (event.defaultPrevented || (event.target as HTMLFormElement).method !== 'post') return
  event.preventDefault()
  heldForm = event.target
}

addEventListener('error', fallBackToOrigin, true)
for (const target of document.images) if (target.complete && !target.naturalWidth) fallBackToOrigin({ target })
addEventListener('submit', holdSubmit)
addEventListener(
  'alive',
  ({ target }) => target === heldForm && heldForm && (target as HTMLFormElement).requestSubmit(),
)
for (const sign of interactionEvents) addEventListener(sign, loadApp, { passive: true })
if (document.readyState === 'complete') loadAfterPaint()
else addEventListener('load', loadAfterPaint)
