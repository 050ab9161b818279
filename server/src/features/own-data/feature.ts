import type { Feature } from '#feature'
import { authRateLimits } from '#features/auth/auth-rate-limits'
import { account } from './account-command.ts'
import { closeImageJobs } from './closing/close-images.ts'
import { closingMailJobs } from './closing/closing-mail.ts'
import { ownDataRoutes } from './own-data-routes.ts'

export const ownData: Feature = {
  routes(_app, { serve, ...deps }) {
    const rateLimits = authRateLimits(deps.db, deps.config)
    ownDataRoutes(serve, { ...deps, rateLimits })
  },
  jobs: (deps) => [closeImageJobs(deps), closingMailJobs(deps)],
  commands: { account },
}
