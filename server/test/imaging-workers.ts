import { readFileSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { startImagingPool } from '#imaging/imaging-pool'
import { licenceXmp } from '#imaging/licence-xmp'
import { findConfinement } from '#imaging/pool/confinement'
import { type ImagingWorker, SandboxedProcess } from '#imaging/pool/sandboxed-process'
import { temporaryFolder } from './temporary-folder.ts'

/** A pool and a folder for the files of its jobs, which leave with the tests of the file. */
export async function openPool(options: Parameters<typeof startImagingPool>[0]) {
  const folder = await temporaryFolder()
  const pool = startImagingPool(options)
  afterAll(() => pool.stop())
  let files = 0
  /** A job with a file of these bytes and an empty folder of its own. */
  const job = async (bytes: Buffer) => {
    const own = await mkdtemp(join(folder, 'job-'))
    const file = join(folder, `${files++}.png`)
    await writeFile(file, bytes)
    return { file, pixels: 64 * 48, folder: own, xmp }
  }
  const measure = async (bytes: Buffer, at = pool) => at.measure(await job(bytes), { owner: 'operator' })
  return { pool, folder, job, measure }
}

const xmp = licenceXmp({ name: 'Vitrine', url: 'https://png.example' })

/** A worker that is killed when it measures for longer. */
export const limitedWorker = (measureMs: number) => new SandboxedProcess(findConfinement(), () => {}, measureMs)

/** A worker that works on its job until that is cancelled. */
export function stuckWorker(): ImagingWorker {
  const { promise, reject } = Promise.withResolvers<never>()
  const worker = { isReusable: true, lastJobMs: 0, run: () => promise, kill: async () => {}, cancel }
  function cancel(reason: unknown) {
    worker.isReusable = false
    reject(reason)
  }
  return worker
}

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
export function computed(pid: number): number {
  const [user, kernel] = textOf(`/proc/${pid}/stat`).split(') ')[1]!.split(' ').slice(11, 13)
  return Number(user) + Number(kernel)
}

/** Until a worker that was idle computes: it has said before that it started its job. */
export async function untilComputing(pid: number) {
  const before = computed(pid)
  await expect.poll(() => computed(pid) - before).toBeGreaterThan(20)
}
