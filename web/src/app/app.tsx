import { type RouteObject, useRoutes } from 'react-router'
import { useLinkInterceptor } from './link-interceptor.ts'
import { RouteAnnouncer } from './route-announcer.tsx'

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
