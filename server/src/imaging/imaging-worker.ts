/**
 * One worker process: the only place where native code sees an upload. It runs one job at a time, received and answered
 * by IPC; the image comes by standard input and leaves by standard output, so that the process needs no file.
 * `pool/sandboxed-process.ts` starts it confined (`pool/confinement.ts`) and kills it on timeout.
 */
import { readSync, writeSync } from 'node:fs'
import type { ImageFormat } from '@vitrine/contract/vocabulary/image-formats'
import sharp from 'sharp'
import { allowOnlyFormat } from './decode.ts'
import { runJob } from './run-job.ts'
import type { WorkerJob, WorkerMessage, WorkerRequest } from './worker-protocol.ts'

sharp.cache(false)
// The pool runs one process per core; threads within a process would only cost memory.
sharp.concurrency(1)

process.on('message', async (job: WorkerRequest) => {
  const file = readInput(job.bytes)
  allowOnlyFormat(formatOf(job))
  await send({ started: true })
  const { files, ...outcome } = await runJob(job, file)
  // The pixels of a large image must be freed before the next job allocates; 20 ms, so not after every small one.
  if (process.memoryUsage().external > GC_THRESHOLD) globalThis.gc?.()
  const { user, system } = process.cpuUsage()
  await send({ ...outcome, cpu: (user + system) / 1e6 })
  for (const bytes of files) writeOutput(bytes)
})
// The IPC channel closes when the server process ends; nothing would receive the result.
process.on('disconnect', () => process.exit())
// A terminal sends these to the whole process group; the server finishes running jobs before it stops its workers.
process.on('SIGINT', () => {})
process.on('SIGHUP', () => {})

/** Bytes outside of the JavaScript heap. */
const GC_THRESHOLD = 64_000_000

/** Resolves once the message is with the kernel: the server must have it before it reads the output. */
const send = (message: WorkerMessage) => new Promise((resolve) => process.send!(message, resolve))

/** Reads the image, blocking: there is nothing else to do, and at the end of the pipe the server has gone. */
function readInput(bytes: number): Buffer {
  const file = Buffer.allocUnsafe(bytes)
  for (let at = 0; at < bytes; ) {
    const count = readSync(0, file, at, bytes - at, null)
    if (count === 0) process.exit()
    at += count
  }
  return file
}

function writeOutput(bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(1, bytes, at)
}

function formatOf(job: WorkerJob): ImageFormat {
  if ('avatar' in job) return job.avatar.format
  if ('decode' in job) return job.decode.format
  return 'cover' in job ? 'webp' : 'png'
}
