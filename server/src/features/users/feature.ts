import type { Feature } from '#feature'
import { avatarMaker } from './make-avatar.ts'
import { profileRoutes } from './profile-routes.ts'

export const users: Feature = {
  routes: (app, deps) => profileRoutes(app, deps.serve, { ...deps, makeAvatar: avatarMaker(deps.imagingPool) }),
}
