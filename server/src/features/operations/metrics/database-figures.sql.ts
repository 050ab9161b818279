import { type Database, oneRow } from '#kit/database/statements'

/** What all processes share, as one of them reads it. */
export interface DatabaseFigures {
  jobs: { task: string; state: 'ready' | 'scheduled' | 'running' | 'failed'; count: number; waiting_seconds: number }[]
  images: { status: string; count: number }[]
  connections: { state: string; count: number }[]
  /** Changes that searches read from the index queue; counted up to `maxQueued`. */
  queued: number
  byte_size: number
  max_connections: number
  is_cdn_failing: boolean
  /** Seconds since 1970 (UTC); null where there was no backup. */
  backed_up_at: number | null
}

/** A longer queue is counted so far. */
const maxQueued = 100_000

/** One statement, whose parts read counters and short tables. */
export const databaseFigures = (db: Database) => oneRow<DatabaseFigures>(db)`
  with job as (
    select task_identifier as task, run_at, case
      when locked_at is not null then 'running'
      when attempts >= max_attempts then 'failed'
      when run_at > now() then 'scheduled'
      else 'ready' end as state
    from graphile_worker.jobs),
  jobs as (
    select task, state, count(*), extract(epoch from greatest(now() - min(run_at), '0'))::float8 as waiting_seconds
    from job group by task, state),
  images as (select status, sum(count) as count from image_count group by status),
  connections as (
    select coalesce(state, 'other') as state, count(*) from pg_stat_activity
    where datname = current_database() group by 1)
  select
    (select coalesce(json_agg(jobs), '[]') from jobs) as jobs,
    (select coalesce(json_agg(images), '[]') from images) as images,
    (select coalesce(json_agg(connections), '[]') from connections) as connections,
    (select count(*) from (select from index_queue limit ${maxQueued}) as queued) as queued,
    pg_database_size(current_database()) as byte_size,
    current_setting('max_connections')::int as max_connections,
    exists (select from cdn_config where last_error is not null) as is_cdn_failing,
    (select extract(epoch from backed_up_at)::float8 from library) as backed_up_at`
