import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const running = new Set<ChildProcess>()

/** For the end of a test file: before it takes away what the processes stand on, they are gone. */
export async function stopMainProcesses(): Promise<void> {
  const gone = [...running].map((one) => once(one, 'exit'))
  for (const one of running) one.kill('SIGKILL')
  await Promise.all(gone)
}

/** What `npm start` runs, on a port of its own. */
export function startMain(settings: Record<string, string>, { detached = false } = {}): ChildProcess {
  const env = { ...process.env, DATABASE_URL: '', PORT: '0', DEMO: 'off', WORD_TABLES: 'off', ...settings }
  const child = spawn(process.execPath, [join(import.meta.dirname, '../src/main.ts')], { env, detached })
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
