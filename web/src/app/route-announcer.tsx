import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/** Announces the new page's title once its data is there: screen readers do not notice a client-side navigation. */
export function RouteAnnouncer() {
  const { pathname } = useLocation()
  const cache = useQueryClient()
  const fetching = useIsFetching()
  const lastPathname = useRef(pathname)
  const [announcement, setAnnouncement] = useState('')

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when the number of fetches changes
  useEffect(() => {
    // Not `fetching`, which React Query updates a moment after a request has begun.
    if (cache.isFetching() || lastPathname.current === pathname) return
    lastPathname.current = pathname
    setAnnouncement(document.title)
  }, [cache, pathname, fetching])

  return (
    <p className="sr-only" aria-live="polite">
      {announcement}
    </p>
  )
}
