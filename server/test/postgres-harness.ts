import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { withConnection } from '#kit/database/connection'
import { startPostgres } from '#kit/embedded-postgres/supervisor'
import { reportAvailability } from '#kit/logger'

/** What the tests of a file start, in folders of their own; every application and server is ended after its test. */
export function postgresHarness() {
  const testRoot = fs.mkdtempSync(path.join(os.tmpdir(), 'vitrine-postgres-'))
  fs.chmodSync(testRoot, 0o755) // also for the other accounts under which some tests run
  afterAll(() => fs.rmSync(testRoot, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }))
  const cleanups: (() => Promise<unknown>)[] = []
  const servers = new Map<string, number>()
  afterEach(async () => {
    await Promise.allSettled(cleanups.splice(0).map((leave) => leave()))
    // Only a failed test leaves a server; its folder still names it.
    for (const [folder, pid] of servers) if (readPid(folder) === pid) process.kill(pid, 'SIGQUIT')
    servers.clear()
  })

  const newFolder = () => fs.mkdtempSync(path.join(testRoot, 'folder-'))
  /** To do before the test is over, whether it succeeds or not. */
  const onCleanup = (task: () => Promise<unknown>) => void cleanups.push(task)

  async function startInThisProcess(folder: string, options: Options = {}) {
    const postgres = await startPostgres(folder, { settings: { fsync: 'off' }, ...options })
    servers.set(folder, postgres.pid)
    onCleanup(postgres.stop)
    return postgres
  }

  /** The same, with the lines that are logged when its server goes away and when it is back. */
  async function startLogged(folder: string) {
    const lines: string[] = []
    const log = (_about: object | string, line?: string) => void lines.push(line!)
    const availability = reportAvailability({ info: log, warn: log }, { away: 'away', back: 'back' })
    return { postgres: await startInThisProcess(folder, { availability }), lines }
  }

  /** An application in a process of its own, which leaves by stop() and is cut down by process.kill(). */
  function startInChildProcess(folder: string, { project = repository, account }: ChildOptions = {}) {
    const starter = path.join(project, 'server/test/embedded-postgres-child.ts')
    const app = spawn(process.execPath, [starter, folder], { ...account, cwd: '/', stdio: ['pipe', 'pipe', 'inherit'] })
    const report = once(createInterface(app.stdout), 'line').then(([line]) => {
      const report: Report = JSON.parse(line)
      if (report.pid) servers.set(folder, report.pid)
      return report
    })
    report.catch(() => {})
    const stop = async () => {
      app.stdin.end()
      if (app.exitCode === null && app.signalCode === null) await once(app, 'exit')
    }
    onCleanup(stop)
    return { process: app, report, stop }
  }

  /** A folder with a stopped database and its table of notes, for all tests of a file: making one takes a second. */
  function folderWithNotes(): string {
    const folder = newFolder()
    beforeAll(async () => {
      const { url, stop } = await startInThisProcess(folder)
      await createNotes(url)
      await stop()
    })
    return folder
  }

  return { newFolder, folderWithNotes, onCleanup, startInThisProcess, startInChildProcess, startLogged }
}

const repository = path.resolve(import.meta.dirname, '../..')

type Options = NonNullable<Parameters<typeof startPostgres>[1]>

interface Report {
  url: string
  isAdopted: boolean
  pid: number
  messages: string[]
  error?: string
}

interface ChildOptions {
  project?: string
  account?: { uid: number; gid: number }
}

export const query = (url: string, sql: string, values: string[] = []): Promise<Record<string, unknown>[]> =>
  withConnection({ connectionString: url }, async (client) => (await client.query(sql, values)).rows)

/** The one table that these tests use, and its rows. */
export const createNotes = (url: string) => query(url, 'create table note (text text)')
export const insertText = (url: string, text: string) => query(url, 'insert into note values ($1)', [text])
export const readTexts = async (url: string) => (await query(url, 'select text from note')).map(({ text }) => text)

export const logFile = (folder: string) => path.join(folder, 'postgres.log')
export const pidFile = (folder: string) => path.join(folder, '18', 'postmaster.pid')
/** The server that runs in the folder; null after a clean stop, and before its file is written. */
export const readPid = (folder: string) =>
  Number.parseInt(fs.existsSync(pidFile(folder)) ? fs.readFileSync(pidFile(folder), 'utf8') : '', 10) || null
