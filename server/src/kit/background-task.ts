import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** Work of this process besides requests. */
export interface BackgroundTask {
  stop(): Promise<void>
}

/** From `ready` until the last request is answered: the operator's commands build no app and so start no tasks. */
export function runWhileOpen(app: FastifyInstance, start: () => BackgroundTask) {
  let task: BackgroundTask | undefined
  app.addHook('onReady', async () => {
    task = start()
  })
  app.addHook('onClose', () => task?.stop())
}

/** Does the work at once, and again when the interval after its end or failure is over, until stopped. */
export function repeatTask(intervalMs: number, work: (stopping: AbortSignal) => Promise<unknown>): BackgroundTask {
  const stopping = new AbortController()
  const { signal } = stopping
  const run = async () => {
    while (!signal.aborted) {
      await work(signal).catch(() => {})
      await sleep(intervalMs, undefined, { signal, ref: false }).catch(() => {})
    }
  }
  const running = run()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}
