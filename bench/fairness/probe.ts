import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Probe {
  p50: number
  p99: number
  requests: number
  /** Answers that were no 200. */
  failed: number
}

/** Milliseconds between two requests of a probe. */
const PAUSE_MS = 15

/** Asks for one address after the other by one connection and times each until its last byte. */
export async function probe(url: string, seconds: number, nextPath: () => string): Promise<Probe> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const times: number[] = []
  let failed = 0
  for (const until = performance.now() + seconds * 1000; performance.now() < until; await sleep(PAUSE_MS)) {
    const began = performance.now()
    if ((await get(agent, url + nextPath())) !== 200) failed++
    times.push(performance.now() - began)
  }
  agent.destroy()
  times.sort((one, other) => one - other)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99), requests: times.length, failed }
}

function get(agent: http.Agent, url: string): Promise<number> {
  return new Promise((resolve) => {
    http
      .get(url, { agent, headers: { 'accept-encoding': 'br' } }, (answer) => {
        answer.resume().on('close', () => resolve(answer.statusCode ?? 0))
      })
      .on('error', () => resolve(0))
  })
}
