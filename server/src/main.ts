import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { BadSetting, type Config, readConfig, siteUrl } from '#config'
import { imageCount } from '#features/images/queries'
import { buildApp } from './app.ts'
import { demoIsUnfinished, signInsFile } from './commands/demo.ts'
import { type Foundation, layFoundation } from './foundation.ts'

const say = (line: string) => console.log(line)

async function start() {
  const began = performance.now()
  const config = readConfig()
  const foundation = await layFoundation(config, say)
  const app = await buildApp(foundation, config, { development: process.argv.includes('--dev') })
  closeOnSignals(app, foundation)

  await app.listen({ port: config.PORT, host: config.HOST })
  const { port } = app.server.address() as { port: number }
  say(`${config.SITE_NAME} is ready at ${siteUrl(config, port)} (${Math.round(performance.now() - began)} ms)`)
  await offerDemo(config, foundation)
}

/** A demonstration fills an empty built-in library in a process of its own, so that it takes nothing from visitors. */
async function offerDemo(config: Config, { db }: Foundation) {
  if (config.DEMO === 'off' || config.DATABASE_URL) return
  if (await demoIsUnfinished(config, () => imageCount(db))) {
    const filler = spawn(process.execPath, [join(import.meta.dirname, 'cli.ts'), 'demo'], { stdio: 'inherit' })
    filler.on('error', (error) => say(`The demonstration could not be filled in: ${error.message}`))
    process.once('exit', () => filler.kill())
  } else if (await signInsFile.exists(config)) {
    say(`The demonstration's sign-ins are in ${signInsFile.path(config)}`)
  }
}

function closeOnSignals(app: Awaited<ReturnType<typeof buildApp>>, foundation: Foundation) {
  let closing = false
  const close = async () => {
    if (closing) process.exit(1) // asked twice: now
    closing = true
    const tooLong = sleep(15_000, undefined, { ref: false }).then(() => process.exit(1))
    await Promise.race([app.close().then(() => foundation.stop()), tooLong])
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, close)
}

start().catch((error) => {
  console.error(error instanceof BadSetting ? error.message : error)
  process.exit(1)
})
