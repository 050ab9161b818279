import './look.css'
import { comeFromHere } from './come-from-here.ts'

/**
 * The only script of the first paint. The page is whole without the rest, so React waits until the browser is idle or
 * somebody reaches for the page: largest paint 1.5 s -> 1.0 s on a slow phone.
 */
const signs = ['pointerdown', 'pointerover', 'keydown', 'focusin'] as const

/** Whether this browser keeps a session (session.ts): the pages for signing in are not shown before they know. */
document.documentElement.dataset.session = isSessionKept() ? 'kept' : 'none'

function isSessionKept(): boolean {
  try {
    return localStorage.getItem('auth') !== null
  } catch {
    return false // a browser that refuses storage has nobody signed in
  }
}

function start() {
  for (const sign of signs) removeEventListener(sign, start)
  // A module is evaluated once, however often it is asked for.
  void import('./browser.tsx')
}

/** Not before what was loaded has been painted: the app's 93 kB would be in its way. */
function whenPainted() {
  requestAnimationFrame(() => setTimeout(whenIdle))
}

function whenIdle() {
  // Older Safari has no requestIdleCallback.
  if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: 3000 })
  else setTimeout(start, 300)
}

/** A form that only the app can send is kept until the app has it in hand (parts/app-form.tsx), and then sent. */
let held: EventTarget | null = null

function hold(event: SubmitEvent) {
  if (event.defaultPrevented || (event.target as HTMLFormElement).method !== 'post') return
  event.preventDefault()
  held = event.target
}

addEventListener('error', comeFromHere, true)
for (const target of document.images) if (target.complete && !target.naturalWidth) comeFromHere({ target })
addEventListener('submit', hold)
addEventListener('alive', ({ target }) => target === held && held && (target as HTMLFormElement).requestSubmit())
for (const sign of signs) addEventListener(sign, start, { passive: true })
if (document.readyState === 'complete') whenPainted()
else addEventListener('load', whenPainted)
