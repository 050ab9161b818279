import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { startMain, stopMainProcesses } from '#test/main-process'

/** How often each kind of kill is tried; the times of all are printed when there are several. */
const rounds = Number(process.env.KILLS ?? 1)

const root = await mkdtemp(join(tmpdir(), 'vitrine-recovery-'))
afterAll(async () => {
  await stopMainProcesses()
  await rm(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
})

let folders = 0
const newFolder = () => join(root, `${++folders}`)

/** The whole product with its embedded database. */
function startSite(folder: string) {
  const main = startMain({ DATA_DIR: folder, IMAGE_WORKERS: '1' })
  const lines: string[] = []
  const address = new Promise<string>((resolve, reject) => {
    createInterface(main.stdout!).on('line', (line) => {
      lines.push(line.startsWith('{') ? JSON.parse(line).msg : line)
      const ready = /is ready at (\S+)/.exec(line)?.[1]
      if (ready) resolve(ready)
    })
    main.once('exit', () => reject(new Error(`It did not start: ${lines.join('\n')}`)))
  })
  address.catch(() => {})
  return { main, lines, address }
}

const postmasterPid = (folder: string) => {
  try {
    return Number.parseInt(readFileSync(join(folder, 'postgres/18/postmaster.pid'), 'utf8'), 10) || null
  } catch {
    return null
  }
}

async function untilPostmaster(folder: string): Promise<number> {
  for (;;) {
    const pid = postmasterPid(folder)
    if (pid) return pid
    await sleep(2)
  }
}

/** A call that no cache answers. */
const search = (address: string) =>
  fetch(`${address}/api/v1/images/suggestions/?title=${Math.random()}`).then(({ status }) => status)

/** Kills the database; returns the milliseconds until another one has answered a search. */
async function killAndWait(folder: string, address: string): Promise<number> {
  const killed = await untilPostmaster(folder)
  const began = performance.now()
  process.kill(killed, 'SIGKILL')
  while (postmasterPid(folder) === killed || (await search(address)) !== 200) await sleep(10)
  return Math.round(performance.now() - began)
}

const report = (kind: string, times: number[]) => {
  if (rounds > 1) console.log(`${kind}: ${times.sort((a, b) => a - b).join(' ')} ms`)
}

test('a killed database is back within seconds, idle or under load, with one line each way', async () => {
  const folder = newFolder()
  const { main, lines, address: ready } = startSite(folder)
  const address = await ready
  for (const load of [0, 8]) {
    let isLoaded = true
    const statuses = new Set<number>()
    const clients = Array.from({ length: load }, async () => {
      while (isLoaded) statuses.add(await search(address))
    })
    const times: number[] = []
    for (let round = 0; round < rounds; round++) {
      lines.length = 0
      await sleep(300)
      times.push(await killAndWait(folder, address))
      await expect
        .poll(() => lines.filter((line) => line.includes('PostgreSQL')), { timeout: 10_000 })
        .toEqual([
          expect.stringMatching(/^The embedded PostgreSQL ended and is started again/),
          'The embedded PostgreSQL is back',
        ])
      // A busy disk can delay a heartbeat of the LISTEN connection for so long that it is opened once more.
      await expect
        .poll(() => lines.filter((line) => line.includes('LISTEN')).join('\n'), { timeout: 10_000 })
        .toMatch(/^(The LISTEN connection is down.*\nThe LISTEN connection is up again(\n|$))+$/)
    }
    isLoaded = false
    await Promise.all(clients)
    expect([...statuses].filter((status) => ![200, 503].includes(status))).toEqual([])
    report(`killed with ${load} clients`, times)
    expect(Math.max(...times)).toBeLessThan(10_000)
  }
  main.kill('SIGTERM')
  await expect.poll(() => main.exitCode, { timeout: 20_000 }).toBe(0)
  expect(postmasterPid(folder)).toBeNull()
}, 600_000)

test('a database that is killed while it starts, or while it is migrated, does not end the start', async () => {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const folder = newFolder()
    const { main, lines, address: ready } = startSite(folder)
    // First while it starts, then at once when it is up, which is in the middle of the migration.
    const starting = await untilPostmaster(folder)
    process.kill(starting, 'SIGKILL')
    const restarted = await expect.poll(() => postmasterPid(folder), { timeout: 20_000 }).not.toBe(starting)
    expect(restarted).not.toBeNull()
    await sleep(300 + 25 * round)
    if (!lines.some((line) => /is ready at/.test(line))) process.kill((await untilPostmaster(folder))!, 'SIGKILL')
    const began = performance.now()
    const address = await ready
    // Its readiness may be read only after the second kill, which is then an outage of a site that is ready.
    let status = await search(address)
    for (; status === 503; status = await search(address)) await sleep(10)
    expect(status).toBe(200)
    times.push(Math.round(performance.now() - began))
    main.kill('SIGTERM')
    await expect.poll(() => main.exitCode, { timeout: 20_000 }).toBe(0)
  }
  report('killed during the start', times)
}, 600_000)
