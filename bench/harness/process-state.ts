import { readdir, readFile } from 'node:fs/promises'

/** What a process and the image workers below it hold; PostgreSQL is left out. */
export interface ProcessState {
  /** Proportional set size in bytes: memory that processes share is divided between them. */
  serverMemory: number
  workerMemory: number
  workers: number
  fileDescriptors: number
}

/** Linux alone tells (proc(5): `smaps_rollup`, `fd`); elsewhere it throws. */
export async function processState(pid: number): Promise<ProcessState> {
  const workers = await imageWorkersBelow(pid)
  const memories = await Promise.all(workers.map(proportionalSetSize))
  const descriptors = await Promise.all([pid, ...workers].map(openFileDescriptors))
  return {
    serverMemory: await proportionalSetSize(pid),
    workerMemory: sum(memories),
    workers: workers.length,
    fileDescriptors: sum(descriptors),
  }
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)

async function proportionalSetSize(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'latin1').catch(() => '')
  return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0) * 1024
}

const openFileDescriptors = async (pid: number) => (await readdir(`/proc/${pid}/fd`).catch(() => [])).length

/** A worker is confined by programs that stand between it and the server, so every descendant is looked at. */
async function imageWorkersBelow(pid: number): Promise<number[]> {
  const children = await childrenOf(pid)
  const below = await Promise.all(children.map(imageWorkersBelow))
  const own = await Promise.all(children.map(async (child) => ((await isImageWorker(child)) ? [child] : [])))
  return [...own, ...below].flat()
}

/** Each thread lists the processes that it started. */
async function childrenOf(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => [])
  const lists = threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, 'latin1').catch(() => ''))
  return (await Promise.all(lists)).flatMap((list) => list.split(' ').filter(Boolean).map(Number))
}

async function isImageWorker(pid: number): Promise<boolean> {
  const program = await readFile(`/proc/${pid}/comm`, 'latin1').catch(() => '')
  const words = await readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => '')
  return /^(node|MainThread)/.test(program) && words.includes('imaging-worker')
}
