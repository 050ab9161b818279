import { readFileSync } from 'node:fs'
import { afterAll, expect } from 'vitest'
import { startImagingPool } from '#imaging/imaging-pool'
import { findConfinement } from '#imaging/pool/confinement'
import { SandboxedProcess } from '#imaging/pool/sandboxed-process'
import { temporaryFolder } from './temporary-folder.ts'

/** A pool and a folder for the files of its jobs, which leave with the tests of the file. */
export async function openPool(options: Parameters<typeof startImagingPool>[0]) {
  const folder = await temporaryFolder()
  const pool = startImagingPool(options)
  afterAll(() => pool.stop())
  return { pool, folder }
}

/** A worker that is killed when it measures for longer. */
export const workerWithLimit = (measureMs: number) => new SandboxedProcess(findConfinement(), () => {}, measureMs)

/** Linux alone lists the children of a process. */
export const hasWorkerList = process.platform === 'linux'

/** Process ids of the imaging workers of this process, on Linux. */
export const workers = () =>
  childrenOf(process.pid)
    .filter((pid) => textOf(`/proc/${pid}/cmdline`).includes('imaging-worker'))
    .map(innermost)

const childrenOf = (pid: number) => textOf(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number)
/** Empty for a process that has ended since it was listed. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
/** Process ids of the workers that were started after this call. */
export function startedWorkers() {
  const before = workers()
  return () => workers().filter((pid) => !before.includes(pid))
}

/** Bubblewrap stays the parent of what it runs. */
const innermost = (pid: number): number => childrenOf(pid).map(innermost)[0] ?? pid

/** Hundredths of a second that a process has computed, in user mode and in the kernel. */
function computed(pid: number): number {
  const [user, kernel] = textOf(`/proc/${pid}/stat`).split(') ')[1]!.split(' ').slice(11, 13)
  return Number(user) + Number(kernel)
}

/** Until a worker that was idle computes: it has said before that it started its job. */
export async function untilComputing(pid: number) {
  const before = computed(pid)
  await expect.poll(() => computed(pid) - before).toBeGreaterThan(20)
}
