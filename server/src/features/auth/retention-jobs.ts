import { deleteOldAuditEvents } from '#features/users/audit.sql'
import type { Database } from '#kit/database/pool'
import type { JobModule } from '#kit/jobs/job-worker'
import { deleteExpiredAttempts } from '#kit/security/rate-limit.sql'
import { deleteOldSessions } from './sessions.sql.ts'

/** Nightly jobs that delete personal data after its retention period. */
export const retentionJobs = ({ db }: { db: Database }): JobModule => ({
  nightly: {
    remove_old_sessions: () => deleteOldSessions(db),
    remove_old_events: () => deleteOldAuditEvents(db),
    remove_forgotten_attempts: () => deleteExpiredAttempts(db),
  },
})
