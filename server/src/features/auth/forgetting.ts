import { deleteOldAuditEvents } from '#features/users/audit-queries'
import type { Database } from '#kit/database'
import type { JobModule } from '#kit/jobs'
import { deleteExpiredAttempts } from '#kit/throttle-queries'
import { deleteOldSessions } from './queries.ts'

/** Done every night, so that nothing about people is kept for longer than it is of use. */
export const retentionJobs = ({ db }: { db: Database }): JobModule => ({
  nightly: {
    remove_old_sessions: () => deleteOldSessions(db),
    remove_old_events: () => deleteOldAuditEvents(db),
    remove_forgotten_attempts: () => deleteExpiredAttempts(db),
  },
})
