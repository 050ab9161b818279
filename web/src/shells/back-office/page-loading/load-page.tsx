import type { ComponentType } from 'react'
import { messages } from '../messages.ts'
import type { BackOfficePageProps } from '../page-props.ts'

type Page = ComponentType<BackOfficePageProps>

/** Waits before the next attempts, in ms. */
const waits = [500, 1500, 4000]

/**
 * Loads a page's chunk; after a failure again, at once when the line returns. The chunks of another build have other
 * names: the site is then reloaded, or the page says so where that would lose work (requirements: #page-errors).
 */
export async function loadPage(load: () => Promise<Page>, attempt = 0): Promise<Page> {
  try {
    if (attempt) await reloadStyleSheets()
    return await load()
  } catch (error) {
    if (attempt === waits.length) throw error
    if (await isBuildReplaced()) {
      if (mayReload()) location.reload()
      return OutdatedPage
    }
    await Promise.race([
      new Promise((resolve) => setTimeout(resolve, waits[attempt])),
      new Promise((resolve) => addEventListener('online', resolve, { once: true })),
    ])
    return loadPage(load, attempt + 1)
  }
}

function OutdatedPage() {
  return (
    <div role="alert" className="panel grid min-h-60 place-content-center justify-items-center gap-4 p-6 text-center">
      <p className="heading">{messages.outdated.heading}</p>
      <p className="text-soft">{messages.outdated.hint}</p>
      <button type="button" className="button" onClick={() => location.reload()}>
        {messages.outdated.reload}
      </button>
    </div>
  )
}

/** Vite requests a style sheet once only, so those that failed are requested again here. */
function reloadStyleSheets(): Promise<unknown> {
  const failed = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].filter(({ sheet }) => !sheet)
  return Promise.all(
    failed.map((link) => {
      const again = link.cloneNode() as HTMLLinkElement
      // Beside the failed one, for whose events Vite may still wait.
      return new Promise((resolve, reject) => {
        again.onload = resolve
        again.onerror = reject
        link.after(again)
      })
    }),
  )
}

/** Whether the server's document names another first script than the one that runs here. */
async function isBuildReplaced(): Promise<boolean> {
  try {
    const response = await fetch(location.href, { cache: 'no-store' })
    const entry = document.querySelector('script[type=module]')!.getAttribute('src')!
    return response.ok && !(await response.text()).includes(entry)
  } catch {
    return false
  }
}

/** Age in ms below which a page is not reloaded by itself, so that it never reloads in a circle. */
const minAgeMs = 10_000

/** Asks whether work would be lost as the browser asks before it closes a tab. */
const mayReload = () => performance.now() > minAgeMs && dispatchEvent(new Event('beforeunload', { cancelable: true }))
