import { spawn } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '#test/free-port'
import { makeCertificate, stopProcess, temporaryPaths, waitForPort } from './nginx.ts'

/** The bucket at an address of https, as visitors reach it with FILES_SENT_BY=bucket. */
export async function startBucketTls(folder: string, endpoint: string) {
  await mkdir(join(folder, 'temporary'), { recursive: true })
  const port = await freePort()
  const { origin, pathname } = new URL(endpoint)
  const { key, certificate } = makeCertificate(folder, 'localhost')
  const configuration = join(folder, 'nginx.conf')
  await writeFile(
    configuration,
    `daemon off;
    pid ${folder}/nginx.pid;
    error_log ${folder}/error.log warn;
    ${process.getuid!() === 0 ? 'user root;' : ''}
    events { worker_connections 512; }
    http {
      access_log off;
      client_max_body_size 0;
      ${temporaryPaths(folder)}
      server {
        listen 127.0.0.1:${port} ssl;
        ssl_certificate ${certificate};
        ssl_certificate_key ${key};
        location / {
          proxy_pass ${origin};
          proxy_http_version 1.1;
          proxy_set_header Host $http_host; # which the signature covers
        }
      }
    }`,
  )
  const nginx = spawn('nginx', ['-c', configuration], { stdio: ['ignore', 'inherit', 'inherit'] })
  await waitForPort(port, nginx)
  const ca = await readFile(certificate, 'utf8')
  return {
    server: { httpsPort: port, ca, name: 'localhost' },
    settings: { S3_ENDPOINT: `https://localhost:${port}${pathname}`, NODE_EXTRA_CA_CERTS: certificate },
    stop: () => stopProcess(nginx),
  }
}
