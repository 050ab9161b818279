import { previewSizes } from '@vitrine/contract/media-files'
import { fileLimits } from '@vitrine/contract/vocabulary/file-limits'
import * as limits from '@vitrine/contract/vocabulary/limits'
import type { FileSource } from '@vitrine/contract/vocabulary/provenance/digital-sources'
import sharp, { type Sharp } from 'sharp'
import { findDigitalSource } from '#imaging/png/content-credentials'
import { subsample, visibleColours } from './colour/visible-colours.ts'
import { encodeCover } from './cover/encode-cover.ts'
import { decodedSizes, decodePng, fromPixels, type RawImage, UndecodableImage } from './decode.ts'
import { encodeDerivative } from './derivative.ts'
import { measurePicture } from './measures/measure-picture.ts'
import { packRow, perceptualRow } from './measures/similarity/perceptual-row.ts'
import { visibleBox } from './measures/visible-fit.ts'
import { encodeMended } from './mend.ts'
import { readContentCredentials } from './png/content-credentials.ts'
import { readEmbeddedMetadata } from './png/embedded-metadata.ts'
import { findPixelDataProblem } from './png/pixel-data.ts'
import { isIntact, pngChunks, stripMetadata } from './png/png-chunks.ts'
import { readTextChunks } from './png/png-text-chunks.ts'
import { readXmp, type XmpProperties } from './png/xmp.ts'
import { downscale, encodePreview, previewQuality } from './resize.ts'
import type { AvatarJob, ImageFacts, JobOutcome, MeasureJob, WorkerJob, WriteJob } from './worker-protocol.ts'

/** The outcome of a job, and the files that it announces. */
export type FinishedJob = JobOutcome & { files: Buffer[] }

/** Does a job in this process: outside of tests that is a worker process. */
export const runJob = (job: WorkerJob, file: Buffer): Promise<FinishedJob> =>
  encode(job, file).then(writtenOutcome, outcomeOfError)

interface Encoded {
  facts: ImageFacts | null
  files: Buffer[]
}

async function encode(job: WorkerJob, file: Buffer): Promise<Encoded> {
  if ('measure' in job) return measureImage(file, job.measure)
  return { facts: null, files: [await encodeOne(job, file)] }
}

function encodeOne(job: WriteJob, file: Buffer): Promise<Buffer> {
  if ('derivative' in job) return encodeDerivative(file, job.derivative)
  if ('decode' in job) return decodedSizes(file, job.decode)
  if ('mend' in job) return encodeMended(file)
  return 'avatar' in job ? encodeAvatar(file, job.avatar) : encodeCover(file, job.cover)
}

const writtenOutcome = ({ facts, files }: Encoded) => ({ facts, outputs: files.map(({ length }) => length), files })

async function measureImage(file: Buffer, { xmp }: MeasureJob): Promise<Encoded> {
  const { isUnread, ...texts } = readTexts(file)
  const png = stripMetadata(file)
  const problem = await findPixelDataProblem(png)
  if (problem) throw new UndecodableImage(problem, problem)
  const image = await decodePng(png)
  const { width, height } = image
  const measures = measurePicture(image)
  if (isUnread) measures.findings.push({ kind: 'unread_texts' })
  const previews = previewSizes(width, height)
  const { files, smallest } = await encodePreviews(image, previews, xmp)
  const colours = visibleColours(subsample(smallest.pixels, smallest.width, COLOUR_SAMPLE_SIDE))
  const row = perceptualRow(image)
  const facts = { width, height, measures, colours, visible_box: visibleBox(image), ...texts }
  return { facts: { ...facts, row: row && packRow(row), previews }, files }
}

/** What the file says of itself and of how it came about. */
export function readTexts(file: Buffer) {
  const texts = readTextChunks(file)
  const xmp = readXmp(texts.xmp)
  const isUnread = texts.isUnread || xmp.isUnread
  return { isUnread, embedded: readEmbeddedMetadata(texts, xmp), source: readFileSource(file, xmp) }
}

/** Pixels of the longer side of the sample that colours are measured on. */
const COLOUR_SAMPLE_SIDE = 64

/** In the order of `sizes`: each from the original, since two reductions blur; of a large one only the largest is. */
async function encodePreviews(image: RawImage, sizes: number[], xmp: string) {
  const isLarge = image.width * image.height > LARGE_AREA
  const files: Buffer[] = []
  let smallest = image
  for (const size of sizes.toReversed()) {
    smallest = await downscale(isLarge ? smallest : image, size)
    files.unshift(await encodePreview(smallest, xmp))
  }
  return { files, smallest }
}

/** Pixels: up to here scaling down the original three times takes no longer than scaling down each preview. */
const LARGE_AREA = 8_000_000

/** Blames the image for what cannot be decoded, but not for a full disk or a missing file. */
function outcomeOfError(error: Error): FinishedJob {
  const files: Buffer[] = []
  if (/out of memory|allocation failed/i.test(error.message)) return { too_heavy: true, files }
  return error instanceof UndecodableImage ? { damaged: error.what, files } : { failed: error.message, files }
}

/** By its Content Credentials, else by IPTC's "Digital Source Type" in XMP; null where neither is known. */
function readFileSource(file: Buffer, { texts }: XmpProperties): FileSource | null {
  for (const chunk of pngChunks(file)) {
    const credentials = chunk.type === 'caBX' && isIntact(file, chunk) ? readContentCredentials(chunk.data) : null
    if (credentials) return credentials
  }
  // The first that is known: a file may have one of each of its parts.
  for (const text of texts.get('Iptc4xmpExt:DigitalSourceType') ?? []) {
    const source = findDigitalSource(text.trim())
    if (source) return { source, place: 'xmp', generator: '' }
  }
  return null
}

/** Transparency stays, metadata goes, since the EXIF of a phone photo may hold the location of a person's home. */
async function encodeAvatar(bytes: Buffer, { format }: AvatarJob): Promise<Buffer> {
  const image = format === 'png' ? fromPixels(await decodePng(stripMetadata(bytes))) : await openPhoto(bytes)
  const square = image.resize(limits.avatarSide, limits.avatarSide, { fit: 'cover' })
  return square.webp(previewQuality).toBuffer().catch(throwUndecodable)
}

async function openPhoto(bytes: Buffer): Promise<Sharp> {
  // Not failOn 'warning': many phones write JPEGs that libjpeg warns about and every program opens.
  const image = sharp(bytes, { failOn: 'error', limitInputPixels: fileLimits.area })
  const { width, height } = await image.metadata().catch(throwUndecodable)
  if (Math.max(width, height) > fileLimits.side) throw new UndecodableImage('too large')
  return image.autoOrient().toColourspace('srgb')
}

function throwUndecodable(error: Error): never {
  throw new UndecodableImage(error.message)
}
