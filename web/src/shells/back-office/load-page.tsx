import { backOfficePageNames } from '@vitrine/contract/pages'
import type { Role } from '@vitrine/contract/vocabulary/roles'
import { type ComponentType, useEffect } from 'react'
import { Button } from '#ui/button.tsx'
import { loadToasts } from '#ui/toasts/toast.ts'
import { backOfficePageTable } from './pages.ts'

type Page = ComponentType<{ title: string }>

/** Waits before the next attempts, in ms. */
const waits = [500, 1500, 4000]

/** Loads a page's chunk, again after a failure; a new build is reloaded, or told of (requirements: #page-errors). */
export async function loadPage(load: () => Promise<Page>, attempt = 0): Promise<Page> {
  try {
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
      <p className="heading">The site has been updated.</p>
      <p className="text-soft">Finish or save what you are working on, then reload.</p>
      <Button onClick={() => location.reload()} text="Reload" />
    </div>
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

/** Loads the toasts and the chunks of a role's pages, one by one when the browser is idle, before the line fails. */
export function useIdlePreload(role: Role): void {
  useEffect(() => {
    let isOver = false
    const loads = [loadToasts, ...backOfficePageNames(role).map((name) => backOfficePageTable[name].load)]
    const loadNext = async () => {
      if (isOver) return
      try {
        await loads.shift()?.()
      } catch {
        return // the line has failed: what is needed is then loaded with the page
      }
      if (loads.length > 0) whenIdle(loadNext)
    }
    whenIdle(loadNext)
    return () => {
      isOver = true
    }
  }, [role])
}

/** Older Safari has no requestIdleCallback. */
const whenIdle = (callback: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(callback) : setTimeout(callback, 300)
