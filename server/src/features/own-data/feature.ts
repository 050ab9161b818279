import type { Feature } from '#feature'
import { authRateLimits } from '#features/auth/auth-rate-limits'
import { exportRoutes } from './export/export-routes.ts'

export const ownData: Feature = {
  routes(_app, { serve, ...deps }) {
    const rateLimits = authRateLimits(deps.db, deps.config)
    exportRoutes(serve, { ...deps, rateLimits })
  },
}
