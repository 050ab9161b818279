import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A TCP proxy to a local PostgreSQL that can cut a connection between a commit and its answer. */
export async function startAnswerLosingProxy(target: number) {
  const sockets = new Set<Socket>()
  let wanted: { statement: string; lost: () => void } | undefined

  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1')
    let hasStatement = false
    let isCommitting = false
    const cut = () => [client, upstream].map((socket) => socket.destroy())
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => sockets.delete(socket) && cut())
    }
    client.on('data', (chunk: Buffer) => {
      const text = chunk.toString('latin1')
      if (text.includes('begin')) hasStatement = false
      hasStatement ||= wanted !== undefined && text.includes(wanted.statement)
      isCommitting = hasStatement && text.includes('commit')
      upstream.write(chunk)
    })
    upstream.on('data', (chunk: Buffer) => {
      if (!isCommitting) return void client.write(chunk)
      cut()
      wanted?.lost()
      wanted = undefined
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    port: (server.address() as { port: number }).port,
    /** Resolves when the next transaction with this statement has been committed and its answer was lost. */
    loseCommitAfter: (statement: string) =>
      new Promise<void>((lost) => {
        wanted = { statement, lost }
      }),
    async close() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}
