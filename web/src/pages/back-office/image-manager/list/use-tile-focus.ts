import { useEffect, useRef } from 'react'
import { tileId } from './tile-id.ts'

/** Scrolls the list along with the panel's image, and returns the focus to its tile when the panel closes. */
export function useTileFocus(openId: number | null) {
  const last = useRef<number | null>(null)
  useEffect(() => {
    const previousId = last.current
    last.current = openId
    if (openId === null) {
      // Opening the panel had disabled it (use-list-params.ts).
      history.scrollRestoration = 'auto'
      if (previousId !== null) document.getElementById(tileId(previousId))?.focus({ preventScroll: true })
    } else if (previousId !== null) document.getElementById(tileId(openId))?.scrollIntoView({ block: 'nearest' })
  }, [openId])
}
