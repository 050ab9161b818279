import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'

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
