import { crc32 } from 'node:zlib'

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
export function xmpChunk(xmp: string): Buffer {
  return pngChunk('iTXt', `XML:com.adobe.xmp\0\0\0\0\0${Buffer.from(xmp).toString('latin1')}`)
}

/** Inserts an XMP chunk: libpng, and so sharp, writes XMP compressed, which some readers do not find. */
export function insertXmp(png: Buffer, xmp: string): Buffer {
  return Buffer.concat([png.subarray(0, AFTER_IHDR), xmpChunk(xmp), png.subarray(AFTER_IHDR)])
}

/** Bytes of the signature and of the IHDR chunk, which comes first and has 13 bytes of data. */
const AFTER_IHDR = 8 + 12 + 13

/**
 * Drops all chunks but those that pixels and colours come from, in place. PngValidator has verified the lengths; libpng
 * would inflate every text chunk, and 1 MiB of them can become 1 GiB (0.8 s).
 */
export function stripMetadata(file: Buffer): Buffer {
  let end = 8
  for (let at = 8, next = 0; at + 12 <= file.length; at = next) {
    next = at + 12 + file.readUInt32BE(at)
    if (PIXEL_CHUNKS.has(file.toString('latin1', at + 4, at + 8))) end += file.copy(file, end, at, next)
  }
  return file.subarray(0, end)
}

const PIXEL_CHUNKS = new Set(['IHDR', 'PLTE', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'IDAT', 'IEND'])
