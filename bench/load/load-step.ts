import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchmarkProcess } from '../harness/benchmark-process.ts'
import { processTreeCpuTime } from '../harness/cpu-time.ts'
import type { ServerState } from '../harness/server-state.ts'
import type { LoadStep } from './knee.ts'
import type { LoadOutcome, LoadRequest } from './load-generator.ts'
import type { NextPaths } from './visitor-mix.ts'

const CONNECTIONS = 128
const headers = { 'accept-encoding': 'br' }

/** Asks a server at one rate, and measures what it costs. */
export async function measureStep(
  server: BenchmarkProcess<'state', ServerState>,
  loader: BenchmarkProcess<LoadRequest, LoadOutcome>,
  visitors: NextPaths,
  rate: number,
  seconds: number,
): Promise<LoadStep> {
  const paths = visitors(Math.round(rate * seconds))
  await sleep(500) // what the last step left undone
  const { url, cpu } = await server.ask('state')
  const family = processTreeCpuTime([server.pid])
  const outcome = await loader.ask({ url, headers, paths, seconds, rate, connections: CONNECTIONS })
  const own = (await server.ask('state')).cpu - cpu
  const both = family === undefined ? undefined : processTreeCpuTime([server.pid])! - family
  const database = both === undefined ? undefined : Math.max(0, both - own) / outcome.succeeded
  return { rate, seconds, ...outcome, serverCpu: own / outcome.succeeded, databaseCpu: database }
}
