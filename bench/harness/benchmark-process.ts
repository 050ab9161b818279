import { fork } from 'node:child_process'
import { once } from 'node:events'

/** A script in a process of its own, which is asked one thing at a time. */
export interface BenchmarkProcess<Question, Answer> {
  pid: number
  ask(question: Question): Promise<Answer>
  /** Lets it finish and waits until it is gone. */
  end(): Promise<void>
}

/** Starts a script that calls `answering`. Its output goes to standard error, since results alone belong on the other. */
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
      child.send(question, () => {}) // a process that cannot be reached has ended, and `broken` says so
      const [value] = await Promise.race([answer, broken])
      return value
    },
    async end() {
      if (child.connected) child.disconnect()
      await gone
    },
  }
}

/** The other side: answers each question, and leaves when nobody can ask any more. */
export function serveRequests<Question, Answer>(
  answer: (question: Question) => Answer | Promise<Answer>,
  leave: () => Promise<void> = async () => {},
): void {
  process.on('message', async (question: Question) => process.send!(await answer(question)))
  process.on('disconnect', () => leave().finally(() => process.exit()))
}
