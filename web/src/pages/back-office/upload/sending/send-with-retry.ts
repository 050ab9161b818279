export type Outcome<Image> = FinalOutcome<Image> | HaltedOutcome

/**
 * `canRetry`: the file itself was not refused; `isTransient`: the cause is temporary, so it is retried automatically;
 * `isServerError`: it may be temporary, so it is retried once.
 */
export type FinalOutcome<Image> =
  | { state: 'success'; image: Image }
  | { state: 'error'; reason: string; canRetry: boolean; isTransient: boolean; isServerError?: boolean }

/** No further file of this person is taken until there is room again or an hour is over (requirements: #quotas). */
interface HaltedOutcome {
  state: 'halted'
  reason: string
}

export interface AttemptResult<Image> {
  /** One for each file. */
  outcomes: Outcome<Image>[]
  /** Seconds of the Retry-After header, or 0. */
  retryAfter: number
  /** There was no response at all. */
  isUnreachable: boolean
}

interface RetryOptions<Item, Image> {
  attempt: (batch: Item[], isFirst: boolean) => Promise<AttemptResult<Image>>
  pause: (wait: RetryWait) => Promise<void>
  settle: (item: Item, outcome: FinalOutcome<Image>) => void
  /** Called instead of a retry where none can help; the items that are left stay unsettled. */
  halt: (reason: string) => void
  signal: AbortSignal
}

export interface RetryWait {
  milliseconds: number
  isUnreachable: boolean
}

/** Error responses after which a batch fails, about five minutes; an unreachable server is retried without limit. */
const maxErrorResponses = 10

/** Sends a batch until each file has arrived or is refused; one sent twice is recognised by its bytes. */
export async function sendWithRetry<Item, Image>(
  batch: Item[],
  { attempt, pause, settle, halt, signal }: RetryOptions<Item, Image>,
) {
  let left = batch
  let waits = 0
  for (let errorResponses = 0; left.length; waits++) {
    const { outcomes, retryAfter, isUnreachable } = await attempt(left, left === batch && waits === 0)
    if (signal.aborted) return
    if (!isUnreachable) errorResponses++
    const remaining = settleFinal(left, outcomes, errorResponses, settle)
    const halted = outcomes.find(({ state }) => state === 'halted') as HaltedOutcome | undefined
    if (halted) return halt(halted.reason)
    // Some files got through, so the backoff starts over.
    if (remaining.length < left.length) waits = 0
    left = remaining
    if (left.length) await pause({ milliseconds: backoffMs(waits, retryAfter), isUnreachable })
    if (signal.aborted) return
  }
}

/** Settles the final outcomes of an attempt and returns the items to send again. */
function settleFinal<Item, Image>(
  items: Item[],
  outcomes: Outcome<Image>[],
  errorResponses: number,
  settle: RetryOptions<Item, Image>['settle'],
): Item[] {
  const remaining: Item[] = []
  for (const [index, item] of items.entries()) {
    const outcome = outcomes[index]!
    if (outcome.state === 'halted' || isRetryable(outcome, errorResponses)) remaining.push(item)
    else settle(item, outcome)
  }
  return remaining
}

function isRetryable(outcome: Outcome<unknown>, errorResponses: number): boolean {
  if (outcome.state !== 'error' || !outcome.isTransient) return false
  return errorResponses < (outcome.isServerError ? 2 : maxErrorResponses)
}

const maxWaitMs = 60_000

/** Exponential backoff of 1, 2, 4 ... 60 s with jitter, so that clients do not return all at once. */
export function backoffMs(waits: number, retryAfter: number, chance = Math.random()): number {
  const backoff = Math.min(maxWaitMs, 1000 * 2 ** waits) * (0.75 + chance / 2)
  return Math.max(backoff, Math.min(retryAfter, 600) * 1000)
}
