import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** A script in a process of its own, which answers one request at a time. */
export interface BenchmarkProcess<Question, Answer> {
  pid: number
  ask(question: Question): Promise<Answer>
  /** Disconnects and waits for its exit. */
  end(): Promise<void>
}

/** Starts a script that calls `serveRequests`. Its output goes to standard error: standard output is for results. */
export function startProcess<Question extends string | object, Answer>(
  script: URL,
  settings: Record<string, string> = {},
): BenchmarkProcess<Question, Answer> {
  const child = fork(script, {
    stdio: ['ignore', 2, 2, 'ipc'],
    env: { ...process.env, ...settings },
  })
  const gone = once(child, 'exit')
  const broken = gone.then(() => Promise.reject(new Error(`${script} ended; the lines above say why.`)))
  broken.catch(() => {})
  return {
    pid: child.pid!,
    async ask(question) {
      const answer = once(child, 'message')
      child.send(question, () => {}) // an ended process is reported by `broken`
      const [value] = await Promise.race([answer, broken])
      return value
    },
    async end() {
      if (child.connected) child.disconnect()
      await gone
    },
  }
}

/** The child's side: answers each request, and exits when its parent disconnects. */
export function serveRequests<Question, Answer>(
  answer: (question: Question) => Answer | Promise<Answer>,
  leave: () => Promise<void> = async () => {},
): void {
  process.on('message', async (question: Question) => process.send!(await answer(question)))
  process.on('disconnect', () => leave().finally(() => process.exit()))
}

export interface ServerState {
  /** Without a final slash. */
  url: string
  /** Processor time of this process so far, in milliseconds, threads included. */
  cpu: number
}

export function serverState(app: FastifyInstance): ServerState {
  const { user, system } = process.cpuUsage()
  const { port } = app.server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, cpu: (user + system) / 1000 }
}
