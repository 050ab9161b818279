/**
 * How one file of a batch fared. `again`: the file itself was not at fault; `passing`: neither was anything that lasts, so
 * it is worth being sent again by itself.
 */
export type Outcome<Image> =
  | { state: 'success'; image: Image }
  | { state: 'error'; reason: string; canRetry: boolean; isTransient: boolean }

export interface AttemptResult<Image> {
  /** One for each file. */
  outcomes: Outcome<Image>[]
  /** Seconds that the server asked to wait. */
  retryAfter: number
  /** Nobody answered at all. */
  isUnreachable: boolean
}

interface RetryOptions<Item, Image> {
  attempt: (batch: Item[], isFirst: boolean) => Promise<AttemptResult<Image>>
  pause: (wait: RetryWait) => Promise<void>
  settle: (item: Item, outcome: Outcome<Image>) => void
  signal: AbortSignal
}

/** Before the next attempt. */
export interface RetryWait {
  milliseconds: number
  isUnreachable: boolean
}

/** Answered with trouble so often, which takes some five minutes, a batch has failed. A silent line is waited for. */
const maxErrorResponses = 10

/**
 * Sends a batch until each of its files has arrived or was refused for good. What is passing is sent again, after ever
 * longer waits; the server knows a file by its bytes, so one that arrived without our hearing of it does not become two.
 */
export async function sendWithRetry<Item, Image>(
  batch: Item[],
  { attempt, pause, settle, signal }: RetryOptions<Item, Image>,
) {
  let left = batch
  let waits = 0
  for (let troubles = 0; left.length; waits++) {
    const { outcomes, retryAfter, isUnreachable: unreachable } = await attempt(left, left === batch && waits === 0)
    if (signal.aborted) return
    if (!unreachable) troubles++
    const staying = left.filter((_, at) => isRetryable(outcomes[at]!) && troubles < maxErrorResponses)
    for (const [at, item] of left.entries()) if (!staying.includes(item)) settle(item, outcomes[at]!)
    // Some have got through: the waits begin anew.
    if (staying.length < left.length) waits = 0
    left = staying
    if (left.length) await pause({ milliseconds: backoffMs(waits, retryAfter), isUnreachable: unreachable })
    if (signal.aborted) return
  }
}

const isRetryable = (outcome: Outcome<unknown>) => outcome.state === 'error' && outcome.isTransient

const maxWaitMs = 60_000

/** 1, 2, 4 ... 60 s, a little more or less, so that not everybody comes back at once. */
export function backoffMs(waits: number, retryAfter: number, chance = Math.random()): number {
  const growing = Math.min(maxWaitMs, 1000 * 2 ** waits) * (0.75 + chance / 2)
  return Math.max(growing, Math.min(retryAfter, 600) * 1000)
}
