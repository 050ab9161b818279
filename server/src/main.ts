import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { fromCaller } from '#command'
import { type Config, nameSettingsFile, readConfig, settingWarnings, siteUrl, umaskOf } from '#config'
import { isDemoUnfinished, signInsFile } from '#features/library/demo-state'
import { migrationsFolder } from '#features/library/library'
import { version } from '#features/library/version'
import { settingFindings } from '#features/operations/doctor/setting-findings'
import { findConfinement } from '#imaging/pool/confinement'
import { schemaState } from '#kit/database/migrate'
import { type HealthCheck, serveHealth } from '#kit/health'
import { onOrphaned, onShutdownSignal } from '#kit/shutdown'
import { freeBytesOf } from '#kit/storage/disk-space'
import { buildApp } from './app.ts'
import { openResources, type Resources, writtenFolders } from './resources.ts'
import { SettingError } from './setting-parsers.ts'

const print = (line: string) => console.log(line)

async function start() {
  const began = performance.now()
  print(`Vitrine ${version}`)
  const words = parseWords()
  if (words['under-npm']) onOrphaned(() => process.kill(process.pid, 'SIGTERM'))
  if (words.env !== undefined) nameSettingsFile(fromCaller(words.env))
  const config = readConfig()
  for (const warning of settingWarnings()) print(warning)
  process.umask(umaskOf(config))
  for (const { text } of await settingFindings(config)) print(`Warning: ${text}`)
  const resources = await openResources(config, { printLine: print })
  print(findConfinement().description) // finding out blocks the process
  const server = await startServer(config, resources, words).catch(async (error) => {
    await resources.stop()
    throw error
  })
  print(`${config.SITE_NAME} is ready at ${server.address} (${Math.round(performance.now() - began)} ms)`)
  if (await wantsDemo(config, resources)) startDemo(server)
}

/** A word that is misspelt must not start the site with other settings. */
function parseWords() {
  const options = { env: { type: 'string' }, dev: { type: 'boolean' }, 'under-npm': { type: 'boolean' } } as const
  try {
    return parseArgs({ options }).values
  } catch (error) {
    throw new SettingError((error as Error).message)
  }
}

interface RunningServer {
  app: FastifyInstance
  /** Finishes the requests that run, and takes no more. */
  drain(): Promise<void>
  /** The public URL. */
  address: string
  demoProcess?: ChildProcess | undefined
}

async function startServer(config: Config, resources: Resources, { dev = false }): Promise<RunningServer> {
  const app = await buildApp(resources, config, { development: dev })
  if (config.METRICS) await serveMetrics(app, config.METRICS, resources)
  const drain = serveHealth(app, { drainSeconds: config.DRAIN_SECONDS, checks: healthChecks(resources, config) })
  try {
    await app.listen({ port: config.PORT, host: config.HOST })
  } catch (error) {
    await app.close()
    throw listenError(config.PORT, config.HOST, error as NodeJS.ErrnoException)
  }
  const { port } = app.server.address() as { port: number }
  const server: RunningServer = { app, drain, address: siteUrl(config, port) }
  closeOnShutdownSignal(server, resources, config.DRAIN_SECONDS)
  return server
}

/** Answers Prometheus at `/metrics`, on a port that visitors cannot reach (OWASP ASVS 5.0, 13.4.5), until the end. */
async function serveMetrics(
  app: FastifyInstance,
  { host, port }: NonNullable<Config['METRICS']>,
  { metrics }: Resources,
) {
  const server = createServer(async ({ method, url }, response) => {
    if (method !== 'GET' || url !== '/metrics') return response.writeHead(404).end()
    const { text, contentType } = await metrics.scrape()
    response.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' }).end(text)
  })
  try {
    await once(server.listen(port, host), 'listening')
  } catch (error) {
    throw listenError(port, host, error as NodeJS.ErrnoException, 'METRICS', 'METRICS')
  }
  app.addHook('onClose', async () => {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  })
}

/** Whether an embedded library is to have the demonstration and lacks it or a part of it. */
async function wantsDemo(config: Config, { db, whenReachable }: Resources): Promise<boolean> {
  const isWanted = config.DEMO === 'on' || (config.DEMO === 'auto' && !config.SITE_URL)
  if (!isWanted || config.DATABASE_URL) return false
  if (await whenReachable(() => isDemoUnfinished(config, db))) return true
  if (signInsFile.exists(config)) print(`The demonstration's sign-ins are in ${signInsFile.path(config)}`)
  return false
}

const DEMO_STARTS = 3
/** Of a command that a signal has ended (cli.ts). */
const interruptedStatus = 130
/** Milliseconds, in which a database that was restarted answers again. */
const DEMO_PAUSE_MS = 5_000

/** In a process of its own, which slows down no requests; where that fails, it goes on in another one. */
function startDemo(server: RunningServer, starts = DEMO_STARTS) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'cli.ts'), 'demo'], { stdio: 'inherit' })
  server.demoProcess = child
  child.on('error', (error) => print(`The demonstration could not be added: ${error.message}`))
  child.on('exit', (code) => {
    if (code !== 0 && code !== interruptedStatus && starts > 1)
      setTimeout(startDemo, DEMO_PAUSE_MS, server, starts - 1).unref()
  })
}

/** Milliseconds for the requests that still run (30 s), the jobs and the database, after which the process ends. */
const SHUTDOWN_TIMEOUT_MS = 45_000

function closeOnShutdownSignal(server: RunningServer, resources: Resources, drainSeconds: number) {
  onShutdownSignal(async () => {
    const timeout = sleep(drainSeconds * 1000 + SHUTDOWN_TIMEOUT_MS, undefined, { ref: false }).then(() =>
      process.exit(1),
    )
    await Promise.race([close(server, resources), timeout])
    process.exit(0)
  })
}

/** The demo process ends first, because the last process to leave stops the database. */
async function close({ app, drain, demoProcess }: RunningServer, resources: Resources) {
  if (demoProcess?.exitCode === null && demoProcess.kill()) await once(demoProcess, 'exit')
  await drain()
  await app.close()
  await resources.stop()
}

/** Turns a failed `listen` into a sentence for the operator that names the settings of the port and the address. */
function listenError(port: number, host: string, error: NodeJS.ErrnoException, portName = 'PORT', hostName = 'HOST') {
  switch (error.code) {
    case 'EADDRINUSE':
      return new SettingError(`Port ${port} is in use by another program. Choose another one with ${portName}.`)
    case 'EACCES':
      return new SettingError(`This account may not listen on port ${port}. Choose one above 1023 with ${portName}.`)
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EADDRNOTAVAIL':
    case 'EINVAL':
      return new SettingError(
        `The setting ${hostName} must be an address of this machine, such as localhost or 0.0.0.0; "${host}" is not.`,
      )
    default:
      return error
  }
}

const announcementsLate = 'Changes made by other processes arrive late.'

/** What each process looks at when it is probed at `/health/ready`. */
function healthChecks({ db, store, notifications }: Resources, config: Config): HealthCheck[] {
  const { STORE, FREE_DISK_MB } = config
  return [
    {
      failure: 'The database does not answer.',
      async look() {
        const { missing } = await schemaState(db, migrationsFolder)
        return missing.length ? 'The database lacks migrations of this version; restart the process.' : null
      },
    },
    {
      failure: announcementsLate,
      async look() {
        return notifications.isListening() ? null : announcementsLate
      },
    },
    {
      failure: 'Files cannot be read or stored.',
      ...(STORE === 's3' && { maxAgeMs: 10_000 }),
      async look() {
        await store.check()
        return null
      },
    },
    {
      failure: 'The free disk space cannot be read.',
      async look() {
        const isFull = (await freeBytesOf(writtenFolders(config))) < FREE_DISK_MB * 1e6
        return isFull ? 'The disk is nearly full, so no new files are taken.' : null
      },
    },
  ]
}

start().catch((error) => {
  console.error(error instanceof SettingError ? error.message : error)
  process.exit(1)
})
