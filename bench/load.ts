import { execFile, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** What a load of so many seconds came to. */
export interface Load {
  requests: number
  perSecond: number
}

export interface Target {
  url: string
  headers: Record<string, string>
}

export interface Loader {
  name: string
  /** Sixteen connections ask for one address as fast as they are answered. Throws when an answer is not a good one. */
  put(target: Target, seconds: number): Promise<Load>
}

const CONNECTIONS = '16'
const run = promisify(execFile)

/** wrk where it is installed: written in C, it leaves more of two cores to the server than autocannon does. */
export const loader = (): Loader => (spawnSync('wrk', ['-v']).error ? autocannon : wrk)

const wrk: Loader = {
  name: 'wrk',
  async put({ url, headers }, seconds) {
    const said = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
    const { stdout } = await run('wrk', ['-t1', '--timeout=15s', `-c${CONNECTIONS}`, `-d${seconds}s`, ...said, url])
    if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`${url} was not answered well:\n${stdout}`)
    const figure = (pattern: RegExp) => Number(pattern.exec(stdout)?.[1])
    return { requests: figure(/(\d+) requests in/), perSecond: figure(/Requests\/sec:\s+([\d.]+)/) }
  },
}

const autocannon: Loader = {
  name: 'autocannon',
  async put({ url, headers }, seconds) {
    const script = fileURLToPath(import.meta.resolve('autocannon'))
    const said = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}=${value}`])
    const words = ['--json', '-n', '-c', CONNECTIONS, '-d', String(seconds), ...said, url]
    const { stdout } = await run(process.execPath, [script, ...words], { maxBuffer: 1e7 })
    const { requests, non2xx, errors, duration } = JSON.parse(stdout)
    if (non2xx || errors) throw new Error(`${url} was not answered well: ${non2xx} bad answers, ${errors} errors.`)
    return { requests: requests.total, perSecond: requests.total / duration }
  },
}
