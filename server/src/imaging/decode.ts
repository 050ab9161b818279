import type { Dimensions } from '@vitrine/contract/measures/dimensions'
import { fileLimits } from '@vitrine/contract/vocabulary/file-limits'
import type { ImageFormat } from '@vitrine/contract/vocabulary/image-formats'
import sharp, { type Sharp } from 'sharp'
import { shownLayout } from '#imaging/png/exif'
import { dropColourChunks } from './colour/colour-chunks.ts'
import { bitDepthOf, colourCorrection } from './colour/colour-correction.ts'
import { formatSupport } from './formats.ts'
import type { RgbaImage } from './measures/rgba-image.ts'
import { orientationOf } from './png/png-chunks.ts'
import type { PicturesJob } from './worker-protocol.ts'

/** Blocks every libvips loader but one, as libvips advises for untrusted files. */
export function allowOnlyFormat(format: ImageFormat) {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: [formatSupport[format].loader] })
}

/** A file whose pixels cannot be decoded; `what` ends the sentence "This file is damaged: …". */
export class UndecodableImage extends Error {
  readonly what: string

  constructor(message: string, what = 'its pixels cannot be read') {
    super(message)
    this.what = what
  }
}

export interface RawImage {
  /** RGBA, 8 bits each, sRGB, not premultiplied. */
  pixels: Buffer
  width: number
  height: number
}

/**
 * Decodes a PNG to what browsers show: turned as its eXIf says, and in those colours (requirements: #true-colours).
 * sharp knows of ICC profiles alone, and takes 16-bit images to Display P3, so colours are converted here; only
 * profiles with lookup tables are left to it. Any libpng warning is an error, so damaged rows never come out grey.
 */
export const decodePng = async (png: Buffer): Promise<RawImage> => turned(await decodeStored(png), orientationOf(png))

async function decodeStored(png: Buffer): Promise<RawImage> {
  const transform = colourCorrection(png)
  if (transform === 'lookup-table') return decodeRaw(openPng(png).withIccProfile('srgb'))
  const bare = openPng(dropColourChunks(png))
  if (!transform) return decodeRaw(bare)
  if (bitDepthOf(png) === 8) {
    const image = await decodeRaw(bare)
    return { ...image, pixels: transform(image.pixels) }
  }
  const { pixels, ...size } = await decodeRaw(bare.toColourspace('rgb16'), 'ushort')
  return { ...size, pixels: transform(new Uint16Array(pixels.buffer, pixels.byteOffset, pixels.length / 2)) }
}

/** By our own code, since libvips would turn 16 bits of a sample, which do not fit into the memory of a worker. */
function turned({ pixels, ...stored }: RawImage, orientation: number): RawImage {
  if (orientation === 1) return { pixels, ...stored }
  const { origin, across, down, ...shown } = shownLayout(stored, orientation)
  const from = new Uint32Array(pixels.buffer, pixels.byteOffset, stored.width * stored.height)
  const to = new Uint32Array(from.length)
  for (let y = 0, at = 0; y < stored.height; y++)
    for (let x = 0, place = origin + y * down; x < stored.width; x++, place += across) to[place] = from[at++]!
  return { pixels: Buffer.from(to.buffer), ...shown }
}

const openPng = (png: Buffer) =>
  sharp(png, { failOn: 'warning', limitInputPixels: fileLimits.area }).toColourspace('srgb')

/** Decodes the whole image: the only proof that it is intact, since headers of a broken file parse without error. */
async function decodeRaw(image: Sharp, depth: 'uchar' | 'ushort' = 'uchar'): Promise<RawImage> {
  const decoding = image.ensureAlpha().raw({ depth }).toBuffer({ resolveWithObject: true })
  const { data, info } = await decoding.catch((error: Error) => {
    throw new UndecodableImage(error.message)
  })
  return { pixels: data, width: info.width, height: info.height }
}

export const fromPixels = ({ pixels, width, height }: RgbaImage): Sharp =>
  sharp(pixels, { raw: { width, height, channels: 4 } })

/** The pictures that lie in a file one after the other. */
export function* picturesIn(file: Buffer, lengths: number[]): Generator<Buffer> {
  let at = 0
  for (const length of lengths) yield file.subarray(at, (at += length))
}

/** The dimensions of pictures, as JSON; null for those that cannot be decoded to their end. */
export const decodedSizes = async (file: Buffer, { lengths }: Pick<PicturesJob, 'lengths'>): Promise<Buffer> =>
  Buffer.from(JSON.stringify(await Array.fromAsync(picturesIn(file, lengths), decodedSize)))

async function decodedSize(picture: Buffer): Promise<Dimensions | null> {
  try {
    const image = sharp(picture, { failOn: 'warning', limitInputPixels: fileLimits.area })
    const { info } = await image.raw().toBuffer({ resolveWithObject: true })
    return { width: info.width, height: info.height }
  } catch {
    return null
  }
}
