/**
 * One worker process: the only place where native code sees an upload. It runs one job at a time, received and answered
 * by IPC; the image arrives by standard input and what it becomes leaves by standard output, so that the process needs
 * no file. `pool/sandboxed-process.ts` starts it confined (`pool/confinement.ts`) and kills it on timeout, at any
 * moment.
 */
import { readSync, writeSync } from 'node:fs'
import { measurePicture } from '@vitrine/contract/measures/measure-picture'
import { packRow, perceptualRow } from '@vitrine/contract/measures/similarity/perceptual-row'
import { visibleBox } from '@vitrine/contract/measures/visible-box'
import { variantSizes } from '@vitrine/contract/variants'
import type { ImageFormat } from '@vitrine/contract/vocabulary/image-formats'
import sharp from 'sharp'
import { encodeAvatar } from './avatar.ts'
import { subsample, visibleColours } from './colour/visible-colours.ts'
import { encodeCover } from './cover/encode-cover.ts'
import { allowOnlyFormat, decodedSizes, decodePng, type RawImage, UndecodableImage } from './decode.ts'
import { encodeDerivative } from './derivative.ts'
import { readFileSource } from './png/file-source.ts'
import { findPixelDataProblem } from './png/pixel-data.ts'
import { stripMetadata } from './png/png-chunks.ts'
import { downscale, encodeVariant } from './resize.ts'
import type { ImageFacts, JobOutcome, MeasureJob, WorkerJob, WorkerMessage, WorkerRequest } from './worker-protocol.ts'

sharp.cache(false)
// The pool runs one process per core; threads within a process would only cost memory.
sharp.concurrency(1)

process.on('message', async (job: WorkerRequest) => {
  const file = readInput(job.bytes)
  allowOnlyFormat(formatOf(job))
  await send({ started: true })
  const { files, ...outcome } = await encode(job, file).then(writtenOutcome, outcomeOfError)
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

/** The outcome of a job, and the files that it announces. */
type Encoded = { facts: ImageFacts | null; files: Buffer[] }

async function encode(job: WorkerRequest, file: Buffer): Promise<Encoded> {
  if ('measure' in job) return measureImage(file, job.measure)
  return { facts: null, files: [await encodeOne(job, file)] }
}

function encodeOne(job: Exclude<WorkerJob, { measure: unknown }>, file: Buffer): Promise<Buffer> {
  if ('derivative' in job) return encodeDerivative(file, job.derivative)
  if ('decode' in job) return decodedSizes(file, job.decode)
  return 'avatar' in job ? encodeAvatar(file, job.avatar) : encodeCover(file, job.cover)
}

function formatOf(job: WorkerJob): ImageFormat {
  if ('avatar' in job) return job.avatar.format
  if ('decode' in job) return job.decode.format
  return 'cover' in job ? 'webp' : 'png'
}

const writtenOutcome = ({ facts, files }: Encoded) => ({ facts, outputs: files.map(({ length }) => length), files })

async function measureImage(file: Buffer, { xmp }: MeasureJob): Promise<Encoded> {
  const source = readFileSource(file)
  const png = stripMetadata(file)
  const problem = await findPixelDataProblem(png)
  if (problem) throw new UndecodableImage(problem, problem)
  const image = await decodePng(png)
  const { width, height } = image
  const measures = measurePicture(image.pixels, width, height)
  const variants = variantSizes(width, height)
  const { files, smallest } = await encodeVariants(image, variants, xmp)
  const colours = visibleColours(subsample(smallest.pixels, smallest.width, COLOUR_SAMPLE_SIDE))
  const row = perceptualRow(image)
  const facts = { width, height, measures, colours, visible_box: visibleBox(image), source }
  return { facts: { ...facts, row: row && packRow(row), variants }, files }
}

/** Pixels of the longer side of the sample that colours are measured on. */
const COLOUR_SAMPLE_SIDE = 64

/**
 * Each is scaled down from the original, since two reductions in a row blur; of a large one only the largest is.
 * `files` follows `sizes`.
 */
async function encodeVariants(image: RawImage, sizes: number[], xmp: string) {
  const isLarge = image.width * image.height > LARGE_AREA
  const files: Buffer[] = []
  let smallest = image
  for (const size of sizes.toReversed()) {
    smallest = await downscale(isLarge ? smallest : image, size)
    files.unshift(await encodeVariant(smallest, xmp))
  }
  return { files, smallest }
}

/** Pixels: up to here scaling down the original three times takes no longer than scaling down each variant. */
const LARGE_AREA = 8_000_000

/** Blames the image for what cannot be decoded, but not for a full disk or a missing file. */
function outcomeOfError(error: Error): JobOutcome & { files: Buffer[] } {
  const files: Buffer[] = []
  if (/out of memory|allocation failed/i.test(error.message)) return { too_heavy: true, files }
  return error instanceof UndecodableImage ? { damaged: error.what, files } : { failed: error.message, files }
}
