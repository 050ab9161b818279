/**
 * One worker process: the only place where native code sees an upload. It runs one job at a time, received and answered
 * by IPC. `pool/sandboxed-process.ts` starts it with bounded memory and kills it on timeout, at any moment.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hashToHex, perceptualHash } from '@vitrine/contract/perceptual-hash'
import { variantFile, variantQuality, variantSizes } from '@vitrine/contract/variants'
import sharp from 'sharp'
import { writeAvatar } from './avatar.ts'
import { allowOnlyFormat, openPng, UndecodableImage, writeDurably } from './decode.ts'
import { writeDerivative } from './derivative.ts'
import { alphaRatios, subsample, visibleColours } from './measure.ts'
import { stripMetadata } from './png/png-chunks.ts'
import type { JobOutcome, MeasureJob, WorkerJob, WorkerMessage } from './worker-protocol.ts'

sharp.cache(false)
// The pool runs one process per core; threads within a process would only cost memory.
sharp.concurrency(1)

process.on('message', async (job: WorkerJob) => {
  allowOnlyFormat('avatar' in job ? job.avatar.format : 'png')
  send({ started: true })
  const outcome = await ('measure' in job ? measureImage(job.measure) : writeOutput(job)).catch(outcomeOfError)
  // The pixels of a large image must be freed before the next job allocates; 20 ms, so not after every small one.
  if (process.memoryUsage().external > GC_THRESHOLD) globalThis.gc?.()
  const { user, system } = process.cpuUsage()
  send({ ...outcome, cpu: (user + system) / 1e6 })
})
// The IPC channel closes when the server process ends; nothing would receive the result.
process.on('disconnect', () => process.exit())
// A terminal sends these to the whole process group; the server finishes running jobs before it stops its workers.
process.on('SIGINT', () => {})
process.on('SIGHUP', () => {})

/** Bytes outside of the JavaScript heap. */
const GC_THRESHOLD = 64_000_000

function send(message: WorkerMessage) {
  process.send!(message)
}

interface RawImage {
  /** RGBA, 8 bits each, sRGB, not premultiplied. */
  pixels: Buffer
  width: number
  height: number
}

async function measureImage({ file, folder, xmp }: MeasureJob): Promise<JobOutcome> {
  const image = await decodePixels(stripMetadata(await readFile(file)))
  const { width, height } = image
  const ratios = alphaRatios(image.pixels)
  const variants = variantSizes(width, height)
  const smallest = await writeVariants(image, variants, { folder, xmp })
  const sample = subsample(smallest.pixels, smallest.width, COLOUR_SAMPLE_SIDE)
  const dhash = hashToHex(perceptualHash(smallest))
  return { facts: { width, height, ...ratios, ...visibleColours(sample), dhash, variants } }
}

async function writeOutput(job: Exclude<WorkerJob, { measure: MeasureJob }>): Promise<JobOutcome> {
  await ('derivative' in job ? writeDerivative(job.derivative) : writeAvatar(job.avatar))
  return { written: true }
}

/** Pixels of the longer side of the sample that colours are measured on. */
const COLOUR_SAMPLE_SIDE = 64

/** Decodes the whole image: the only proof that it is intact, since headers of a broken file parse without error. */
async function decodePixels(file: Buffer): Promise<RawImage> {
  const decoding = openPng(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const { data, info } = await decoding.catch((error: Error) => {
    throw new UndecodableImage(error.message)
  })
  return { pixels: data, width: info.width, height: info.height }
}

/** Scales each variant down from the next larger one, so the original is resized only once. Returns the smallest. */
async function writeVariants(image: RawImage, sizes: number[], { folder, xmp }: Pick<MeasureJob, 'folder' | 'xmp'>) {
  const scaled: { size: number; image: RawImage }[] = []
  let current = image
  for (const size of sizes.toReversed()) {
    current = await downscale(current, size)
    scaled.push({ size, image: current })
  }
  await Promise.all(scaled.map(({ size, image }) => writeVariant(image, join(folder, variantFile(size)), xmp)))
  return current
}

/** Never enlarges. sharp premultiplies alpha before it resizes, so hidden colours do not bleed into visible edges. */
async function downscale(image: RawImage, side: number): Promise<RawImage> {
  if (Math.max(image.width, image.height) <= side) return image
  const resized = fromPixels(image).resize(side, side, { fit: 'inside' }).raw()
  const { data, info } = await resized.toBuffer({ resolveWithObject: true })
  return { pixels: data, width: info.width, height: info.height }
}

async function writeVariant(image: RawImage, path: string, xmp: string): Promise<void> {
  await writeDurably(path, await fromPixels(image).webp(variantQuality).withXmp(xmp).toBuffer())
}

function fromPixels({ pixels, width, height }: RawImage) {
  return sharp(pixels, { raw: { width, height, channels: 4 } })
}

/** Blames the image for what cannot be decoded, but not for a full disk or a missing file. */
function outcomeOfError(error: Error): JobOutcome {
  if (/out of memory|allocation failed/i.test(error.message)) return { too_heavy: true }
  return error instanceof UndecodableImage ? { damaged: 'its pixels cannot be read' } : { failed: error.message }
}
