import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import {
  folderWithNotes,
  insertText,
  logFile,
  onCleanup,
  pidFile,
  query,
  readPid,
  readTexts,
  startInChildProcess,
  startInThisProcess,
} from '#test/embedded-postgres-harness'
import { reportAvailability } from '../availability.ts'
import { acquireStartLock } from './start-lock.ts'
import { startPostgres } from './supervisor.ts'

const folder = folderWithNotes()

/** The embedded server with the lines that are logged when it goes away and when it is back. */
async function startLogged() {
  const lines: string[] = []
  const log = (_about: object | string, line?: string) => void lines.push(line!)
  const availability = reportAvailability({ info: log, warn: log }, { away: 'away', back: 'back' })
  const postgres = await startPostgres(folder, { settings: { fsync: 'off' }, availability })
  onCleanup(postgres.stop)
  return { postgres, lines }
}

const isServed = (postgres: { url: string }) =>
  query(postgres.url, 'select').then(
    () => true,
    () => false,
  )
const untilServed = (postgres: { url: string }) =>
  expect.poll(() => isServed(postgres), { timeout: 10_000, interval: 20 }).toBe(true)

test('a killed server is started again on its port, with all committed data and one log line each way', async () => {
  const { postgres, lines } = await startLogged()
  const { url } = postgres
  for (const text of ['before the first kill', 'before the second kill']) {
    await insertText(url, text)
    process.kill(postgres.pid, 'SIGKILL')
    await expect.poll(() => lines.at(-1), { timeout: 10_000 }).toBe('back')
    expect(await readTexts(postgres.url)).toContain(text)
    expect(lines.splice(0)).toEqual(['away', 'back'])
  }
  expect(postgres.url).toBe(url)
  await postgres.stop()
  expect(readPid(folder)).toBeNull()
})

test('a killed server that several applications share is started once, and all of them use it', async () => {
  const { postgres } = await startLogged()
  const other = startInChildProcess(folder)
  await other.report
  const last = await startInThisProcess(folder)
  process.kill(postgres.pid, 'SIGKILL')
  await untilServed(postgres)
  await untilServed(last)
  await expect.poll(() => [postgres.pid, last.pid], { timeout: 5_000 }).toEqual([readPid(folder), readPid(folder)])
  await postgres.stop()
  await last.stop()
  // The application in the other process is connected again, or this would have stopped the server.
  await expect.poll(() => isServed(last)).toBe(true)
  await other.stop()
  expect(readPid(folder)).toBeNull()
})

test('a killed server whose backend is in a long query is started again at once', async ({ skip }) => {
  if (process.platform !== 'linux') skip('only Linux tells which backends are orphaned')
  const { postgres } = await startLogged()
  const busy = new Client({ connectionString: postgres.url })
  busy.on('error', () => {})
  await busy.connect()
  // A computation that waits for nothing, so that it does not notice the end of its postmaster.
  const computing = busy.query(`select count(*) from generate_series(1, 1e9)`).catch((error: Error) => error)
  await expect
    .poll(() => query(postgres.url, `select from pg_stat_activity where query like '%generate_series%1e9%'`))
    .toHaveLength(2)
  process.kill(postgres.pid, 'SIGKILL')
  await untilServed(postgres)
  expect(await computing).toBeInstanceOf(Error)
})

test('a server that is killed while it starts is started again', async () => {
  const { postgres } = await startLogged()
  const killed = new Set([postgres.pid])
  let killedStarting = 0
  process.kill(postgres.pid, 'SIGKILL')
  const watch = setInterval(() => {
    const pid = readPid(folder)
    if (!pid || killedStarting === 3 || killed.has(pid)) return
    if (!isReady()) killedStarting++ // one that is ready before it is seen is killed too, so that another one starts
    process.kill(pid, 'SIGKILL')
    killed.add(pid)
  }, 1)
  await expect.poll(() => killedStarting, { timeout: 20_000 }).toBe(3)
  clearInterval(watch)
  await untilServed(postgres)
  expect(killed).not.toContain(readPid(folder))
})

const isReady = () => fs.readFileSync(pidFile(folder), 'utf8').split('\n')[7]?.trim() === 'ready'

test('a server whose port was taken while it was away moves to another one, and its users follow', async () => {
  const { postgres } = await startLogged()
  const { url } = postgres
  const release = await acquireStartLock(`${folder}/start.lock`)
  process.kill(postgres.pid, 'SIGKILL')
  const taker = net.createServer((socket) => socket.destroy())
  await expect
    .poll(() => once(taker.listen(Number(new URL(url).port), '127.0.0.1'), 'listening').then(() => taker.listening))
    .toBe(true)
  onTestFinished(() => void taker.close())
  release()
  await untilServed(postgres)
  expect(postgres.url).not.toBe(url)
})

test('a server that cannot start is tried again until it can, with one log line each way', async () => {
  const { postgres, lines } = await startLogged()
  const version = `${folder}/18/PG_VERSION`
  const { uid, gid } = fs.statSync(version)
  fs.renameSync(version, `${version}.away`)
  const logOffset = fs.statSync(logFile(folder)).size
  process.kill(postgres.pid, 'SIGKILL')
  const failures = () => fs.readFileSync(logFile(folder)).subarray(logOffset).toString().match(/FATAL/g)?.length ?? 0
  await expect.poll(failures, { timeout: 10_000 }).toBeGreaterThan(2)
  expect(lines).toEqual(['away'])
  fs.renameSync(`${version}.away`, version)
  fs.chownSync(version, uid, gid)
  await untilServed(postgres)
  await expect.poll(() => lines).toEqual(['away', 'back'])
})
