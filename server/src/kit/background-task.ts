import type { FastifyInstance } from 'fastify'

/** Work of this process besides requests. */
export interface BackgroundTask {
  /** Called when the process begins to stop, while requests still run: takes on no more work. */
  drain?(): void
  stop(): Promise<void>
}

/** From `ready` until the last request is answered: the operator's commands build no app and so start no tasks. */
export function runWhileOpen(app: FastifyInstance, start: () => BackgroundTask) {
  let task: BackgroundTask | undefined
  app.addHook('onReady', async () => {
    task = start()
  })
  app.addHook('preClose', async () => task?.drain?.())
  app.addHook('onClose', () => task?.stop())
}
