import { type RouteObject, useRoutes } from 'react-router'
import { Announcement } from './announcement.tsx'
import { useLinks } from './links.ts'

/** The router ranks its whole table anew at each rendering, so the server hands it the one route that it has found. */
export function App({ table }: { table: RouteObject[] }) {
  useLinks()
  return (
    <>
      {useRoutes(table)}
      <Announcement />
    </>
  )
}
