import { removeOldEvents } from '#features/users/audit-queries'
import type { Database } from '#kit/database'
import type { Work } from '#kit/jobs'
import { removeForgottenAttempts } from '#kit/throttle-queries'
import { removeOldSessions } from './queries.ts'

/** Done every night, so that nothing about people is kept for longer than it is of use. */
export const forgettingWork = ({ db }: { db: Database }): Work => ({
  nightly: {
    remove_old_sessions: () => removeOldSessions(db),
    remove_old_events: () => removeOldEvents(db),
    remove_forgotten_attempts: () => removeForgottenAttempts(db),
  },
})
