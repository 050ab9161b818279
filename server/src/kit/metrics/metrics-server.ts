import { once } from 'node:events'
import { createServer } from 'node:http'
import type { BackgroundTask } from '#kit/background-task'
import type { Metrics } from './metrics.ts'

/** Answers Prometheus at `/metrics`, on a port that visitors cannot reach (OWASP ASVS 5.0, 13.4.5). */
export async function serveMetrics(metrics: Metrics, port: number, host: string): Promise<BackgroundTask> {
  const server = createServer(async ({ method, url }, response) => {
    if (method !== 'GET' || url !== '/metrics') return response.writeHead(404).end()
    const { text, contentType } = await metrics.scrape()
    response.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' }).end(text)
  })
  server.listen(port, host)
  await once(server, 'listening')
  return {
    async stop() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
