import type { Logger } from '#kit/logger'
import { createMinuteLimit } from '#kit/security/minute-limit'
import { requestContext } from './request-context.ts'

/** Is told the text and the milliseconds of a statement that has ended, and the name of its pool. */
export type QueryLog = (text: string, ms: number, pool: string) => void

/** Lines a minute of one statement, and of all: a database in trouble makes every statement slow. */
const [MAX_LINES_OF_ONE, MAX_LINES] = [3, 100]
/** Characters of a statement. */
const MAX_TEXT = 2_000

/** Statements are logged with the request or job that caused them, and with placeholders: nothing that people typed. */
export function createSlowQueryLog(log: Logger, thresholdMs: number): QueryLog {
  const [linesOfOne, lines] = [createMinuteLimit(MAX_LINES_OF_ONE), createMinuteLimit(MAX_LINES)]
  let leftOut = 0
  return (text, ms, pool) => {
    if (ms < thresholdMs) return
    if (!linesOfOne.tryConsume(text) || !lines.tryConsume('all')) {
      leftOut++
      return
    }
    const context = requestContext()
    const about = {
      ms: Math.round(ms),
      pool,
      ...(context && { origin: context.origin() }),
      ...(leftOut && { left_out: leftOut }),
      statement: text.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_TEXT),
    }
    leftOut = 0
    log.warn(about, 'A statement took long')
  }
}

export const noQueryLog: QueryLog = () => {}
