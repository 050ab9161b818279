import { expect, test } from 'vitest'
import { type AttemptResult, backoffMs, type Outcome, type RetryWait, sendWithRetry } from './send-with-retry.ts'

const success = (image: string): Outcome<string> => ({ state: 'success', image })
const refused: Outcome<string> = { state: 'error', reason: 'no PNG', canRetry: false, isTransient: false }
const busy: Outcome<string> = { state: 'error', reason: 'busy', canRetry: true, isTransient: true }
const answered = (...outcomes: Outcome<string>[]): AttemptResult<string> => ({
  outcomes,
  retryAfter: 0,
  isUnreachable: false,
})
const silence = (count: number): AttemptResult<string> => ({
  outcomes: Array.from({ length: count }, () => busy),
  retryAfter: 0,
  isUnreachable: true,
})

/** Delivers by these answers in turn, the last one for ever; waits take no time here. */
async function delivered(batch: string[], answers: AttemptResult<string>[], signal = new AbortController().signal) {
  const sent: string[] = []
  const waits: RetryWait[] = []
  const settled: Record<string, string> = {}
  await sendWithRetry(batch, {
    signal,
    attempt: async (left) => {
      sent.push(left.join(' '))
      return answers[Math.min(sent.length, answers.length) - 1]!
    },
    pause: async (wait) => void waits.push(wait),
    settle: (item, outcome) => {
      settled[item] = outcome.state === 'success' ? outcome.image : outcome.reason
    },
  })
  return { sent, waits, settled }
}

test('what arrives or is refused is settled at once', async () => {
  const { sent, settled } = await delivered(['a', 'b'], [answered(success('A'), refused)])
  expect(sent).toEqual(['a b'])
  expect(settled).toEqual({ a: 'A', b: 'no PNG' })
})

test('only those that were not taken for a passing reason are sent again', async () => {
  const { sent, settled } = await delivered(
    ['a', 'b', 'c'],
    [answered(success('A'), busy, refused), answered(success('B'))],
  )
  expect(sent).toEqual(['a b c', 'b'])
  expect(settled).toEqual({ a: 'A', b: 'B', c: 'no PNG' })
})

test('a silent line is waited for as long as it takes, ever longer, to a minute', async () => {
  const answers = [...Array.from({ length: 40 }, () => silence(1)), answered(success('A'))]
  const { sent, waits, settled } = await delivered(['a'], answers)
  expect(sent).toHaveLength(41)
  expect(settled).toEqual({ a: 'A' })
  expect(waits[0]!.milliseconds).toBeLessThan(1300)
  expect(waits.at(-1)!.milliseconds).toBeGreaterThan(40_000)
  expect(Math.max(...waits.map((wait) => wait.milliseconds))).toBeLessThanOrEqual(75_000)
})

test('a server in trouble is asked ten times in all, and then the batch has failed', async () => {
  const { sent, settled } = await delivered(['a', 'b'], [answered(busy, busy)])
  expect(sent).toHaveLength(10)
  expect(settled).toEqual({ a: 'busy', b: 'busy' })
})

test('a server that says when to come back is not asked before', async () => {
  const { waits } = await delivered(['a'], [{ ...answered(busy), retryAfter: 20 }, answered(success('A'))])
  expect(waits[0]!.milliseconds).toBe(20_000)
  expect(backoffMs(0, 86_400)).toBe(600_000)
})

test('after Stop nothing is settled and nothing is sent', async () => {
  const stopped = new AbortController()
  stopped.abort()
  const { sent, settled } = await delivered(['a'], [silence(1)], stopped.signal)
  expect(sent).toHaveLength(1)
  expect(settled).toEqual({})
})
