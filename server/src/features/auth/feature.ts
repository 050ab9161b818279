import type { Feature } from '#feature'
import { deleteOldAuditEvents } from '#features/users/audit.sql'
import type { Database } from '#kit/database/pool'
import type { JobModule } from '#kit/jobs/job-worker'
import { deleteExpiredAttempts } from '#kit/security/rate-limit.sql'
import { admin } from './admin-command.ts'
import { apiKeyMailJobs, apiKeyRoutes } from './api-keys/api-key-routes.ts'
import { authRateLimits } from './auth-rate-limits.ts'
import { authenticator, authRoutes } from './auth-routes.ts'
import { confirmationMailJobs, emailChangeMailJobs } from './email-addresses/email-address-mails.ts'
import { confirmationRoutes, emailChangeRoutes } from './email-addresses/email-address-routes.ts'
import { passwordMailJobs } from './password-mails.ts'
import { passwordRoutes } from './password-routes.ts'
import { createPasswordRules } from './password-rules.ts'
import { sessionRoutes } from './session-routes.ts'
import { deleteOldSessions } from './sessions.sql.ts'

interface RetentionDeps {
  db: Database
  config: { AUDIT_DAYS: number }
}

/** Nightly jobs that delete personal data after its retention period. */
const retentionJobs = ({ db, config }: RetentionDeps): JobModule => ({
  nightly: {
    remove_old_sessions: () => deleteOldSessions(db),
    remove_old_events: () => deleteOldAuditEvents(db, config.AUDIT_DAYS),
    remove_forgotten_attempts: () => deleteExpiredAttempts(db),
  },
})

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
    apiKeyRoutes(serve, authDeps)
  },
  authenticator: (context) => authenticator(context, context.config),
  jobs: (deps) => [
    retentionJobs(deps),
    passwordMailJobs(deps),
    confirmationMailJobs(deps),
    emailChangeMailJobs(deps),
    apiKeyMailJobs(deps),
  ],
  commands: { admin },
}
