import type { Feature } from '#feature'
import { deleteOldAuditEvents } from '#features/users/audit.sql'
import { deleteExpiredAttempts } from '#kit/security/rate-limit.sql'
import { accountMailJobs } from './account-mails.ts'
import { admin } from './admin-command.ts'
import { apiKeyRoutes } from './api-keys/api-key-routes.ts'
import { authenticator, authRoutes, sessionRoutes } from './auth-routes.ts'
import { emailAddressRoutes } from './email-addresses/email-address-routes.ts'
import { passwordRoutes } from './password-routes.ts'
import { createPasswordRules } from './password-rules.ts'
import { deleteOldSessions } from './sessions.sql.ts'

export const auth: Feature = {
  routes(app, deps) {
    const passwordRules = createPasswordRules(deps.config)
    authRoutes(deps, passwordRules)
    sessionRoutes(deps)
    emailAddressRoutes(deps)
    passwordRoutes(app, deps, passwordRules)
    apiKeyRoutes(deps)
  },
  authenticator,
  jobs: (deps) => [
    accountMailJobs(deps),
    {
      nightly: {
        remove_old_sessions: () => deleteOldSessions(deps.db),
        remove_old_events: () => deleteOldAuditEvents(deps.db, deps.config.AUDIT_DAYS),
        remove_forgotten_attempts: () => deleteExpiredAttempts(deps.db),
      },
    },
  ],
  commands: { admin },
}
