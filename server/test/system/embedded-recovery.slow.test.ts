import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { withConnection } from '#kit/database/connection'
import { startLoggingMain, stopMainProcesses } from '#test/main-process'
import { pidFile, readPid } from '#test/postgres-harness'
import { temporaryFolder } from '#test/temporary-folder'

const root = await temporaryFolder()
afterAll(stopMainProcesses)

let folders = 0
const newFolder = () => join(root, `${++folders}`)
const postmasterPid = (folder: string) => readPid(join(folder, 'postgres'))

/** The first process of PostgreSQL, as soon as there is another one than before. */
async function untilPostmaster(folder: string, before: number | null = null): Promise<number> {
  let pid: number | null = null
  const isThere = () => {
    pid = postmasterPid(folder)
    return pid !== null && pid !== before
  }
  await expect.poll(isThere, { interval: 2 }).toBe(true)
  return pid!
}

/** Whether the database is migrated at this moment, which is done under an advisory lock. */
async function isMigrating(folder: string): Promise<boolean> {
  const [, , , port] = readFileSync(pidFile(join(folder, 'postgres')), 'utf8').split('\n')
  const password = readFileSync(join(folder, 'postgres/password'), 'utf8')
  const connectionString = `postgres://postgres:${password}@127.0.0.1:${port}/vitrine`
  return withConnection({ connectionString }, async (client) => {
    const locks = `select from pg_locks where locktype = 'advisory' and mode = 'ExclusiveLock'`
    return (await client.query(locks)).rowCount! > 0
  })
}

/** A call that no cache answers. */
const search = (address: string) =>
  fetch(`${address}/api/v1/images/suggestions/?title=${Math.random()}`).then(({ status }) => status)

/** Kills the database, and waits until another one has answered a search. */
async function killAndWait(folder: string, address: string) {
  const killed = await untilPostmaster(folder)
  process.kill(killed, 'SIGKILL')
  await untilPostmaster(folder, killed)
  await expect.poll(() => search(address)).toBe(200)
}

test('a killed database is back by itself, idle or under load, with one line each way', async () => {
  const folder = newFolder()
  const { main, lines, address: ready } = startLoggingMain({ DATA_DIR: folder })
  const address = await ready
  const said = (word: string) => lines.map(({ msg }) => msg).filter((line) => line.includes(word))
  for (const load of [0, 8]) {
    let isLoaded = true
    const statuses = new Set<number>()
    const clients = Array.from({ length: load }, async () => {
      while (isLoaded) statuses.add(await search(address))
    })
    lines.length = 0
    await killAndWait(folder, address)
    await expect
      .poll(() => said('PostgreSQL'))
      .toEqual([
        expect.stringMatching(/^The embedded PostgreSQL ended and is started again/),
        'The embedded PostgreSQL is back',
      ])
    // A busy disk can delay a heartbeat of the LISTEN connection for so long that it is opened once more.
    await expect
      .poll(() => said('LISTEN').join('\n'))
      .toMatch(/^(The LISTEN connection is down.*\nThe LISTEN connection is up again(\n|$))+$/)
    isLoaded = false
    await Promise.all(clients)
    expect([...statuses].filter((status) => ![200, 503].includes(status))).toEqual([])
  }
  main.kill('SIGTERM')
  await expect.poll(() => main.exitCode).toBe(0)
  expect(postmasterPid(folder)).toBeNull()
}, 120_000)

test('a database that is killed while it starts, or while it is migrated, does not end the start', async () => {
  const folder = newFolder()
  const { main, lines, address: ready } = startLoggingMain({ DATA_DIR: folder })
  const starting = await untilPostmaster(folder)
  process.kill(starting, 'SIGKILL')
  const restarted = await untilPostmaster(folder, starting)
  const isReady = () => lines.some(({ msg }) => /is ready at/.test(msg))
  await expect.poll(() => isReady() || isMigrating(folder).catch(() => false), { interval: 1 }).toBe(true)
  if (!isReady()) process.kill(restarted, 'SIGKILL')
  // Its readiness may be read only after the second kill, which is then an outage of a site that is ready.
  const address = await ready
  await expect.poll(() => search(address)).toBe(200)
  main.kill('SIGTERM')
  await expect.poll(() => main.exitCode).toBe(0)
}, 120_000)
