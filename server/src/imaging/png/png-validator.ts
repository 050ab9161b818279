import { createReadStream } from 'node:fs'
import { crc32 } from 'node:zlib'
import type { Dimensions } from '@vitrine/contract/measures/dimensions'
import { fileLimits } from '@vitrine/contract/vocabulary/file-limits'
import { describeFormat, SNIFF_BYTES } from '../formats.ts'
import { type RefusedFile, refusedFile } from '../refused-file.ts'
import { isAncillary, pngSignature } from './png-chunks.ts'
import { PngRules } from './png-rules.ts'

/**
 * Validates a PNG as a stream, before any native code sees it, and rejects at the first byte that decides: a
 * decompression bomb ends at its header. It retains only the header's facts; texts, and whether the pixel data inflates
 * to what the header promises, are left to the imaging worker.
 */
export class PngValidator {
  #rules = new PngRules()
  #size = 0
  #state: 'signature' | 'head' | 'data' | 'crc' | 'ended' = 'signature'
  /** The signature, chunk head or checksum being read, or the first bytes of a file that is no PNG. */
  #buffer = Buffer.alloc(SNIFF_BYTES)
  #buffered = 0
  #type = ''
  /** Unread bytes of the current chunk's data. */
  #remaining = 0
  #crc = 0
  /** IHDR's, as far as it was read. */
  #header: Buffer[] = []

  /** Consumes the next bytes of the file. Throws RefusedFile at the first violation. */
  push(bytes: Buffer): void {
    const room = fileLimits.fileBytes - this.#size
    const accepted = bytes.subarray(0, room)
    this.#size += accepted.length
    for (let at = 0; at < accepted.length; ) at += this.#consume(accepted.subarray(at))
    if (bytes.length > room) throw refusedFile('file_too_large', { limit: fileLimits.fileBytes / 1e6 })
  }

  /** Ends the stream. Throws RefusedFile when the image is incomplete. */
  end(): Dimensions {
    if (this.#size === 0) throw refusedFile('empty_file')
    if (this.#state === 'signature' && !this.#looksLikePng()) throw this.#notPngError()
    if (this.#state !== 'ended') throw refusedFile('truncated')
    return { width: this.#rules.width, height: this.#rules.height }
  }

  /** Returns the number of bytes consumed: at least one. */
  #consume(bytes: Buffer): number {
    if (this.#state === 'ended') throw refusedFile('trailing_bytes')
    if (this.#state === 'data') return this.#consumeData(bytes)
    const used = bytes.copy(this.#buffer, this.#buffered, 0, this.#bytesNeeded() - this.#buffered)
    this.#buffered += used
    if (this.#buffered === this.#bytesNeeded()) this.#processBuffer()
    return used
  }

  #bytesNeeded(): number {
    if (this.#state === 'crc') return 4
    // A file without the PNG signature is read a little further to name its format in the rejection.
    return this.#looksLikePng() || this.#state === 'head' ? 8 : SNIFF_BYTES
  }

  #looksLikePng(): boolean {
    const length = Math.min(this.#buffered, pngSignature.length)
    return this.#buffer.compare(pngSignature, 0, length, 0, length) === 0
  }

  #processBuffer(): void {
    if (this.#state === 'signature' && !this.#looksLikePng()) throw this.#notPngError()
    this.#buffered = 0
    if (this.#state === 'head') this.#beginChunk(this.#buffer.readUInt32BE(0), this.#buffer.toString('latin1', 4, 8))
    else if (this.#state === 'crc') this.#finishChunk(this.#buffer.readUInt32BE(0))
    else this.#state = 'head'
  }

  #beginChunk(length: number, type: string): void {
    this.#rules.beginChunk(type, length)
    this.#type = type
    this.#remaining = length
    this.#crc = crc32(type)
    this.#state = length > 0 ? 'data' : 'crc'
  }

  #consumeData(bytes: Buffer): number {
    const part = bytes.subarray(0, this.#remaining)
    this.#crc = crc32(part, this.#crc)
    // A copy, since the caller may reuse the buffer.
    if (this.#type === 'IHDR') this.#header.push(Buffer.from(part))
    this.#remaining -= part.length
    if (this.#remaining === 0) this.#state = 'crc'
    return part.length
  }

  #finishChunk(stored: number): void {
    if (this.#crc !== stored && !isAncillary(this.#type))
      throw refusedFile('damaged', { what: `the checksum of its ${this.#type} chunk is wrong` })
    if (this.#type === 'IHDR') this.#rules.readHeader(Buffer.concat(this.#header))
    this.#state = this.#type === 'IEND' ? 'ended' : 'head'
  }

  #notPngError(): RefusedFile {
    const opening = this.#buffer.subarray(0, this.#buffered)
    if (/^.?PNG/s.test(opening.toString('latin1'))) return refusedFile('mangled')
    const format = describeFormat(opening)
    return format ? refusedFile('other_format', { format }) : refusedFile('not_a_png')
  }
}

/** Validates a whole file. Throws RefusedFile. */
export async function validatePngFile(path: string): Promise<Dimensions> {
  const validator = new PngValidator()
  for await (const bytes of createReadStream(path)) validator.push(bytes)
  return validator.end()
}
