import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type RouteObject, useLocation, useRoutes } from 'react-router'
import { useLinkInterceptor } from './link-interceptor.ts'

/** React Router ranks its whole table at each rendering, so the server passes only the route that it has matched. */
export function App({ table }: { table: RouteObject[] }) {
  useLinkInterceptor()
  return (
    <>
      {useRoutes(table)}
      <RouteAnnouncer />
    </>
  )
}

/** Announces the new page's title once its data is there: screen readers do not notice a client-side navigation. */
function RouteAnnouncer() {
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
