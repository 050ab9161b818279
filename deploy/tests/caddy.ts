import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '#test/free-port'
import { createClient } from './client.ts'
import { siteName, stopProcess, waitFor } from './nginx.ts'

export const caddyfile = join(import.meta.dirname, '../caddy/Caddyfile')

/** The packaged Caddy with the configuration of `deploy/caddy`, on ports of its own, with a certificate of its own. */
export async function startCaddy(folder: string, { servers, files }: { servers: number[]; files: string }) {
  await mkdir(folder, { recursive: true })
  const [httpPort, httpsPort] = [await freePort(), await freePort()]
  const configuration = join(folder, 'Caddyfile')
  await writeFile(configuration, mainConfiguration(httpPort, httpsPort))
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    XDG_DATA_HOME: folder,
    VITRINE_NAME: siteName,
    VITRINE_SERVERS: servers.map((one) => `127.0.0.1:${one}`).join(' '),
    VITRINE_FILES: files,
  }
  const words = ['run', '--config', configuration, '--adapter', 'caddyfile']
  const caddy = spawn('caddy', words, { env, stdio: 'ignore' })
  const authority = join(folder, 'caddy/pki/authorities/local/root.crt')
  await waitFor(caddy, async () => existsSync(authority))
  const ask = createClient({ httpsPort, ca: await readFile(authority, 'utf8') })
  await waitFor(caddy, () => ask('/').then(Boolean, () => false)) // which fails while it makes the certificate
  return { ask, httpPort, stop: () => stopProcess(caddy) }
}

/** Nothing of it reaches an authority on the internet, nor the certificates that this machine trusts. */
const mainConfiguration = (httpPort: number, httpsPort: number) => `{
	admin off
	local_certs
	skip_install_trust
	http_port ${httpPort}
	https_port ${httpsPort}
}
import ${caddyfile}
`
