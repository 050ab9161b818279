/** What a test sends to a process with `crash-points.ts`: it answers with the points passed since the order before. */
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
