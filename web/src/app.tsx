import { type RouteObject, useRoutes } from 'react-router'
import { RouteAnnouncer } from './announcement.tsx'
import { useLinkInterceptor } from './links.ts'

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
