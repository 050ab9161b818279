import { type RouteObject, useRoutes } from 'react-router'
import { useLinkInterceptor } from './link-interceptor.ts'
import { RouteAnnouncer } from './route-announcer.tsx'

/** The router ranks its whole table anew at each rendering, so the server hands it the one route that it has found. */
export function App({ table }: { table: RouteObject[] }) {
  useLinkInterceptor()
  return (
    <>
      {useRoutes(table)}
      <RouteAnnouncer />
    </>
  )
}
