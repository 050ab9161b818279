import { sql } from 'kysely'
import type { Database } from '#kit/database/pool'

/**
 * Moves the stored times into the past, as if these seconds had elapsed. A negative number lengthens the waits that
 * have begun, so that none ends while a slow machine makes the call that is to be refused.
 */
export const elapse = (db: Database, seconds: number) =>
  sql`update rate_limit set allowed_at = allowed_at - make_interval(secs => ${seconds}::int)
      where allowed_at > '-infinity'`.execute(db)
