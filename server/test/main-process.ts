import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const running = new Set<ChildProcess>()

/** For the end of a test file: before it takes away what the processes stand on, they are gone. */
export async function stopMainProcesses(): Promise<void> {
  const gone = [...running].map((one) => once(one, 'exit'))
  for (const one of running) one.kill('SIGKILL')
  await Promise.all(gone)
}

interface StartOptions {
  detached?: boolean
  nodeArguments?: string[]
  stdio?: StdioOptions
  /** Starts it as `npm start` does, below a shell. */
  isUnderNpm?: boolean
  /** The words behind `npm start --`. */
  words?: string[]
}

/** What `npm start` runs, on a port of its own. */
export function startMain(settings: Record<string, string>, options: StartOptions = {}): ChildProcess {
  const defaults = { DATABASE_URL: '', PORT: '0', DEMO: 'off', WORD_TABLES: 'off', QUOTA_PENDING_NEW: '0' }
  const env = { ...process.env, ...defaults, ...settings }
  const { nodeArguments = [], stdio = 'pipe', detached = false, isUnderNpm = false, words = [] } = options
  const main = join(import.meta.dirname, '../src/main.ts')
  const line = [process.execPath, ...nodeArguments, main, ...words, ...(isUnderNpm ? ['--under-npm'] : [])]
  const [command, ...rest] = isUnderNpm ? ['sh', '-c', '"$0" "$@"; exit $?', ...line] : line
  const child = spawn(command!, rest, { env, detached, stdio })
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

/** The address that the start prints for the operator. */
export async function waitForAddress(child: ChildProcess): Promise<string> {
  let output = ''
  for await (const part of child.stdout!.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    output += part
    const address = /is ready at (\S+)/.exec(output)?.[1]
    if (address) return address
  }
  throw new Error(`It did not start: ${output}`)
}

/** What a process prints: entries of its log, and lines that are none as such with nothing but their text. */
type LogLine = { msg: string } & Partial<Record<'request' | 'origin' | 'statement' | 'pool', string>>

/** A start with the lines that it has printed so far, and its address once it is ready. */
export function startLoggingMain(settings: Record<string, string>) {
  const main = startMain({ IMAGE_WORKERS: '1', ...settings })
  const lines: LogLine[] = []
  const address = new Promise<string>((resolve, reject) => {
    createInterface(main.stdout!).on('line', (line) => {
      lines.push(line.startsWith('{') ? JSON.parse(line) : { msg: line })
      const ready = /is ready at (\S+)/.exec(line)?.[1]
      if (ready) resolve(ready)
    })
    main.once('exit', () => reject(new Error(`It did not start: ${lines.map(({ msg }) => msg).join('\n')}`)))
  })
  address.catch(() => {})
  return { main, lines, address }
}
