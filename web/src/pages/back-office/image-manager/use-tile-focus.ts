import { useEffect, useRef } from 'react'
import { tileId } from './image-tile.tsx'

/** Where one is in the list: it comes along while one walks through the panel, and has the focus back after it. */
export function useTileFocus(open: number | null) {
  const last = useRef<number | null>(null)
  useEffect(() => {
    const before = last.current
    last.current = open
    if (open === null) {
      // See address.ts: beginning to look had turned it off.
      history.scrollRestoration = 'auto'
      if (before !== null) document.getElementById(tileId(before))?.focus({ preventScroll: true })
    } else if (before !== null) document.getElementById(tileId(open))?.scrollIntoView({ block: 'nearest' })
  }, [open])
}
