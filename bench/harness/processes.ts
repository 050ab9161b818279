// What Linux tells of processes (proc(5)); elsewhere there are none, and figures are 0.
import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Database } from '../../server/src/kit/database/statements.ts'
import { sum } from './figures.ts'

/**
 * Processor time so far, in milliseconds, of a process and all that it started, those included that have ended. The
 * first figure of `schedstat` counts nanoseconds of one thread (Linux's sched-stats.rst).
 */
export function processTreeCpuTime(pid: number): number {
  const family = familyOf(pid)
  const threads = family.flatMap((one) => list(`${one.pid}/task`).map((thread) => `${one.pid}/task/${thread}`))
  const running = threads.map((thread) => Number(readProc(thread, 'schedstat').split(' ')[0]) / 1e6)
  return sum([...running, ...family.map(({ ofEnded }) => ofEnded)])
}

interface Process {
  pid: number
  parent: number
  /** Processor time in milliseconds of children that have ended. */
  ofEnded: number
}

/** The process whose children answer this database's connections; 0 where the machine does not tell. */
export async function postmasterPid(db: Database): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  return readStat(rows[0]!.pid)?.parent ?? 0
}

/** Memory in bytes that a process and the image workers below it hold, without PostgreSQL. */
export interface MemoryState {
  server: number
  workers: number
  workerCount: number
}

export function memoryState(pid: number): MemoryState {
  const workers = familyOf(pid).filter((one) => isImageWorker(one.pid))
  return {
    server: proportionalSetSize(pid),
    workers: sum(workers.map((one) => proportionalSetSize(one.pid))),
    workerCount: workers.length,
  }
}

/** Memory that processes share is divided between them. */
const proportionalSetSize = (pid: number) =>
  Number(/^Pss:\s+(\d+)/m.exec(readProc(pid, 'smaps_rollup'))?.[1] ?? 0) * 1024

/** A worker is confined by programs that stand between it and the server. */
const isImageWorker = (pid: number) =>
  /^(node|MainThread)/.test(readProc(pid, 'comm')) && readProc(pid, 'cmdline').includes('imaging-worker')

function familyOf(pid: number): Process[] {
  const all = listProcesses()
  const family = new Set([pid])
  // Children may be numbered below their parents once the numbers have gone round, so repeat until no process joins.
  for (let before = 0; before < family.size; ) {
    before = family.size
    for (const one of all) if (family.has(one.parent)) family.add(one.pid)
  }
  return all.filter((one) => family.has(one.pid))
}

const listProcesses = () => list('').flatMap((name) => (/^\d+$/.test(name) ? (readStat(Number(name)) ?? []) : []))

/** Field 4 is the parent, 16 and 17 count hundredths of a second of children that have ended. */
function readStat(pid: number): Process | null {
  const text = readProc(pid, 'stat')
  // The program's name, in brackets, may hold anything.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const [parent, user, system] = [1, 13, 14].map((at) => Number(fields[at])) as [number, number, number]
  return text ? { pid, parent, ofEnded: (user + system) * 10 } : null
}

/** What is gone meanwhile is empty. */
const readProc = (process: string | number, file: string) =>
  unlessGone(() => readFileSync(`/proc/${process}/${file}`, 'latin1'), '')
const list = (folder: string) => unlessGone(() => readdirSync(`/proc/${folder}`), [])

function unlessGone<T>(read: () => T, otherwise: T): T {
  try {
    return read()
  } catch {
    return otherwise
  }
}
