import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { insertText, logFile, pidFile, postgresHarness, query, readPid, readTexts } from '#test/postgres-harness'
import { acquireStartLock } from './supervisor.ts'

const { newFolder, folderWithNotes, onCleanup, startInThisProcess, startInChildProcess, startLogged } =
  postgresHarness()
const folder = folderWithNotes()

const isServed = (postgres: { url: string }) =>
  query(postgres.url, 'select').then(
    () => true,
    () => false,
  )
const untilServed = (postgres: { url: string }) => expect.poll(() => isServed(postgres), { interval: 20 }).toBe(true)

test('a killed server that several applications share is started once, and all of them use it', async () => {
  const { postgres } = await startLogged(folder)
  const other = startInChildProcess(folder)
  await other.report
  const last = await startInThisProcess(folder)
  process.kill(postgres.pid, 'SIGKILL')
  await untilServed(postgres)
  await untilServed(last)
  await expect.poll(() => [postgres.pid, last.pid]).toEqual([readPid(folder), readPid(folder)])
  await postgres.stop()
  await last.stop()
  // The application in the other process is connected again, or this would have stopped the server.
  await expect.poll(() => isServed(last)).toBe(true)
  await other.stop()
  expect(readPid(folder)).toBeNull()
})

test('a killed server whose backend is in a long query is started again at once', async ({ skip }) => {
  if (process.platform !== 'linux') skip('only Linux tells which backends are orphaned')
  const { postgres } = await startLogged(folder)
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
  const { postgres } = await startLogged(folder)
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
  await expect.poll(() => killedStarting).toBe(3)
  clearInterval(watch)
  await untilServed(postgres)
  expect(killed).not.toContain(readPid(folder))
})

const isReady = () => fs.readFileSync(pidFile(folder), 'utf8').split('\n')[7]?.trim() === 'ready'

test('a server whose port was taken while it was away moves to another one, and its users follow', async () => {
  const { postgres } = await startLogged(folder)
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
  const { postgres, lines } = await startLogged(folder)
  const version = `${folder}/18/PG_VERSION`
  const { uid, gid } = fs.statSync(version)
  fs.renameSync(version, `${version}.away`)
  const logOffset = fs.statSync(logFile(folder)).size
  process.kill(postgres.pid, 'SIGKILL')
  const failures = () => fs.readFileSync(logFile(folder)).subarray(logOffset).toString().match(/FATAL/g)?.length ?? 0
  await expect.poll(failures).toBeGreaterThan(2)
  expect(lines).toEqual(['away'])
  fs.renameSync(`${version}.away`, version)
  fs.chownSync(version, uid, gid)
  await untilServed(postgres)
  await expect.poll(() => lines).toEqual(['away', 'back'])
})

test('several applications that start at once on an empty folder share one server', async () => {
  const empty = newFolder()
  const reports = await Promise.all([
    startInChildProcess(empty).report,
    startInChildProcess(empty).report,
    startInThisProcess(empty),
  ])
  expect(reports.map(({ isAdopted }) => isAdopted).sort()).toEqual([false, true, true])
  expect(new Set(reports.map(({ url }) => url)).size).toBe(1)
})

test('one application removes the remains of an interrupted initdb', async () => {
  const unfinished = (folder: string) => fs.readdirSync(folder).find((name) => name.startsWith('18.'))
  const interrupted = async (): Promise<string> => {
    const folder = newFolder()
    const { process, stop } = startInChildProcess(folder)
    const hasBegun = () => fs.existsSync(path.join(folder, unfinished(folder) ?? '18', 'PG_VERSION'))
    await expect.poll(hasBegun, { interval: 5 }).toBe(true)
    if (unfinished(folder)) process.kill('SIGKILL')
    await stop()
    return unfinished(folder) ? folder : interrupted() // it had finished before this process saw it
  }
  const empty = await interrupted()
  expect(fs.existsSync(path.join(empty, '18'))).toBe(false)

  const { url, stop } = await startInThisProcess(empty)
  await query(url, 'select')
  await stop()
  await startInThisProcess(empty) // the initdb of the killed application may have written until now
  expect(unfinished(empty)).toBeUndefined()
})

test('after a kill -9 of both another program with its pid is not mistaken for it', async () => {
  const app = startInChildProcess(folder)
  const { pid, url } = await app.report
  await insertText(url, 'before everything was killed')
  app.process.kill('SIGKILL')
  process.kill(pid, 'SIGKILL')
  // Under the server's account, because PostgreSQL itself ignores a pid of another account.
  const { uid, gid } = fs.statSync(path.join(folder, '18'))
  const stranger = spawn('sleep', ['60'], process.getuid?.() === 0 ? { uid, gid } : {})
  onCleanup(async () => stranger.kill())
  fs.writeFileSync(pidFile(folder), fs.readFileSync(pidFile(folder), 'utf8').replace(/^\d+/, String(stranger.pid)))

  const next = await startInThisProcess(folder)
  expect(next.isAdopted).toBe(false)
  expect(await readTexts(next.url)).toContain('before everything was killed')
  expect(stranger.exitCode ?? stranger.signalCode).toBeNull()
})

test('after a kill -9 of both another PostgreSQL with its pid and port is not mistaken for it', async () => {
  const other = newFolder()
  const stranger = await startInThisProcess(other)
  fs.copyFileSync(pidFile(other), pidFile(folder))
  const next = await startInThisProcess(folder)
  expect(next.isAdopted).toBe(false)
  await query(next.url, 'select from note')
  await query(stranger.url, 'select')
})
