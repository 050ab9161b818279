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
