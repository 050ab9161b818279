import { deleteOldAuditEvents } from '#features/users/audit-queries'
import type { Database } from '#kit/database'
import type { Work } from '#kit/jobs'
import { removeForgottenAttempts } from '#kit/throttle-queries'
import { deleteOldSessions } from './queries.ts'

/** Done every night, so that nothing about people is kept for longer than it is of use. */
export const retentionJobs = ({ db }: { db: Database }): Work => ({
  nightly: {
    remove_old_sessions: () => deleteOldSessions(db),
    remove_old_events: () => deleteOldAuditEvents(db),
    remove_forgotten_attempts: () => removeForgottenAttempts(db),
  },
})
