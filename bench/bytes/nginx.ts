import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { cacheFolder } from '../harness/cache-folder.ts'
import { fetchFile } from './copied-file.ts'

export interface Nginx {
  /** Without a final slash. */
  url: string
  end(): Promise<void>
}

/** nginx as Debian packages it, sending these files from the disk; null where it is not installed. */
export async function startNginx(urls: string[]): Promise<Nginx | null> {
  if (spawnSync('nginx', ['-v']).error) return null
  const folder = await mkdtemp(join(await cacheFolder(), 'nginx-'))
  for (const url of urls) {
    const file = join(folder, 'files', new URL(url).pathname)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, (await fetchFile(url)).bytes)
  }
  const port = await freePort()
  await writeFile(join(folder, 'nginx.conf'), configuration(folder, port))
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
const configuration = (folder: string, port: number) => `
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes auto;
pid nginx.pid;
events { worker_connections 768; }
http {
  sendfile on;
  tcp_nopush on;
  access_log off;
  types { image/png png; image/webp webp; }
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((one) => `${one}_temp_path ${folder}/tmp;`).join('\n  ')}
  server { listen 127.0.0.1:${port}; root ${folder}/files; }
}
`

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  probe.close()
  await once(probe, 'close')
  return port
}
