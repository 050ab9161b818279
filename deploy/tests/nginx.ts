import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#test/free-port'

/** The values of the template in `deploy/nginx`, but those that the start chooses. */
export interface NginxValues {
  /** Ports of Vitrine's processes. */
  servers: number[]
  /** `DATA_DIR/files`, for FILES_SENT_BY=proxy. */
  files?: string
  /** Where certbot writes what proves the site's name. */
  webroot?: string
  /** Further text for the `http` block, such as a server to compare with. */
  more?: string
}

export const siteName = 'png.example'

/** What a call without TLS is answered, by nginx and Caddy alike. */
export const refusedWithoutTls = {
  code: 'without_tls',
  message:
    'This call came without TLS, so others may have read its token. Replace the token, and call https:// instead.',
}

/** A key and a certificate for a name, that of the site by default, that browsers would not trust. */
export function makeCertificate(folder: string, name = siteName) {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const words = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const names = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`]
  const run = spawnSync('openssl', [...words, ...names, '-keyout', key, '-out', certificate], { encoding: 'utf8' })
  if (run.status !== 0) throw new Error(`openssl made no certificate: ${run.stderr}`)
  return { key, certificate }
}

/** What envsubst does, and nothing else: `${NAME}` becomes its value. */
export const substitute = (template: string, values: Record<string, string>) =>
  template.replaceAll(/\$\{(\w+)\}/g, (_, name) => {
    if (values[name] === undefined) throw new Error(`The template names ${name}, which has no value.`)
    return values[name]
  })

/** The packaged nginx with the configuration of `deploy/nginx`, in a folder of its own and on ports of its own. */
export async function startNginx(folder: string, values: NginxValues) {
  const { servers, files = '/nonexistent', webroot = '/nonexistent', more = '' } = values
  await mkdir(join(folder, 'temporary'), { recursive: true })
  for (const one of [dirname(folder), folder]) await chmod(one, 0o755) // its workers are another account's
  const [httpPort, httpsPort] = [await freePort(), await freePort()]
  const { key, certificate } = makeCertificate(folder)
  const accessLog = join(folder, 'access.log')
  const template = await readFile(join(import.meta.dirname, '../nginx/vitrine.conf.template'), 'utf8')
  const site = substitute(template, {
    VITRINE_SERVERS: servers.map((port) => `server 127.0.0.1:${port} max_fails=0;`).join(' '),
    VITRINE_NAME: siteName,
    VITRINE_HTTP_PORT: `127.0.0.1:${httpPort}`,
    VITRINE_HTTPS_PORT: `127.0.0.1:${httpsPort}`,
    VITRINE_CERTIFICATE: certificate,
    VITRINE_CERTIFICATE_KEY: key,
    VITRINE_FILES: files,
    VITRINE_WEBROOT: webroot,
    VITRINE_CACHE: folder,
    VITRINE_ACCESS_LOG: accessLog,
  })
  await writeFile(join(folder, 'vitrine.conf'), site)
  const configuration = join(folder, 'nginx.conf')
  await writeFile(configuration, mainConfiguration(folder, substitute(more, { certificate, key })))
  const nginx = spawn('nginx', ['-c', configuration], { stdio: ['ignore', 'inherit', 'inherit'] })
  await waitForPort(httpsPort, nginx)
  return {
    httpsPort,
    httpPort,
    ca: await readFile(certificate, 'utf8'),
    async logged(): Promise<Record<string, string | number>[]> {
      const lines = (await readFile(accessLog, 'utf8')).trim().split('\n')
      return lines.filter(Boolean).map((line) => JSON.parse(line))
    },
    stop: () => stopProcess(nginx),
  }
}

/** As Debian's nginx.conf and that of the official image; the workers run in the group of Vitrine's account. */
const mainConfiguration = (folder: string, more: string) => `
  daemon off;
  pid ${folder}/nginx.pid;
  error_log ${folder}/error.log warn;
  worker_processes 1;
  ${process.getuid!() === 0 ? 'user www-data root;' : ''}
  events { worker_connections 2048; }
  http {
    include /etc/nginx/mime.types;
    ${temporaryPaths(folder)}
    include ${folder}/vitrine.conf;
    ${more}
  }`

export const temporaryPaths = (folder: string) =>
  ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((one) => `${one}_temp_path ${folder}/temporary/${one};`)
    .join(' ')

export const waitForPort = (port: number, child: ChildProcess): Promise<void> =>
  waitFor(child, async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/`).catch((error) => error.cause as NodeJS.ErrnoException)
    return !('code' in answer) || answer.code !== 'ECONNREFUSED'
  })

/** Seconds that a start may take: a hundred times what it does where nothing else runs. */
const START_SECONDS = 60

/** Until a process that was just started does what it is started for. */
export async function waitFor(child: ChildProcess, isDone: () => Promise<boolean>): Promise<void> {
  const began = performance.now()
  while (!(await isDone())) {
    if (child.exitCode !== null) throw new Error(`${child.spawnfile} ended; the lines above say why.`)
    if (performance.now() - began > START_SECONDS * 1000)
      throw new Error(`${child.spawnfile} did not answer within ${START_SECONDS} s.`)
    await sleep(50)
  }
}

export async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
}
