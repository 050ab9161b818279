import type { Feature } from '#feature'
import { profileRoutes } from './profile-routes.ts'
import { profilesChanged } from './users.sql.ts'

export const users: Feature = {
  routes: (app, deps) => profileRoutes(app, deps),
  clearsCaches: [profilesChanged],
}
