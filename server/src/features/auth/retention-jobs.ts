import { deleteOldAuditEvents } from '#features/users/audit.sql'
import type { Database } from '#kit/database/pool'
import type { JobModule } from '#kit/jobs/job-worker'
import { deleteExpiredAttempts } from '#kit/security/rate-limit.sql'
import { deleteOldSessions } from './sessions.sql.ts'

/** Done every night, so that nothing about people is kept for longer than it is of use. */
export const retentionJobs = ({ db }: { db: Database }): JobModule => ({
  nightly: {
    remove_old_sessions: () => deleteOldSessions(db),
    remove_old_events: () => deleteOldAuditEvents(db),
    remove_forgotten_attempts: () => deleteExpiredAttempts(db),
  },
})
