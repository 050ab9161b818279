import { useSyncExternalStore } from 'react'

const room = () => matchMedia('(width >= 64rem)')

/** Whether there is room for the list beside its panel: look/images.css has the same width. */
export const useWide = () =>
  useSyncExternalStore(
    listen,
    () => room().matches,
    () => true,
  )

function listen(listener: () => void) {
  const media = room()
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}
