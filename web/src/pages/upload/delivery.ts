/**
 * How one file of a batch fared. `again`: the file itself was not at fault; `passing`: neither was anything that lasts, so
 * it is worth being sent again by itself.
 */
export type Outcome<Image> =
  | { state: 'success'; image: Image }
  | { state: 'error'; reason: string; again: boolean; passing: boolean }

export interface Attempt<Image> {
  /** One for each file. */
  outcomes: Outcome<Image>[]
  /** Seconds that the server asked to wait. */
  retryAfter: number
  /** Nobody answered at all. */
  unreachable: boolean
}

interface Means<Item, Image> {
  attempt: (batch: Item[], isFirst: boolean) => Promise<Attempt<Image>>
  pause: (wait: Wait) => Promise<void>
  settle: (item: Item, outcome: Outcome<Image>) => void
  signal: AbortSignal
}

/** Before the next attempt. */
export interface Wait {
  milliseconds: number
  unreachable: boolean
}

/** Answered with trouble so often, which takes some five minutes, a batch has failed. A silent line is waited for. */
const troublesBorne = 10

/**
 * Sends a batch until each of its files has arrived or was refused for good. What is passing is sent again, after ever
 * longer waits; the server knows a file by its bytes, so one that arrived without our hearing of it does not become two.
 */
export async function deliver<Item, Image>(batch: Item[], { attempt, pause, settle, signal }: Means<Item, Image>) {
  let left = batch
  let waits = 0
  for (let troubles = 0; left.length; waits++) {
    const { outcomes, retryAfter, unreachable } = await attempt(left, left === batch && waits === 0)
    if (signal.aborted) return
    if (!unreachable) troubles++
    const staying = left.filter((_, at) => isWorthAnother(outcomes[at]!) && troubles < troublesBorne)
    for (const [at, item] of left.entries()) if (!staying.includes(item)) settle(item, outcomes[at]!)
    // Some have got through: the waits begin anew.
    if (staying.length < left.length) waits = 0
    left = staying
    if (left.length) await pause({ milliseconds: waitBefore(waits, retryAfter), unreachable })
    if (signal.aborted) return
  }
}

const isWorthAnother = (outcome: Outcome<unknown>) => outcome.state === 'error' && outcome.passing

const longest = 60_000

/** 1, 2, 4 ... 60 s, a little more or less, so that not everybody comes back at once. */
export function waitBefore(waits: number, retryAfter: number, chance = Math.random()): number {
  const growing = Math.min(longest, 1000 * 2 ** waits) * (0.75 + chance / 2)
  return Math.max(growing, Math.min(retryAfter, 600) * 1000)
}
