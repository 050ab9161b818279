import { crc32 } from 'node:zlib'
import { exifOrientation } from '#imaging/png/exif'

export const pngSignature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

/** Builds a chunk with its length and CRC; the data is given as Latin-1, one character per byte. */
export function pngChunk(type: string, latin1: string): Buffer {
  const body = Buffer.from(type + latin1, 'latin1')
  const out = Buffer.alloc(body.length + 8)
  out.writeUInt32BE(latin1.length, 0)
  body.copy(out, 4)
  out.writeUInt32BE(crc32(body), body.length + 4)
  return out
}

/** Builds the XMP chunk: an uncompressed iTXt (PNG 11.3.3.4; XMP part 3, 1.1.5). */
export const xmpChunk = (xmp: string): Buffer =>
  pngChunk('iTXt', `XML:com.adobe.xmp\0\0\0\0\0${Buffer.from(xmp).toString('latin1')}`)

/** Inserts an XMP chunk: libpng, and so sharp, writes XMP compressed, which some readers do not find. */
export const insertXmp = (png: Buffer, xmp: string): Buffer => insertChunks(png, xmpChunk(xmp))

export const insertChunks = (png: Buffer, chunks: Buffer): Buffer =>
  Buffer.concat([png.subarray(0, AFTER_IHDR), chunks, png.subarray(AFTER_IHDR)])

/** Bytes of the signature and of the IHDR chunk, which comes first and has 13 bytes of data. */
const AFTER_IHDR = 8 + 12 + 13

export interface PngChunk {
  type: string
  data: Buffer
  /** Offsets of its first byte and of the one behind it. */
  start: number
  end: number
}

/** The chunks of a PNG whose lengths PngValidator has verified. */
export function* pngChunks(file: Buffer): Generator<PngChunk> {
  for (let start = 8, end = 0; start + 12 <= file.length; start = end) {
    end = start + 12 + file.readUInt32BE(start)
    yield { type: file.toString('latin1', start + 4, start + 8), data: file.subarray(start + 8, end - 4), start, end }
  }
}

/** A lower-case first letter: a decoder may ignore the chunk (PNG third edition, 5.4). */
export const isAncillary = (type: string) => type.charCodeAt(0) >= 0x61

/** Whether the checksum of a chunk is right; browsers ignore ancillary chunks where it is not (decision 0036). */
export const isIntact = (file: Buffer, { type, data, end }: PngChunk): boolean =>
  crc32(data, crc32(type)) === file.readUInt32BE(end - 4)

/** How browsers turn a picture (decision 0042): by the first intact eXIf before its pixels. */
export function orientationOf(file: Buffer): number {
  for (const chunk of pngChunks(file)) {
    if (chunk.type === 'IDAT') break
    if (chunk.type === 'eXIf' && isIntact(file, chunk)) return exifOrientation(chunk.data)
  }
  return 1
}

/**
 * Drops all chunks but those that pixels and colours come from, in place; ancillary ones with a wrong checksum too.
 * libpng would inflate every text chunk, and 1 MiB of them can become 1 GiB (0.8 s). Of eXIf the orientation alone is
 * left, since it may say where a picture was taken.
 */
export function stripMetadata(file: Buffer): Buffer {
  let length = 8
  let orientation = orientationOf(file)
  for (const chunk of pngChunks(file)) {
    const { type, start, end } = chunk
    if (!PIXEL_CHUNKS.has(type) || (isAncillary(type) && !isIntact(file, chunk))) continue
    // The eXIf that was dropped has left enough room.
    if (type === 'IDAT' && orientation > 1) length += orientationChunk(orientation).copy(file, length)
    if (type === 'IDAT') orientation = 1
    length += file.copy(file, length, start, end)
  }
  return file.subarray(0, length)
}

const PIXEL_CHUNKS = new Set(['IHDR', 'PLTE', 'tRNS', 'cICP', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'IDAT', 'IEND'])

/** An eXIf chunk with this orientation and nothing else, no longer than any that says one. */
const orientationChunk = (orientation: number): Buffer =>
  pngChunk('eXIf', `MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0${String.fromCharCode(orientation)}\0\0`)
