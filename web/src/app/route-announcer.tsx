import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/** Says the title of the page one has come to, once it is there: without a reload no screen reader would. */
export function RouteAnnouncer() {
  const { pathname } = useLocation()
  const cache = useQueryClient()
  const waiting = useIsFetching()
  const last = useRef(pathname)
  const [said, say] = useState('')

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when the number of fetches changes
  useEffect(() => {
    // Not `waiting`, which hears of a question a moment after it was asked.
    if (cache.isFetching() || last.current === pathname) return
    last.current = pathname
    say(document.title)
  }, [cache, pathname, waiting])

  return (
    <p className="sr-only" aria-live="polite">
      {said}
    </p>
  )
}
