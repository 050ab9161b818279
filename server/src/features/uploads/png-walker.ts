import { crc32 } from 'node:zlib'
import { imageLimits } from '@vitrine/contract/picture-limits'
import { type Refusal, refusal } from '#features/images/refusal'
import { formatName, OPENING_BYTES } from './other-formats.ts'
import { PngRules } from './png-rules.ts'

/** A chunk that may hold words about the picture, as stored: nothing of it has been inflated or decoded. */
export interface StoredText {
  type: 'tEXt' | 'zTXt' | 'iTXt' | 'eXIf'
  data: Buffer
}

export interface PngFacts {
  width: number
  height: number
  /** In file order, before or after the pixels; at most `pictureLimits.metadataBytes` in all. */
  text: StoredText[]
}

/**
 * Walks a PNG while it arrives, before any native code sees it. What it can judge it judges at the first byte that makes
 * it certain, so a bomb ends at its header and not at its last byte. It keeps the header's facts and the stored text,
 * nothing else. Whether the pixels inflate to what the header promises is for the picture worker to find out.
 */
export class PngWalker {
  #rules = new PngRules()
  #text: StoredText[] = []
  #size = 0
  #state: 'signature' | 'head' | 'data' | 'crc' | 'ended' = 'signature'
  /** The signature, chunk head or checksum being gathered, or the opening of what turns out to be no PNG. */
  #few = Buffer.alloc(OPENING_BYTES)
  #filled = 0
  #type = ''
  /** Bytes of the current chunk's data still to come. */
  #left = 0
  #crc = 0
  #kept: Buffer[] | null = null

  /** Takes the next bytes of the file. Throws Refusal as soon as it is certain that the file is not taken. */
  push(bytes: Buffer): void {
    const room = imageLimits.fileBytes - this.#size
    const taken = bytes.subarray(0, room)
    this.#size += taken.length
    for (let at = 0; at < taken.length; ) at += this.#read(taken.subarray(at))
    if (bytes.length > room) throw refusal('file_too_large', { limit: imageLimits.fileBytes / 1e6 })
  }

  /** The file is complete. Throws Refusal when the picture is not. */
  end(): PngFacts {
    if (this.#size === 0) throw refusal('empty_file')
    if (this.#state === 'signature' && !this.#promising()) throw this.#stranger()
    if (this.#state !== 'ended') throw refusal('truncated')
    return { width: this.#rules.width, height: this.#rules.height, text: this.#text }
  }

  /** Answers how many of the bytes it used: at least one. */
  #read(bytes: Buffer): number {
    if (this.#state === 'ended') throw refusal('trailing_bytes')
    if (this.#state === 'data') return this.#data(bytes)
    const used = bytes.copy(this.#few, this.#filled, 0, this.#wanted() - this.#filled)
    this.#filled += used
    if (this.#filled === this.#wanted()) this.#gathered()
    return used
  }

  #wanted(): number {
    if (this.#state === 'crc') return 4
    // What does not begin like a PNG is read a little further, only to tell its owner what it is.
    return this.#promising() || this.#state === 'head' ? 8 : OPENING_BYTES
  }

  #promising(): boolean {
    const known = Math.min(this.#filled, SIGNATURE.length)
    return this.#few.compare(SIGNATURE, 0, known, 0, known) === 0
  }

  #gathered(): void {
    if (this.#state === 'signature' && !this.#promising()) throw this.#stranger()
    this.#filled = 0
    if (this.#state === 'head') this.#begin(this.#few.readUInt32BE(0), this.#few.toString('latin1', 4, 8))
    else if (this.#state === 'crc') this.#finish(this.#few.readUInt32BE(0))
    else this.#state = 'head'
  }

  #begin(length: number, type: string): void {
    this.#rules.begin(type, length)
    this.#type = type
    this.#left = length
    this.#crc = crc32(type)
    this.#kept = KEPT.has(type) ? [] : null
    this.#state = length > 0 ? 'data' : 'crc'
  }

  #data(bytes: Buffer): number {
    const part = bytes.subarray(0, this.#left)
    this.#crc = crc32(part, this.#crc)
    // A copy: the caller may reuse his buffer, and a slice would keep all of it alive.
    this.#kept?.push(Buffer.from(part))
    this.#left -= part.length
    if (this.#left === 0) this.#state = 'crc'
    return part.length
  }

  #finish(stored: number): void {
    if (this.#crc !== stored) throw refusal('damaged', { what: `the checksum of its ${this.#type} chunk is wrong` })
    if (this.#kept) this.#keep(Buffer.concat(this.#kept))
    this.#state = this.#type === 'IEND' ? 'ended' : 'head'
  }

  #keep(data: Buffer): void {
    if (this.#type === 'IHDR') this.#rules.header(data)
    else this.#text.push({ type: this.#type as StoredText['type'], data })
  }

  #stranger(): Refusal {
    const opening = this.#few.subarray(0, this.#filled)
    if (/^.?PNG/s.test(opening.toString('latin1'))) return refusal('mangled')
    const format = formatName(opening)
    return format ? refusal('other_format', { format }) : refusal('not_a_png')
  }
}

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const KEPT = new Set(['IHDR', 'tEXt', 'zTXt', 'iTXt', 'eXIf'])
