import type { FastifyReply } from 'fastify'

/** When the client leaves before the end; Fastify's `request.signal` aborts as soon as the body was read. */
export function disconnectSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController()
  const abort = () => {
    if (!raw.writableFinished) controller.abort()
  }
  if (raw.closed) abort()
  else raw.once('close', abort)
  return controller.signal
}

/** Whether its client disconnected: an answer has no reader. An abort is a DOMException or, of a stream, an Error. */
export const isDisconnect = (error: unknown) => error instanceof Error && error.name === 'AbortError'
