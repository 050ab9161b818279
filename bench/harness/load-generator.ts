// Asks for addresses in turn: so many a second whatever becomes of them, or as fast as they are answered.
import { serveRequests } from './benchmark-process.ts'
import { percentile } from './figures.ts'
import { Connection, type ResponseSummary } from './http-connection.ts'

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
}

export interface LoadOutcome {
  sent: number
  /** Good answers within the time. */
  succeededInTime: number
  /** Good answers, those included that came late. */
  succeeded: number
  /** How many of each status that is no good one; 'broken' and 'unanswered' too. */
  errors: Record<string, number>
  /** Milliseconds of good answers from the moment at which a request was due. */
  p50: number
  p99: number
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
  const { url, headers, paths, seconds, connections, rate } = request
  const { host } = new URL(url)
  const headerLines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  const requests = paths.map((path) => `GET ${path} HTTP/1.1\r\n${headerLines.join('')}\r\n`)
  const outcome = { sent: 0, succeededInTime: 0, succeeded: 0, errors: {} as Record<string, number>, bytes: 0 }
  const times: number[] = []
  const all = Array.from({ length: connections }, () => new Connection(url))
  const free = [...all]
  const over = Promise.withResolvers<void>()
  const began = performance.now()
  const now = () => performance.now() - began
  const dueAt = (number: number) => (rate ? (number * 1000) / rate : now())
  const hasNext = () => (rate ? outcome.sent < Math.round(rate * seconds) : now() < seconds * 1000)
  let answered = 0

  const record = ({ status, bytes }: ResponseSummary, due: number) => {
    answered++
    outcome.bytes += bytes
    if (status < 200 || status >= 300) {
      const name = status || 'broken'
      outcome.errors[name] = (outcome.errors[name] ?? 0) + 1
      return
    }
    outcome.succeeded++
    if (now() < seconds * 1000) outcome.succeededInTime++
    times.push(now() - due)
  }
  const ask = async (by: Connection) => {
    const due = dueAt(outcome.sent)
    record(await by.send(requests[outcome.sent++ % requests.length]!), due)
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
  const unanswered = (rate ? Math.round(rate * seconds) : outcome.sent) - answered
  if (unanswered) outcome.errors.unanswered = unanswered
  for (const one of all) one.close()
  return { ...outcome, p50: percentile(times, 0.5), p99: percentile(times, 0.99) }
}

serveRequests(generateLoad)
