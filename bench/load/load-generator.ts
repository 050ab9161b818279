// Asks for addresses in turn: so many a second whatever becomes of them, or as fast as they are answered.

import { serveRequests } from '../harness/benchmark-process.ts'
import { type Connection, openConnection, type ResponseSummary } from './http-connection.ts'

export interface LoadRequest {
  /** Without a final slash. */
  url: string
  headers: Record<string, string>
  /** Asked for in turn, and from the first one again. */
  paths: string[]
  seconds: number
  connections: number
  /** Requests a second; missing, each connection asks as soon as it was answered. */
  rate?: number
  /** Whether times count from the sending of a request, not from the moment at which it was due. */
  isTimedFromSending?: boolean
}

export interface LoadOutcome {
  sent: number
  /** Good answers within the time. */
  succeededInTime: number
  /** Good answers, those included that came late. */
  succeeded: number
  /** How many of each status that is no good one; 'broken' and 'unanswered' too. */
  errors: Record<string, number>
  /** Milliseconds from the moment at which a request was due. */
  p50: number
  p99: number
  /** The same, of good answers alone. */
  p50Succeeded: number
  p99Succeeded: number
  /** Of all bodies. */
  bytes: number
}

/** Seconds for which late answers are waited for. */
const GRACE_SECONDS = 3

/**
 * A request is due at its moment, also while the server or this process stands still: it waits in line for a free
 * connection, and its waiting counts. Otherwise a server that stands still would be asked, and blamed, but once.
 */
async function generateLoad(request: LoadRequest): Promise<LoadOutcome> {
  const { url, headers, paths, seconds, connections, rate, isTimedFromSending } = request
  const { host } = new URL(url)
  const headerLines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  const requests = paths.map((path) => `GET ${path} HTTP/1.1\r\n${headerLines.join('')}\r\n`)
  const outcome = { sent: 0, succeededInTime: 0, succeeded: 0, errors: {} as Record<string, number>, bytes: 0 }
  const [times, timesSucceeded]: [number[], number[]] = [[], []]
  const all = Array.from({ length: connections }, () => openConnection(url))
  const free = [...all]
  const over = Promise.withResolvers<void>()
  const began = performance.now()
  const now = () => performance.now() - began
  const dueAt = (number: number) => (rate ? (number * 1000) / rate : now())
  const hasNext = () => (rate ? outcome.sent < Math.round(rate * seconds) : now() < seconds * 1000)

  const ask = async (by: Connection) => {
    const from = isTimedFromSending ? now() : dueAt(outcome.sent)
    const response = await by.send(requests[outcome.sent++ % requests.length]!)
    recordResponse(outcome, response, now() < seconds * 1000)
    times.push(now() - from)
    if (isGood(response)) timesSucceeded.push(now() - from)
    free.push(by)
    askWhatIsDue()
    if (!hasNext() && free.length === all.length) over.resolve()
  }
  const askWhatIsDue = () => {
    while (free.length && hasNext() && dueAt(outcome.sent) <= now()) void ask(free.pop()!)
  }
  const clock = setInterval(askWhatIsDue, 1)
  const patience = setTimeout(over.resolve, (seconds + GRACE_SECONDS) * 1000)
  await over.promise
  clearInterval(clock)
  clearTimeout(patience)
  const unanswered = (rate ? Math.round(rate * seconds) : outcome.sent) - times.length
  if (unanswered) outcome.errors.unanswered = unanswered
  for (const one of all) one.close()
  const [at, atSucceeded] = [quantiles(times), quantiles(timesSucceeded)]
  return {
    ...outcome,
    p50: at(0.5),
    p99: at(0.99),
    p50Succeeded: atSucceeded(0.5),
    p99Succeeded: atSucceeded(0.99),
  }
}

function quantiles(times: number[]): (share: number) => number {
  times.sort((a, b) => a - b)
  return (share) => times[Math.floor(times.length * share)] ?? Number.POSITIVE_INFINITY
}

const isGood = ({ status }: ResponseSummary) => status >= 200 && status < 300

type Counts = Pick<LoadOutcome, 'succeededInTime' | 'succeeded' | 'errors' | 'bytes'>

function recordResponse(outcome: Counts, response: ResponseSummary, isInTime: boolean) {
  const { status, bytes } = response
  outcome.bytes += bytes
  if (isGood(response)) {
    outcome.succeeded++
    if (isInTime) outcome.succeededInTime++
    return
  }
  const name = status ? String(status) : 'broken'
  outcome.errors[name] = (outcome.errors[name] ?? 0) + 1
}

serveRequests(generateLoad)
