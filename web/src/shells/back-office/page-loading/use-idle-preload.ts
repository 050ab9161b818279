import { backOfficePageNames } from '@vitrine/contract/pages'
import type { Role } from '@vitrine/contract/vocabulary/roles'
import { useEffect } from 'react'
import { loadToasts } from '#ui/toasts/toast.ts'
import { backOfficePageTable } from '../pages.ts'

/** Loads the toasts and the chunks of a role's pages, one by one when the browser is idle, before the line fails. */
export function useIdlePreload(role: Role): void {
  useEffect(() => {
    let hasLeft = false
    const loads = [loadToasts, ...backOfficePageNames(role).map((name) => backOfficePageTable[name].load)]
    const loadNext = async () => {
      // A chunk that fails is requested again when it is needed.
      if (!hasLeft)
        await loads
          .shift()?.()
          .catch(() => {})
      if (!hasLeft && loads.length > 0) whenIdle(loadNext)
    }
    whenIdle(loadNext)
    return () => {
      hasLeft = true
    }
  }, [role])
}

/** Older Safari has no requestIdleCallback. */
const whenIdle = (callback: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(callback) : setTimeout(callback, 300)
