import { useSyncExternalStore } from 'react'

const wideScreenQuery = () => matchMedia('(width >= 64rem)')

/** Whether list and panel fit side by side; image-manager.css has the same breakpoint. */
export const useIsWideScreen = () =>
  useSyncExternalStore(
    subscribe,
    () => wideScreenQuery().matches,
    () => true,
  )

function subscribe(listener: () => void) {
  const media = wideScreenQuery()
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}
