import type { Generated } from 'kysely'
import type { UpdatableTimestamp } from './timestamps.ts'

/** A process that hands over picture work, or does it. */
export interface ImagingProcessTable {
  id: string
  /** Its worker processes; 0 where it only hands over. */
  workers: number
  /** The end of its lease, which heartbeats extend. */
  alive_until: Date
}

/** A picture to be processed by another process than the one that has it; its files lie in the store below `work/`. */
export interface ImagingJobTable {
  id: string
  /** The process that waits for it. */
  requester: string
  /** A person's id, `visitors` or `operator`. */
  owner: string
  /** Estimated milliseconds of one worker. */
  cost: number
  job: object
  added_at: UpdatableTimestamp
  /** The process that has claimed it, for as long as that is alive. */
  worker: string | null
  claimed_at: Date | null
  /** How often it was claimed. */
  attempts: Generated<number>
  outcome: object | null
}
