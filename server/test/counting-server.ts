import { type AddressInfo, createServer } from 'node:net'
import { onTestFinished } from 'vitest'

/** A server on this machine, for one test, that ends each connection at once and counts them. */
export async function startCountingServer() {
  let count = 0
  const server = createServer((socket) => {
    count++
    socket.on('error', () => {}).destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  onTestFinished(() => void server.close())
  return { port: (server.address() as AddressInfo).port, connections: () => count }
}
