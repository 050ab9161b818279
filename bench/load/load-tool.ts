import { execFile, spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startProcess } from '../harness/benchmark-process.ts'
import type { LoadOutcome, LoadRequest } from './load-generator.ts'

/** What a load of so many seconds came to. */
export interface LoadResult {
  requests: number
  perSecond: number
}

export interface Target {
  url: string
  headers: Record<string, string>
}

export interface LoadTool {
  name: string
  /** Sixteen connections ask for one address as fast as they are answered. Throws when an answer is not a good one. */
  loadUrl(target: Target, seconds: number): Promise<LoadResult>
  /** The same for addresses of one site in turn, which lie in a file, one a line, without the first so many of them. */
  loadUrlList(target: Target, mix: { file: string; from: number }, seconds: number): Promise<LoadResult>
}

const CONNECTIONS = '16'
const execute = promisify(execFile)

/** wrk where it is installed: written in C, it leaves more of two cores to the server than autocannon does. */
export const findLoadTool = (): LoadTool => (spawnSync('wrk', ['-v']).error ? autocannon : wrk)

const wrk: LoadTool = {
  name: 'wrk',
  loadUrl: (target, seconds) => runWrk(target, seconds),
  loadUrlList: (target, { file, from }, seconds) =>
    runWrk(target, seconds, ['-s', join(import.meta.dirname, 'mix.lua')], ['--', file, String(from)]),
}

async function runWrk({ url, headers }: Target, seconds: number, by: string[] = [], words: string[] = []) {
  const headerOptions = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const options = ['-t1', '--timeout=15s', `-c${CONNECTIONS}`, `-d${seconds}s`, ...by, ...headerOptions]
  const { stdout } = await execute('wrk', [...options, url, ...words])
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`${url} was not answered well:\n${stdout}`)
  const figure = (pattern: RegExp) => Number(pattern.exec(stdout)?.[1])
  return { requests: figure(/(\d+) requests in/), perSecond: figure(/Requests\/sec:\s+([\d.]+)/) }
}

const autocannon: LoadTool = {
  name: 'autocannon',
  async loadUrl({ url, headers }, seconds) {
    const script = fileURLToPath(import.meta.resolve('autocannon'))
    const headerOptions = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}=${value}`])
    const words = ['--json', '-n', '-c', CONNECTIONS, '-d', String(seconds), ...headerOptions, url]
    const { stdout } = await execute(process.execPath, [script, ...words], { maxBuffer: 1e7 })
    const { requests, non2xx, errors, duration } = JSON.parse(stdout)
    if (non2xx || errors) throw new Error(`${url} was not answered well: ${non2xx} bad answers, ${errors} errors.`)
    return { requests: requests.total, perSecond: requests.total / duration }
  },
  async loadUrlList({ url, headers }, { file, from }, seconds) {
    // All of its connections would ask the same at the same moment.
    const paths = (await readFile(file, 'utf8')).split('\n')
    const turned = [...paths.slice(from % paths.length), ...paths.slice(0, from % paths.length)]
    const loader = startProcess<LoadRequest, LoadOutcome>(new URL('./load-generator.ts', import.meta.url))
    const wave = { url: new URL(url).origin, headers, paths: turned, seconds, connections: Number(CONNECTIONS) }
    const { succeeded: good, succeededInTime: served, errors } = await loader.ask(wave)
    await loader.end()
    if (Object.keys(errors).length) throw new Error(`${url} was not answered well: ${JSON.stringify(errors)}`)
    return { requests: good, perSecond: served / seconds }
  },
}
