import { spawn } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '#test/free-port'
import { stopProcess, waitForPort } from './nginx.ts'

export const caddyfile = join(import.meta.dirname, '../caddy/Caddyfile')

/** The packaged Caddy with the configuration of `deploy/caddy`, without TLS and on a port of its own. */
export async function startCaddy(folder: string, { servers, files }: { servers: number[]; files: string }) {
  await mkdir(folder, { recursive: true })
  const port = await freePort()
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    VITRINE_NAME: `http://127.0.0.1:${port}`,
    VITRINE_SERVERS: servers.map((one) => `127.0.0.1:${one}`).join(' '),
    VITRINE_FILES: files,
  }
  const words = ['run', '--config', caddyfile, '--adapter', 'caddyfile']
  const caddy = spawn('caddy', words, { env, stdio: 'ignore' })
  await waitForPort(port, caddy)
  return { url: `http://127.0.0.1:${port}`, stop: () => stopProcess(caddy) }
}
