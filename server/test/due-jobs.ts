import { sql } from 'kysely'
import type { Database } from '#kit/database/statements'

/** Makes the jobs that wait for a time, each whose key is like this, due at once, and tells the workers. */
export async function runWaitingJobs(db: Database, key = '%'): Promise<void> {
  await sql`
    update graphile_worker._private_jobs set run_at = now()
    where run_at > now() and coalesce(key, '') like ${key}`.execute(db)
  // Else they would look two seconds later.
  await sql`select pg_notify('jobs:insert', '{"count": 5}')`.execute(db)
}
