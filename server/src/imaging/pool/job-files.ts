import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { previewFile, previewSides } from '@vitrine/contract/media-files'
import { fileLimits } from '@vitrine/contract/vocabulary/file-limits'
import type { ImageFacts, WorkerJob } from '../worker-protocol.ts'

/** The job's own part of a WorkerJob, whatever its kind. */
export const jobOf = <Job extends WorkerJob>(job: Job): OwnPart<Job> => Object.values(job)[0]
type OwnPart<Job> = Job extends unknown ? Job[keyof Job] : never

/** Opens the file of a job, to be sent to a worker or closed. */
export async function openInput(job: WorkerJob) {
  const handle = await open(jobOf(job).file)
  const { size } = await handle.stat()
  return {
    bytes: size,
    async sendTo(input: Writable) {
      const buffer = Buffer.allocUnsafe(Math.min(size, READ_BYTES))
      try {
        for (let sent = 0; sent < size; ) {
          const { bytesRead } = await handle.read(buffer, 0, buffer.length, sent)
          if (bytesRead === 0) throw new Error(`${jobOf(job).file} became shorter while it was read.`)
          await write(input, buffer.subarray(0, bytesRead))
          sent += bytesRead
        }
      } finally {
        await handle.close()
      }
    },
    close: () => handle.close(),
  }
}

/** Bytes that are read of a file at once: most files whole. */
const READ_BYTES = 2 ** 20

/** Resolves when the chunk has left. Not `pipeline`, which leaves its listeners on a stream that it does not end. */
const write = (stream: Writable, chunk: Buffer) =>
  new Promise<void>((resolve, reject) => {
    stream.write(chunk, (error) => (error ? reject(error) : resolve()))
  })

/** The files that a worker's outputs become. A worker may be compromised, so what it announces is checked. */
export function outputPaths(job: WorkerJob, facts: ImageFacts | null): string[] {
  if (!('measure' in job)) return [jobOf(job).to]
  const known = facts?.previews.filter((size) => previewSides.some((side) => side === size)) ?? []
  return known.map((size) => join(job.measure.folder, previewFile(size)))
}

/** Writes what arrives as files of these lengths and flushes them to the disk (fdatasync). */
export async function receiveOutputs(stream: Readable, paths: string[], lengths: number[]): Promise<void> {
  const total = lengths.reduce((sum, length) => sum + length, 0)
  if (paths.length !== lengths.length || !(total <= MAX_OUTPUT_BYTES)) throw new Error(UNEXPECTED_OUTPUT)
  const chunks = stream.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>
  try {
    let rest: Buffer = Buffer.alloc(0)
    for (const [at, path] of paths.entries()) rest = await receiveFile(chunks, rest, path, lengths[at]!)
    if (rest.length) throw new Error(UNEXPECTED_OUTPUT)
  } finally {
    await chunks.return?.()
  }
}

/** Writes one file, which begins with `rest`; answers what follows it. */
async function receiveFile(chunks: AsyncIterableIterator<Buffer>, rest: Buffer, path: string, length: number) {
  await using handle = await open(path, 'w')
  let [chunk, missing] = [rest, length]
  while (missing > 0) {
    if (!chunk.length) chunk = await nextChunk(chunks)
    const part = chunk.subarray(0, missing)
    await handle.writeFile(part)
    missing -= part.length
    chunk = chunk.subarray(part.length)
  }
  await handle.datasync()
  return chunk
}

/** Bytes of all outputs of a job: a derivative is not much larger than its pixels. */
const MAX_OUTPUT_BYTES = 2 * fileLimits.decodedBytes

const UNEXPECTED_OUTPUT = 'An imaging worker sent files that its job does not have.'

async function nextChunk(chunks: AsyncIterableIterator<Buffer>): Promise<Buffer> {
  const { value, done } = await chunks.next()
  if (done) throw new Error('An imaging worker ended within its output.')
  return value
}
