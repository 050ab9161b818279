/**
 * One worker process: the only place where native code sees an upload. It takes one job at a time by IPC and answers it.
 * `pictures.ts` starts it with bounded memory and ends it when it takes too long; it may be killed at any moment.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hashToHex, perceptualHash } from '@vitrine/contract/perceptual-hash'
import { variantFile, variantQuality, variantSizes } from '@vitrine/contract/variants'
import sharp from 'sharp'
import { type AvatarJob, writeAvatar } from './avatar.ts'
import { allowOnlyFormat, openPng, UndecodableImage, writeDurably } from './decode.ts'
import { type DerivativeJob, writeDerivative } from './derivative.ts'
import type { ImageFacts } from './imaging-pool.ts'
import { alphaRatios, subsample, visibleColours } from './measure.ts'
import { stripMetadata } from './png/png-chunks.ts'

/** A picture to be measured. */
export interface MeasureJob {
  /** A file that PngWalker accepted. */
  file: string
  /** Where the variants go. */
  folder: string
  /** What the variants carry. */
  xmp: string
}

export type WorkerJob = { measure: MeasureJob } | { copy: DerivativeJob } | { avatar: AvatarJob }

/** First that the job is taken, then how it went and what this process has used so far: seconds of processor time. */
export type WorkerMessage = { taken: true } | (JobOutcome & { cpu: number })

type JobOutcome =
  | { facts: ImageFacts }
  | { written: true }
  | { damaged: string }
  | { too_heavy: true }
  | { failed: string }

sharp.cache(false)
// The pool has a process per core already; threads within one only cost memory.
sharp.concurrency(1)

process.on('message', async (job: WorkerJob) => {
  allowOnlyFormat('avatar' in job ? job.avatar.format : 'png')
  send({ taken: true })
  const outcome = await ('measure' in job ? measureImage(job.measure) : writeOutput(job)).catch(outcomeOfError)
  // The pixels of a large picture must be gone before the next one needs their room; 20 ms, so not after every small one.
  if (process.memoryUsage().external > GC_THRESHOLD) globalThis.gc?.()
  const { user, system } = process.cpuUsage()
  send({ ...outcome, cpu: (user + system) / 1e6 })
})
// Whoever asked is gone: what is still being decoded is for nobody.
process.on('disconnect', () => process.exit())
// A terminal sends these to the whole process group, but the server still ends what it has begun.
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
  const picture = await decodePixels(stripMetadata(await readFile(file)))
  const { width, height } = picture
  const shares = alphaRatios(picture.pixels)
  const variants = variantSizes(width, height)
  const smallest = await writeVariants(picture, variants, { folder, xmp })
  const glimpse = subsample(smallest.pixels, smallest.width, COLOUR_SAMPLE_SIDE)
  const look = hashToHex(perceptualHash(smallest))
  return { facts: { width, height, ...shares, ...visibleColours(glimpse), look, variants } }
}

async function writeOutput(job: Exclude<WorkerJob, { measure: MeasureJob }>): Promise<JobOutcome> {
  await ('copy' in job ? writeDerivative(job.copy) : writeAvatar(job.avatar))
  return { written: true }
}

/** Pixels of the longer side of the copy that colours are taken from. */
const COLOUR_SAMPLE_SIDE = 64

/** The whole picture, once. This is the only proof that it is one: headers of a broken file read perfectly well. */
async function decodePixels(file: Buffer): Promise<RawImage> {
  const all = openPng(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const { data, info } = await all.catch((error: Error) => {
    throw new UndecodableImage(error.message)
  })
  return { pixels: data, width: info.width, height: info.height }
}

/** Each variant is made from the next larger one, so the full picture is resized once. Answers the smallest. */
async function writeVariants(picture: RawImage, sizes: number[], { folder, xmp }: Omit<MeasureJob, 'file'>) {
  const made: { size: number; picture: RawImage }[] = []
  let current = picture
  for (const size of sizes.toReversed()) {
    current = await downscale(current, size)
    made.push({ size, picture: current })
  }
  await Promise.all(made.map(({ size, picture }) => writeVariant(picture, join(folder, variantFile(size)), xmp)))
  return current
}

/** Never enlarges. sharp premultiplies before it resizes, so hidden colours do not bleed into visible edges. */
async function downscale(picture: RawImage, side: number): Promise<RawImage> {
  if (Math.max(picture.width, picture.height) <= side) return picture
  const smaller = fromPixels(picture).resize(side, side, { fit: 'inside' }).raw()
  const { data, info } = await smaller.toBuffer({ resolveWithObject: true })
  return { pixels: data, width: info.width, height: info.height }
}

async function writeVariant(picture: RawImage, path: string, xmp: string): Promise<void> {
  await writeDurably(path, await fromPixels(picture).webp(variantQuality).withXmp(xmp).toBuffer())
}

function fromPixels({ pixels, width, height }: RawImage) {
  return sharp(pixels, { raw: { width, height, channels: 4 } })
}

/** What cannot be decoded is the picture's fault; a full disk or a missing file is not. */
function outcomeOfError(error: Error): JobOutcome {
  if (/out of memory|allocation failed/i.test(error.message)) return { too_heavy: true }
  return error instanceof UndecodableImage ? { damaged: 'its pixels cannot be read' } : { failed: error.message }
}
