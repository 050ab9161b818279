import '#styles/main.css'
import type { BackdropStorageKey, HydratedEvent, SessionMark, SessionStorageKey } from '#api/page-protocol.ts'
import { fallBackToOrigin } from './cdn-fallback.ts'

/*
 * The only script before the first paint (docs/page-lifecycle.md). Pages are complete without React, so the app is
 * loaded when the browser is idle or the person interacts: largest contentful paint 1.5 s -> 1.0 s on a slow phone.
 */

const interactionEvents = ['pointerdown', 'pointerover', 'keydown', 'focusin'] as const

document.documentElement.dataset.session = (
  stored('auth' satisfies SessionStorageKey) === null ? 'none' : 'stored'
) satisfies SessionMark

/** The image page restores a remembered colour when it is hydrated, and all others too if they are not there yet. */
const backdrop = document.querySelector<HTMLInputElement>(
  `.stage [value="${CSS.escape(stored('backdrop' satisfies BackdropStorageKey)!)}"]`,
)
if (backdrop) backdrop.checked = true

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null // the browser refuses storage
  }
}

function loadApp() {
  for (const type of interactionEvents) removeEventListener(type, loadApp)
  // Repeated imports evaluate the module once.
  import('./hydrate.tsx').catch(() => setTimeout(loadApp, 3000))
}

/** Waits for the paint of what was loaded: the app's 90 kB would delay it. */
function loadAfterPaint() {
  requestAnimationFrame(() => setTimeout(loadWhenIdle))
}

function loadWhenIdle() {
  // Older Safari has no requestIdleCallback.
  if ('requestIdleCallback' in window) requestIdleCallback(loadApp, { timeout: 3000 })
  else setTimeout(loadApp, 300)
}

/** The form submitted before hydration, which only the app can send, so the submit is repeated after hydration. */
let heldForm: EventTarget | null = null

function holdSubmit(event: SubmitEvent) {
  const form = event.target as HTMLFormElement
  if (event.defaultPrevented || form.method !== 'post' || form.hasAttribute('action')) return
  event.preventDefault()
  heldForm = form
}

addEventListener('error', fallBackToOrigin, true)
for (const target of document.images) if (target.complete && !target.naturalWidth) fallBackToOrigin({ target })
fitPictures()
new MutationObserver(fitPictures).observe(document, { childList: true, subtree: true })
addEventListener('submit', holdSubmit)
addEventListener('hydrated' satisfies HydratedEvent, ({ target }) => {
  if (target === heldForm) (target as HTMLFormElement).requestSubmit()
})
for (const type of interactionEvents) addEventListener(type, loadApp, { passive: true })
if (document.readyState === 'complete') loadAfterPaint()
else addEventListener('load', loadAfterPaint)

/** Draws pictures so that what is visible of them fills their boxes (imaging/measures/visible-fit.ts). */
function fitPictures() {
  for (const { dataset, style } of document.querySelectorAll<HTMLElement>('[data-fit]')) {
    const [zoom, x, y] = dataset.fit!.split(' ')
    style.transform = `scale(${zoom}) translate(${x}%, ${y}%)`
  }
}
