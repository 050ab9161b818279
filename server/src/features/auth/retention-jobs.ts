import { deleteOldAuditEvents } from '#features/users/audit.sql'
import type { Database } from '#kit/database/pool'
import type { JobModule } from '#kit/jobs/job-worker'
import { deleteExpiredAttempts } from '#kit/security/rate-limit.sql'
import { deleteOldSessions } from './sessions.sql.ts'

interface RetentionDeps {
  db: Database
  config: { AUDIT_DAYS: number }
}

/** Nightly jobs that delete personal data after its retention period. */
export const retentionJobs = ({ db, config }: RetentionDeps): JobModule => ({
  nightly: {
    remove_old_sessions: () => deleteOldSessions(db),
    remove_old_events: () => deleteOldAuditEvents(db, config.AUDIT_DAYS),
    remove_forgotten_attempts: () => deleteExpiredAttempts(db),
  },
})
