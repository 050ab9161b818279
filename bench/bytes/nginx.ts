import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../server/test/free-port.ts'
import { cacheFolder } from '../harness/data-folder.ts'
import type { Target } from '../harness/load-tool.ts'
import type { Product } from '../harness/product.ts'

export const hasNginx = (): boolean => !spawnSync('nginx', ['-v']).error

/** nginx as Debian packages it, sending copies of what is answered at these addresses from the disk. */
export const startNginxWithCopies = ({ url, paths }: Target) =>
  startNginxWith(async (folder, port) => {
    for (const path of paths) {
      const file = join(folder, 'files', path)
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, (await fetch(url + path)).body!)
    }
    return filesOf(join(folder, 'files'), port)
  })

/** The same, sending what lies in a folder. */
export const startNginxOn = (files: string) => startNginxWith(async (_, port) => filesOf(files, port))

/** nginx with the configuration of `deploy/nginx` in front of Vitrine and of the files that it names, without TLS. */
export const startNginxBefore = ({ url, dataFolder }: Product) =>
  startNginxWith(async (folder, port) => {
    const template = await readFile(join(import.meta.dirname, '../../deploy/nginx/vitrine.conf.template'), 'utf8')
    const values: Record<string, string> = {
      VITRINE_SERVERS: `server ${new URL(url).host} max_fails=0;`,
      VITRINE_NAME: 'localhost',
      VITRINE_HTTP_PORT: `127.0.0.1:${await freePort()}`,
      VITRINE_HTTPS_PORT: `127.0.0.1:${port}`,
      VITRINE_WEBROOT: folder,
      VITRINE_FILES: join(dataFolder, 'files'),
      VITRINE_CACHE: folder,
      VITRINE_ACCESS_LOG: join(folder, 'access.log'),
    }
    return template
      .replace(' ssl http2;', ';')
      .replaceAll(/^ *ssl_.*;\n/gm, '')
      .replaceAll(/\$\{(\w+)\}/g, (_, name) => values[name]!)
  })

/** nginx with these lines in its block `http`, in a folder of its own. */
async function startNginxWith(http: (folder: string, port: number) => Promise<string>) {
  const folder = await mkdtemp(join(await cacheFolder(), 'nginx-'))
  const port = await freePort()
  await writeFile(join(folder, 'nginx.conf'), configuration(folder, await http(folder, port)))
  const child = spawn('nginx', ['-p', folder, '-c', 'nginx.conf', '-e', 'error.log'], { stdio: ['ignore', 2, 2] })
  const url = `http://127.0.0.1:${port}`
  while (!(await fetch(url).catch(() => null))) {
    if (child.exitCode !== null) throw new Error('nginx ended; the lines above say why.')
    await sleep(50)
  }
  return {
    url,
    async end() {
      child.kill()
      await once(child, 'exit')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** What Debian's own sets, with the error log and the temporary folders elsewhere. */
const configuration = (folder: string, http: string) => `
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes auto;
pid nginx.pid;
events { worker_connections 768; }
http {
  types { image/png png; image/webp webp; }
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((one) => `${one}_temp_path ${folder}/tmp;`).join('\n  ')}
  ${http}
}
`

const filesOf = (folder: string, port: number) =>
  `sendfile on; tcp_nopush on; access_log off; server { listen 127.0.0.1:${port}; root ${folder}; }`
