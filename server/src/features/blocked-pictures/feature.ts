import type { Feature } from '#feature'
import { refusedCopyRoutes } from './refused-copy-routes.ts'

export const blockedPictures: Feature = {
  routes: (_app, { serve, db }) => refusedCopyRoutes(serve, { db }),
}
