import { trustLevel } from '@vitrine/contract/calls/accounts/profile'
import type { Feature } from '#feature'
import { deleteExpiredAttempts } from '#kit/security/rate-limit.sql'
import { accountMailJobs } from './auth/account-mails.ts'
import { admin } from './auth/admin-command.ts'
import { apiKeyRoutes } from './auth/api-keys/api-key-routes.ts'
import { authenticator, authRoutes, sessionRoutes } from './auth/auth-routes.ts'
import { emailAddressRoutes } from './auth/email-addresses/email-address-routes.ts'
import { passwordRoutes } from './auth/password-routes.ts'
import { createPasswordRules } from './auth/password-rules.ts'
import { deleteOldSessions } from './auth/sessions.sql.ts'
import { trustBenefitsOf, trustOf } from './trust/trust.ts'
import { deleteOldAuditEvents } from './users/audit.sql.ts'
import { profileRoutes } from './users/profile-routes.ts'
import { profilesChanged } from './users/users.sql.ts'

export const accounts: Feature = {
  routes(app, deps) {
    const passwordRules = createPasswordRules(deps.config)
    profileRoutes(app, deps)
    authRoutes(deps, passwordRules)
    sessionRoutes(deps)
    emailAddressRoutes(deps)
    passwordRoutes(app, deps, passwordRules)
    apiKeyRoutes(deps)
    const benefits = trustBenefitsOf(deps.config)
    deps.serve(trustLevel, { mine: async ({ caller }) => ({ trust: await trustOf(deps.db, caller), benefits }) })
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
  clearsCaches: [profilesChanged],
}
