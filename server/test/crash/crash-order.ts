/**
 * What a test sends to a process that `crash-points.ts` was loaded into: points are counted until the next order. It is
 * answered with the names of those that were passed since the one before.
 */
export interface CrashOrder {
  /** The point at which the process is killed, from 1; `never` only counts, and `end` ends that. */
  at: number | 'never' | 'end'
  /** Calls that requests cause, those of jobs and of other background work, or both. */
  scope: 'requests' | 'background' | 'all'
  /**
   * Each call has a point before it and one after it; `changes` has only those before what outlives the process: not
   * reads, nor statements inside a transaction but its commit.
   */
  detail: 'calls' | 'changes'
}

/** The file descriptor to which a process that is killed writes the name of the point. */
export const REPORT_PIPE = 4
