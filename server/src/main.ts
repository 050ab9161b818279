import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { type Config, readConfig, SettingError, siteUrl } from '#config'
import { imageCount } from '#features/images/images.sql'
import { onShutdownSignal } from '#kit/shutdown'
import { buildApp } from './app.ts'
import { isDemoUnfinished, signInsFile } from './commands/demo-state.ts'
import { openResources, type Resources } from './resources.ts'

const print = (line: string) => console.log(line)

async function start() {
  const began = performance.now()
  const config = readConfig()
  const foundation = await openResources(config, print)
  const address = await startServer(config, foundation).catch(async (error) => {
    await foundation.stop()
    throw error
  })
  print(`${config.SITE_NAME} is ready at ${address} (${Math.round(performance.now() - began)} ms)`)
  await startDemo(config, foundation)
}

/** Opens the doors. Answers the public address. */
async function startServer(config: Config, foundation: Resources): Promise<string> {
  const app = await buildApp(foundation, config, { development: process.argv.includes('--dev') })
  try {
    await app.listen({ port: config.PORT, host: config.HOST })
  } catch (error) {
    await app.close()
    throw listenError(config, error as NodeJS.ErrnoException)
  }
  closeOnShutdownSignal(app, foundation)
  return siteUrl(config, (app.server.address() as { port: number }).port)
}

/** A demonstration fills an empty built-in library in a process of its own, so that it takes nothing from visitors. */
async function startDemo(config: Config, { db }: Resources) {
  if (config.DEMO === 'off' || config.DATABASE_URL) return
  if (await isDemoUnfinished(config, () => imageCount(db))) {
    demoProcess = spawn(process.execPath, [join(import.meta.dirname, 'cli.ts'), 'demo'], { stdio: 'inherit' })
    demoProcess.on('error', (error) => print(`The demonstration could not be filled in: ${error.message}`))
  } else if (await signInsFile.exists(config)) {
    print(`The demonstration's sign-ins are in ${signInsFile.path(config)}`)
  }
}

let demoProcess: ChildProcess | undefined

function closeOnShutdownSignal(app: FastifyInstance, foundation: Resources) {
  onShutdownSignal(async () => {
    const tooLong = sleep(15_000, undefined, { ref: false }).then(() => process.exit(1))
    await Promise.race([close(app, foundation), tooLong])
    process.exit(0)
  })
}

/** Whoever is being answered gets his answer; the filler goes first, since the last one out stops the database. */
async function close(app: FastifyInstance, foundation: Resources) {
  if (demoProcess?.exitCode === null && demoProcess.kill()) await once(demoProcess, 'exit')
  await app.close()
  await foundation.stop()
}

/** Why nobody can be let in at this address, as a sentence. */
function listenError({ HOST, PORT }: Config, error: NodeJS.ErrnoException): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new SettingError(`Port ${PORT} is taken by another program. Choose another one with PORT.`)
    case 'EACCES':
      return new SettingError(`This account may not open port ${PORT}. Choose one above 1023 with PORT.`)
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EADDRNOTAVAIL':
    case 'EINVAL':
      return new SettingError(
        `The setting HOST must be an address of this machine, such as localhost or 0.0.0.0; "${HOST}" is not.`,
      )
    default:
      return error
  }
}

start().catch((error) => {
  console.error(error instanceof SettingError ? error.message : error)
  process.exit(1)
})
