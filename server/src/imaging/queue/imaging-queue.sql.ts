import { sql } from 'kysely'
import type { Database } from '#kit/database/pool'
import type { Fairness, Owner, StoredWork } from '../pool/fair-queue.ts'
import type { WorkerJob } from '../worker-protocol.ts'
import type { StoredOutcome } from './outcome.ts'

/** Seconds after its last heartbeat for which a process counts as alive. */
const LEASE_SECONDS = 10
/** A job whose processes died so often may be the reason. */
const MAX_ATTEMPTS = 5

const isAlive = sql`alive_until > clock_timestamp()`
const isClaimed = sql`worker in (select id from imaging_process where ${isAlive})`

/** A query with one row about the jobs without an outcome. */
export const imagingQueueFigures = sql`
  select count(*) filter (where is_running) as running, count(*) filter (where not is_running) as waiting,
    coalesce(extract(epoch from now() - min(added_at) filter (where not is_running)), 0)::float8
      as oldest_waiting_seconds
  from (select added_at, coalesce(${isClaimed}, false) as is_running from imaging_job where outcome is null) as job`

export interface ImagingProcess {
  id: string
  /** Its worker processes; 0 where it only hands over. */
  workers: number
}

export async function extendLease(db: Database, { id, workers }: ImagingProcess): Promise<void> {
  await sql`
    insert into imaging_process (id, workers, alive_until)
    values (${id}, ${workers}, clock_timestamp() + make_interval(secs => ${LEASE_SECONDS}))
    on conflict (id) do update set alive_until = excluded.alive_until`.execute(db)
}

/** Its claims are free at once. */
export async function endLease(db: Database, id: string): Promise<void> {
  await sql`delete from imaging_process where id = ${id}`.execute(db)
}

export interface QueuedWork {
  id: string
  owner: Owner
  /** Estimated milliseconds of one worker. */
  cost: number
}

export interface NewJob extends QueuedWork {
  requester: string
  job: WorkerJob
}

export async function insertJob(db: Database, { id, requester, owner, cost, job }: NewJob): Promise<void> {
  await sql`
    insert into imaging_job (id, requester, owner, cost, job)
    values (${id}, ${requester}, ${String(owner)}, ${Math.round(cost)}, ${JSON.stringify(job)})`.execute(db)
}

/** What is known of these jobs; jobs that are not in the queue any more are missing. */
export async function outcomesOf(db: Database, ids: string[]): Promise<Map<string, StoredOutcome | null>> {
  const { rows } = await sql<{ id: string; outcome: StoredOutcome | null }>`
    select id, outcome from imaging_job where id = any(${ids})`.execute(db)
  return new Map(rows.map(({ id, outcome }) => [id, outcome]))
}

/** Returns how often the job was claimed, and whether a process may still work at it. */
export async function deleteJob(db: Database, id: string): Promise<{ attempts: number; isRunning: boolean }> {
  const { rows } = await sql<{ attempts: number; is_running: boolean }>`
    delete from imaging_job where id = ${id}
    returning attempts, worker is not null and outcome is null as is_running`.execute(db)
  return { attempts: rows[0]?.attempts ?? 0, isRunning: rows[0]?.is_running ?? false }
}

/** The queue as it is, by the clock of the database. */
export interface QueueSnapshot {
  /** Milliseconds since 1970. */
  now: number
  /** Worker processes of all processes that are alive. */
  workers: number
  fairness: Fairness
  /** The oldest first. */
  jobs: StoredWork<QueuedWork>[]
}

interface SnapshotRow {
  now: number
  workers: number
  fairness: Fairness | null
  jobs: { id: string; owner: string; cost: number; added_at: number; claimed_at: number | null; worker: string }[]
}

/** Reads the queue in the eyes of a process: work that others do is elsewhere. */
export async function readQueue(db: Database, process: string): Promise<QueueSnapshot> {
  const { rows } = await sql<SnapshotRow>`
    select extract(epoch from clock_timestamp())::float8 * 1000 as now,
      (select coalesce(sum(workers), 0) from imaging_process where ${isAlive}) as workers,
      (select state from imaging_fairness) as fairness,
      (select coalesce(json_agg(one order by added_at), '[]') from (
        select id, owner, cost, extract(epoch from added_at) * 1000 as added_at, worker,
          case when ${isClaimed} then extract(epoch from claimed_at) * 1000 end as claimed_at
        from imaging_job where outcome is null and (attempts < ${MAX_ATTEMPTS} or ${isClaimed})
      ) as one) as jobs`.execute(db)
  const { now, workers, fairness, jobs } = rows[0]!
  return {
    now,
    workers,
    fairness: fairness ?? { virtualTime: 0, visitorsServedAt: 0, shares: [] },
    jobs: jobs.map(({ id, owner, cost, added_at, claimed_at, worker }) => ({
      work: { id, owner: ownerOf(owner), cost },
      addedAt: added_at,
      startedAt: claimed_at,
      isElsewhere: worker !== process,
    })),
  }
}

const ownerOf = (text: string) => (/^\d+$/.test(text) ? Number(text) : (text as Owner))

export async function saveFairness(db: Database, fairness: Fairness): Promise<void> {
  await sql`
    insert into imaging_fairness (state) values (${JSON.stringify(fairness)})
    on conflict (is_only_row) do update set state = excluded.state`.execute(db)
}

export interface ClaimedJob extends QueuedWork {
  job: WorkerJob
  /** Which attempt it is, from 1 on. */
  attempts: number
}

export async function claimJobs(db: Database, process: string, work: QueuedWork[]): Promise<ClaimedJob[]> {
  const { rows } = await sql<{ id: string; job: WorkerJob; attempts: number }>`
    update imaging_job set worker = ${process}, claimed_at = clock_timestamp(), attempts = attempts + 1
    where id = any(${work.map(({ id }) => id)})
    returning id, job, attempts`.execute(db)
  return rows.map((row) => ({ ...work.find(({ id }) => id === row.id)!, ...row }))
}

/** Takes the claims away from their process; the attempts count. */
export async function freeJobs(db: Database, ids: string[]): Promise<void> {
  await sql`update imaging_job set worker = null, claimed_at = null where id = any(${ids})`.execute(db)
}

/**
 * Returns whether the job waits for this process's result, or has it already from a commit whose answer was lost: its
 * requester may be gone, or another process has it.
 */
export async function saveOutcome(db: Database, process: string, id: string, outcome: StoredOutcome): Promise<boolean> {
  const json = JSON.stringify(outcome)
  const { rows } = await sql`
    update imaging_job set outcome = ${json}
    where id = ${id} and worker = ${process} and (outcome is null or outcome = ${json})
    returning id`.execute(db)
  return rows.length > 0
}

export interface AbandonedJob {
  id: string
  attempts: number
}

/** Jobs for which no process waits any more; they leave the queue. */
export async function deleteAbandonedJobs(db: Database): Promise<AbandonedJob[]> {
  const { rows } = await sql<AbandonedJob>`
    delete from imaging_job where requester not in (select id from imaging_process where ${isAlive})
    returning id, attempts`.execute(db)
  return rows
}

/** Ends jobs whose processes died too often; returns their ids. */
export async function failHopelessJobs(db: Database, outcome: StoredOutcome): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update imaging_job set outcome = ${JSON.stringify(outcome)}
    where outcome is null and attempts >= ${MAX_ATTEMPTS} and not coalesce(${isClaimed}, false)
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

export async function deleteEndedProcesses(db: Database): Promise<void> {
  await sql`delete from imaging_process where alive_until < now() - interval '1 hour'`.execute(db)
}
