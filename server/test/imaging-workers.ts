import { readFileSync } from 'node:fs'
import { expect } from 'vitest'

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
  await expect.poll(() => computed(pid) - before, { timeout: 15_000 }).toBeGreaterThan(20)
}
