import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Database } from '../../server/src/kit/database/pool.ts'

/**
 * Processor time so far, in milliseconds, of these processes and all that they started, those included that have ended
 * since. Linux alone tells (proc(5): field 4 of `stat` is the parent, 14 and 15 count hundredths of a second, 16 and 17
 * those of children that have ended); elsewhere it is undefined.
 */
export function processTreeCpuTime(pids: number[]): number | undefined {
  if (process.platform !== 'linux') return undefined
  const all = listProcesses()
  const family = new Set(pids)
  // Children may be numbered below their parents once the numbers have gone round, so repeat until no process joins.
  for (let before = 0; before < family.size; ) {
    before = family.size
    for (const { pid, parent } of all) if (family.has(parent)) family.add(pid)
  }
  return all
    .filter(({ pid }) => family.has(pid))
    .reduce((sum, { hundredths, ofEnded }) => sum + (hundredths + ofEnded) * 10, 0)
}

const listProcesses = () =>
  readdirSync('/proc').flatMap((pid) => (/^\d+$/.test(pid) ? (readStat(Number(pid)) ?? []) : []))

function readStat(pid: number) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The program's name, in brackets, may hold anything.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [user, system, userOfEnded, systemOfEnded] = fields.slice(11, 15) as [number, number, number, number]
    return { pid, parent: fields[1]!, hundredths: user + system, ofEnded: userOfEnded + systemOfEnded }
  } catch {
    return null // gone meanwhile
  }
}

/**
 * Processor time so far, in milliseconds, of this process's children: in nanoseconds for those that still run, where
 * `processTreeCpuTime` counts in hundredths of a second. Only first threads count; PostgreSQL's processes
 * have no other.
 */
export function childrenCpuTime(parent: number): number | undefined {
  if (process.platform !== 'linux') return undefined
  const all = listProcesses()
  const ended = (readStat(parent)?.ofEnded ?? 0) * 10
  return all.filter((one) => one.parent === parent).reduce((sum, { pid }) => sum + firstThreadCpuTime(pid), ended)
}

/** The first figure of `schedstat` counts nanoseconds (Linux's sched-stats.rst). */
function firstThreadCpuTime(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'latin1').split(' ')[0]) / 1e6
  } catch {
    return 0 // gone meanwhile
  }
}

/** The process whose children answer this database's connections. */
export async function postmasterPid(db: Database): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  return parentPid(rows[0]!.pid)
}

/** 0 where the machine does not tell. */
const parentPid = (pid: number): number => (process.platform === 'linux' ? (readStat(pid)?.parent ?? 0) : 0)
