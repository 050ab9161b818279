import { useRoutes } from 'react-router'
import { Announcement } from './announcement.tsx'
import { useLinks } from './links.ts'
import { table } from './routes.tsx'

export function App() {
  useLinks()
  return (
    <>
      {useRoutes(table)}
      <Announcement />
    </>
  )
}
