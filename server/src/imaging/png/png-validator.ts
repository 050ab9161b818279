import { crc32 } from 'node:zlib'
import { imageLimits } from '@vitrine/contract/vocabulary/image-limits'
import { type RejectedFile, rejectedFile } from '../rejected-file.ts'
import { describeFormat, SNIFF_BYTES } from '../sniff.ts'
import { PngRules } from './png-rules.ts'

/** A chunk that may hold words about the picture, as stored: nothing of it has been inflated or decoded. */
export interface TextChunk {
  type: 'tEXt' | 'zTXt' | 'iTXt' | 'eXIf'
  data: Buffer
}

export interface PngFacts {
  width: number
  height: number
  /** In file order, before or after the pixels; at most `pictureLimits.metadataBytes` in all. */
  text: TextChunk[]
}

/**
 * Walks a PNG while it arrives, before any native code sees it. What it can judge it judges at the first byte that makes
 * it certain, so a bomb ends at its header and not at its last byte. It keeps the header's facts and the stored text,
 * nothing else. Whether the pixels inflate to what the header promises is for the picture worker to find out.
 */
export class PngValidator {
  #rules = new PngRules()
  #text: TextChunk[] = []
  #size = 0
  #state: 'signature' | 'head' | 'data' | 'crc' | 'ended' = 'signature'
  /** The signature, chunk head or checksum being gathered, or the opening of what turns out to be no PNG. */
  #buffer = Buffer.alloc(SNIFF_BYTES)
  #buffered = 0
  #type = ''
  /** Bytes of the current chunk's data still to come. */
  #remaining = 0
  #crc = 0
  #chunkData: Buffer[] | null = null

  /** Takes the next bytes of the file. Throws Refusal as soon as it is certain that the file is not taken. */
  push(bytes: Buffer): void {
    const room = imageLimits.fileBytes - this.#size
    const taken = bytes.subarray(0, room)
    this.#size += taken.length
    for (let at = 0; at < taken.length; ) at += this.#consume(taken.subarray(at))
    if (bytes.length > room) throw rejectedFile('file_too_large', { limit: imageLimits.fileBytes / 1e6 })
  }

  /** The file is complete. Throws Refusal when the picture is not. */
  end(): PngFacts {
    if (this.#size === 0) throw rejectedFile('empty_file')
    if (this.#state === 'signature' && !this.#looksLikePng()) throw this.#notPngError()
    if (this.#state !== 'ended') throw rejectedFile('truncated')
    return { width: this.#rules.width, height: this.#rules.height, text: this.#text }
  }

  /** Answers how many of the bytes it used: at least one. */
  #consume(bytes: Buffer): number {
    if (this.#state === 'ended') throw rejectedFile('trailing_bytes')
    if (this.#state === 'data') return this.#consumeData(bytes)
    const used = bytes.copy(this.#buffer, this.#buffered, 0, this.#bytesNeeded() - this.#buffered)
    this.#buffered += used
    if (this.#buffered === this.#bytesNeeded()) this.#processBuffer()
    return used
  }

  #bytesNeeded(): number {
    if (this.#state === 'crc') return 4
    // What does not begin like a PNG is read a little further, only to tell its owner what it is.
    return this.#looksLikePng() || this.#state === 'head' ? 8 : SNIFF_BYTES
  }

  #looksLikePng(): boolean {
    const known = Math.min(this.#buffered, SIGNATURE.length)
    return this.#buffer.compare(SIGNATURE, 0, known, 0, known) === 0
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
    this.#chunkData = STORED_CHUNKS.has(type) ? [] : null
    this.#state = length > 0 ? 'data' : 'crc'
  }

  #consumeData(bytes: Buffer): number {
    const part = bytes.subarray(0, this.#remaining)
    this.#crc = crc32(part, this.#crc)
    // A copy: the caller may reuse his buffer, and a slice would keep all of it alive.
    this.#chunkData?.push(Buffer.from(part))
    this.#remaining -= part.length
    if (this.#remaining === 0) this.#state = 'crc'
    return part.length
  }

  #finishChunk(stored: number): void {
    if (this.#crc !== stored)
      throw rejectedFile('damaged', { what: `the checksum of its ${this.#type} chunk is wrong` })
    if (this.#chunkData) this.#storeChunk(Buffer.concat(this.#chunkData))
    this.#state = this.#type === 'IEND' ? 'ended' : 'head'
  }

  #storeChunk(data: Buffer): void {
    if (this.#type === 'IHDR') this.#rules.readHeader(data)
    else this.#text.push({ type: this.#type as TextChunk['type'], data })
  }

  #notPngError(): RejectedFile {
    const opening = this.#buffer.subarray(0, this.#buffered)
    if (/^.?PNG/s.test(opening.toString('latin1'))) return rejectedFile('mangled')
    const format = describeFormat(opening)
    return format ? rejectedFile('other_format', { format }) : rejectedFile('not_a_png')
  }
}

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const STORED_CHUNKS = new Set(['IHDR', 'tEXt', 'zTXt', 'iTXt', 'eXIf'])
