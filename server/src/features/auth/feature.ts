import type { Feature } from '#feature'
import { admin } from './admin-command.ts'
import { apiKeyRoutes } from './api-keys/api-key-routes.ts'
import { authRateLimits } from './auth-rate-limits.ts'
import { authRoutes } from './auth-routes.ts'
import { emailChangeMailJobs } from './email-change/email-change-mails.ts'
import { emailChangeRoutes } from './email-change/email-change-routes.ts'
import { confirmationMailJobs } from './email-confirmation/confirmation-mails.ts'
import { confirmationRoutes } from './email-confirmation/confirmation-routes.ts'
import { passwordMailJobs } from './password-mails.ts'
import { passwordRoutes } from './password-routes.ts'
import { createPasswordRules } from './password-rules.ts'
import { retentionJobs } from './retention-jobs.ts'
import { sessionRoutes } from './session-routes.ts'

export const auth: Feature = {
  routes(app, { serve, ...deps }) {
    const authDeps = {
      ...deps,
      rateLimits: authRateLimits(deps.db, deps.config),
      passwordRules: createPasswordRules(deps.config),
    }
    authRoutes(serve, authDeps)
    confirmationRoutes(serve, authDeps)
    emailChangeRoutes(serve, authDeps)
    passwordRoutes(app, serve, authDeps)
    sessionRoutes(serve, deps)
    apiKeyRoutes(serve, deps)
  },
  jobs: (deps) => [retentionJobs(deps), passwordMailJobs(deps), confirmationMailJobs(deps), emailChangeMailJobs(deps)],
  commands: { admin },
}
