import { startProcess } from './benchmark-process.ts'
import type { LoadOutcome, LoadRequest } from './load-generator.ts'

export interface Target {
  /** Without a final slash. */
  url: string
  headers?: Record<string, string>
  /** Asked for in turn. */
  paths: string[]
}

/** Asks as fast as it is answered, first for the path at `from`; throws when an answer is not a good one. */
export async function loadServer({ url, headers = {}, paths }: Target, seconds: number, from = 0) {
  const at = from % paths.length
  const turned = [...paths.slice(at), ...paths.slice(0, at)]
  const generator = startGenerator()
  const outcome = await generator.ask({ url, headers, paths: turned, seconds, connections: 16 })
  await generator.end()
  const errors = JSON.stringify(outcome.errors)
  if (errors !== '{}') throw new Error(`${url} was not answered well: ${errors}`)
  return { requests: outcome.succeeded, perSecond: outcome.succeededInTime / seconds }
}

/** The generator in a process of its own. */
export const startGenerator = () =>
  startProcess<LoadRequest, LoadOutcome>(new URL('./load-generator.ts', import.meta.url))
