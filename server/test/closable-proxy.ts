import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'

/** A TCP proxy to a local port that can be closed and opened again, as when a service is away for a while. */
export async function startClosableProxy(
  target: number,
  forward: (client: Socket, upstream: Socket) => unknown = (client, upstream) => client.pipe(upstream).pipe(client),
) {
  const sockets = new Set<Socket>()
  let server: Server
  let port = 0
  const open = async () => {
    server = createServer((client) => {
      const upstream = connect(target, '127.0.0.1')
      for (const socket of [client, upstream]) {
        sockets.add(socket)
        socket.on('error', () => {})
        socket.on('close', () => sockets.delete(socket))
      }
      forward(client, upstream)
    })
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    port = (server.address() as { port: number }).port
  }
  /** Closes all connections but the spared one, for whose end the result waits. */
  const close = async (spared?: Socket) => {
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) if (socket !== spared) socket.destroy()
    await closed
  }
  /** Stops what it forwards without closing connections, as a lost host does; new ones are forwarded. */
  const silence = () => {
    for (const socket of sockets) socket.unpipe().pause()
  }
  await open()
  return { open, close, silence, port }
}

export function urlAtPort(url: string, port: number): string {
  const moved = new URL(url)
  moved.hostname = '127.0.0.1'
  moved.port = String(port)
  return moved.href
}
