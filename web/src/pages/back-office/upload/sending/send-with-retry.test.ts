import { expect, test } from 'vitest'
import { type AttemptResult, backoffMs, type Outcome, type RetryWait, sendWithRetry } from './send-with-retry.ts'

const success = (image: string): Outcome<string> => ({ state: 'success', image })
const refused: Outcome<string> = { state: 'error', reason: 'no PNG', canRetry: false, isTransient: false }
const busy: Outcome<string> = { state: 'error', reason: 'busy', canRetry: true, isTransient: true }
const respond = (...outcomes: Outcome<string>[]) => ({ outcomes, retryAfter: 0, isUnreachable: false })
const unreachable = { ...respond(busy), isUnreachable: true }

/** Sends a batch against these results in turn, the last one repeated; pauses take no time. */
async function sendAgainst(batch: string[], results: AttemptResult<string>[], signal = new AbortController().signal) {
  const sent: string[] = []
  const waits: RetryWait[] = []
  const settled: Record<string, string> = {}
  await sendWithRetry(batch, {
    signal,
    attempt: async (left) => {
      sent.push(left.join(' '))
      return results[Math.min(sent.length, results.length) - 1]!
    },
    pause: async (wait) => void waits.push(wait),
    halt() {},
    settle: (item, outcome) => {
      settled[item] = outcome.state === 'success' ? outcome.image : outcome.reason
    },
  })
  return { sent, waits, settled }
}

test('successes and refusals are settled at once, and only transient failures are sent again', async () => {
  const results = [respond(success('A'), busy, refused), respond(success('B'))]
  const { sent, settled } = await sendAgainst(['a', 'b', 'c'], results)
  expect(sent).toEqual(['a b c', 'b'])
  expect(settled).toEqual({ a: 'A', b: 'B', c: 'no PNG' })
})

test('an error of the server is tried twice, then shown with its sentence', async () => {
  const broken: Outcome<string> = { ...busy, reason: 'Something went wrong.', isServerError: true }
  const { sent, settled } = await sendAgainst(['a', 'b'], [respond(broken, busy), respond(broken, success('B'))])
  expect(sent).toEqual(['a b', 'a b'])
  expect(settled).toEqual({ a: 'Something went wrong.', b: 'B' })
})

test('an unreachable server is retried without limit, with a backoff of up to a minute', async () => {
  const results = [...Array(40).fill(unreachable), respond(success('A'))]
  const { sent, waits, settled } = await sendAgainst(['a'], results)
  expect(sent).toHaveLength(41)
  expect(settled).toEqual({ a: 'A' })
  expect(waits[0]!.milliseconds).toBeLessThan(1300)
  expect(waits.at(-1)!.milliseconds).toBeGreaterThan(40_000)
  expect(Math.max(...waits.map((wait) => wait.milliseconds))).toBeLessThanOrEqual(75_000)
})

test('after ten error responses the batch has failed', async () => {
  const { sent, settled } = await sendAgainst(['a', 'b'], [respond(busy, busy)])
  expect(sent).toHaveLength(10)
  expect(settled).toEqual({ a: 'busy', b: 'busy' })
})

test('Retry-After is respected, up to ten minutes', async () => {
  const { waits } = await sendAgainst(['a'], [{ ...respond(busy), retryAfter: 20 }, respond(success('A'))])
  expect(waits[0]!.milliseconds).toBe(20_000)
  expect(backoffMs(0, 86_400)).toBe(600_000)
})

test('after an abort nothing is settled and nothing is sent', async () => {
  const abortController = new AbortController()
  abortController.abort()
  const { sent, settled } = await sendAgainst(['a'], [unreachable], abortController.signal)
  expect(sent).toHaveLength(1)
  expect(settled).toEqual({})
})
