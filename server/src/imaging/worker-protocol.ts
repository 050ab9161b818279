import type { DownloadFormat, ImageFormat } from '@vitrine/contract/vocabulary/image-formats'
import type { FileSource } from '@vitrine/contract/vocabulary/provenance/digital-sources'
import type { PictureMeasures } from '#imaging/measures/measure-picture'
import type { Rectangle } from '#imaging/measures/rgba-image'
import type { Swatch } from './colour/visible-colours.ts'
import type { PackedRow } from './measures/similarity/perceptual-row.ts'
import type { EmbeddedMetadata } from './png/embedded-metadata.ts'

/** The jobs and messages that the server and its imaging workers exchange by IPC. */
export type WorkerJob = { measure: MeasureJob } | WriteJob

/** The jobs whose whole result is one file. */
export type WriteJob =
  | { derivative: DerivativeJob }
  /** An image that was measured before, to be mended: as a PNG, which is empty where nothing can be mended. */
  | { mend: FileJob }
  | { avatar: AvatarJob }
  /** The picture that shared links show, a JPEG to be composed of several previews (WebP). */
  | { cover: PicturesJob }
  | { decode: DecodeJob }

/** An uploaded image to be measured and written as previews. */
export interface MeasureJob {
  /** A PNG that PngValidator accepted. */
  file: string
  /** Width times height by its header. */
  pixels: number
  /** The folder that the previews are written into. */
  folder: string
  /** The XMP packet embedded in every preview. */
  xmp: string
}

/** What a job reads, and the one file that it writes. */
interface FileJob {
  file: string
  /** Width times height of the original, or of all pictures in the file; an estimate where only decoding tells. */
  pixels: number
  to: string
}

/** A derivative to be made of an image that was measured before. */
export interface DerivativeJob extends FileJob {
  /** Pixels of each side, never more than the original's; null keeps the size. */
  dimensions: { width: number; height: number } | null
  /** Cuts off what is clear around the visible part. */
  isTrimmed: boolean
  format: DownloadFormat
  xmp: string
}

/** A profile picture to be made a small and square WebP. */
export interface AvatarJob extends FileJob {
  /** Of a PNG that PngValidator accepted, or of a file with the signature of a JPEG or a WebP. */
  format: ImageFormat
}

/** The same of several pictures that lie in the file one after the other. */
export interface PicturesJob extends FileJob {
  /** Bytes of each. */
  lengths: number[]
}

/** Decoded whole, as the only proof that they are sound; written as JSON: the dimensions of each, or null. */
export interface DecodeJob extends PicturesJob {
  format: ImageFormat
}

/** What only the worker reads of a file. */
export interface ImageFacts {
  /** As browsers show it: turned where eXIf says so. */
  width: number
  height: number
  measures: PictureMeasures
  /** Colours of the visible pixels, largest share first; at most five. */
  colours: Swatch[]
  /** The part that can be seen; null when nothing can. */
  visible_box: Rectangle | null
  /** What finds the picture again; null when no pixel is visible. */
  row: PackedRow | null
  embedded: EmbeddedMetadata
  /** How the file says that it came about; null where it says nothing that is known. */
  source: FileSource | null
  /** Sizes of the previews written into the job's folder, each named by `previewFile`. */
  previews: number[]
}

/** The facts of a measured image; null for other jobs, whose file is the whole result. */
export type JobResult = ImageFacts | null

/** What a worker gets; the bytes of the image follow by its standard input. It cannot open the paths of a job. */
export type WorkerRequest = WorkerJob & { bytes: number }

/** Sent twice per job: when it starts, and with its outcome and the CPU seconds this process has used so far. */
export type WorkerMessage = { started: true } | (JobOutcome & { cpu: number })

export type JobOutcome = Written | { damaged: string } | { too_heavy: true } | { failed: string }

export interface Written {
  /** Null unless an image was measured. */
  facts: ImageFacts | null
  /** Lengths of the files that follow by standard output: the previews in the order of the facts, or the one file. */
  outputs: number[]
}
