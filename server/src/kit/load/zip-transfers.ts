import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { fileContentSecurityPolicy } from '#kit/http/security-headers'
import { dispositionHeader } from '#kit/http/send-file'
import { requestContext } from '#kit/tracing/request-context'
import { type LoadShedding, NETWORK_SHARE } from './load-shedding.ts'

interface SentZip {
  archive: AsyncIterable<Uint8Array>
  fileName: string
  /** Replaces the name in clients that read ASCII alone. */
  fallbackName: string
  /** In bytes, where that is known before the end. */
  size?: number
}

/** Bytes of a look below which a transfer is ended while others are refused: 10 kB/s. */
const MIN_BYTES = 150_000
/** Milliseconds between two looks at a transfer; the buffers on the way take what is sent before the first. */
const LOOK_INTERVAL = 15_000

/**
 * So many zips leave a process at once, each of which holds an open file and a socket, and what comes beyond is
 * refused. Clients that hardly read hold no place that others ask for: a transfer that was slower than 10 kB/s in the
 * 15 s in which someone was refused is ended.
 */
export function createZipTransfers(loadShedding: LoadShedding, name: string, places: number) {
  const runningPerKey = NETWORK_SHARE * places
  const limiter = loadShedding.createLimiter(name, { running: places, runningPerKey, waitingPerKey: 0 })
  const refusals = () => limiter.statistics().refused

  return {
    /** Runs a task that sends a zip; throws `overloaded` when there is no place for it. */
    run<T>(task: () => Promise<T>): Promise<T> {
      const network = requestContext()?.network?.()
      return limiter.run(task, { key: network, isShared: !network })
    },

    /** Answers whether the whole archive was sent. A file that fails midway breaks the connection. */
    async send(
      { request, reply }: { request: FastifyRequest; reply: FastifyReply },
      { archive, fileName, fallbackName, size }: SentZip,
    ): Promise<boolean> {
      reply.type('application/zip').headers({
        'content-disposition': dispositionHeader('attachment', fileName, fallbackName),
        'content-security-policy': fileContentSecurityPolicy,
        'cache-control': 'no-store',
        ...(size !== undefined && { 'content-length': size }),
      })
      if (request.method === 'HEAD') {
        reply.send()
        return false
      }
      let [bytes, refusalsBefore] = [0, refusals()]
      const look = setInterval(() => {
        if (bytes < MIN_BYTES && refusals() > refusalsBefore) reply.raw.destroy()
        ;[bytes, refusalsBefore] = [0, refusals()]
      }, LOOK_INTERVAL)
      const counted = async function* () {
        for await (const chunk of archive) {
          bytes += chunk.length
          yield chunk
        }
      }
      reply.send(Readable.from(counted(), { objectMode: false }))
      return finished(reply.raw)
        .then(
          () => true,
          () => false, // the client has closed the connection, it was ended, or a file could not be read
        )
        .finally(() => clearInterval(look))
    },
  }
}
