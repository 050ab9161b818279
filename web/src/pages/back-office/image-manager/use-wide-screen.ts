import { useSyncExternalStore } from 'react'

const wideScreenQuery = () => matchMedia('(width >= 64rem)')

/** Whether there is room for the list beside its panel: look/images.css has the same width. */
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
