import { fileLimits } from '@vitrine/contract/vocabulary/file-limits'
import { type RefusedFile, refusedFile } from '../refused-file.ts'

/** Checks the W3C PNG third edition (5.3 to 5.6, 11.2) and our limits; throws RefusedFile before reading data. */
export class PngRules {
  width = 0
  height = 0
  #bitDepth = 0
  #colourType = 0
  #seen = new Set<string>()
  #previous = ''
  #chunks = 0
  #pixelChunks = 0
  #pixelBytes = 0
  #metadataBytes = 0
  #paletteEntries = 0

  /** Checks the head of a chunk: its type and length, before its data and CRC arrive. */
  beginChunk(type: string, length: number): void {
    if (type === 'CgBI') throw refusedFile('apple_png')
    // Four letters; a lower-case third letter is reserved (PNG 5.4).
    if (!/^[A-Za-z]{2}[A-Z][A-Za-z]$/.test(type)) throw malformed('one of its chunks has no proper name')
    if ((type === 'IHDR') !== (this.#previous === '')) throw malformed('it does not begin with its one IHDR chunk')
    if (length > fileLimits.fileBytes) throw malformed(`its ${type} chunk claims to be ${length} bytes long`)
    this.#countChunk(type)
    this.#checkChunk(type, length)
    this.#seen.add(type)
    this.#previous = type
  }

  /** Reads the 13 bytes of IHDR, whose CRC has been verified. */
  readHeader(data: Buffer): void {
    this.width = data.readUInt32BE(0)
    this.height = data.readUInt32BE(4)
    this.#bitDepth = data.readUInt8(8)
    this.#colourType = data.readUInt8(9)
    if (!BIT_DEPTHS[this.#colourType]?.includes(this.#bitDepth))
      throw malformed(`there is no colour type ${this.#colourType} with ${this.#bitDepth} bits per sample`)
    if (data.readUInt8(10) !== 0) throw malformed('its compression method is unknown')
    if (data.readUInt8(11) !== 0) throw malformed('its filter method is unknown')
    if (data.readUInt8(12) > 1) throw malformed('its interlace method is unknown')
    this.#checkSize()
  }

  #checkSize(): void {
    const { width, height } = this
    const { side, area, decodedBytes } = fileLimits
    if (width === 0 || height === 0) throw malformed('it says that it has no pixels')
    if (width > side || height > side) throw refusedFile('side_too_long', { width, height, limit: side })
    if (width * height > area) throw refusedFile('too_many_pixels', { width, height, limit: area / 1e6 })
    const decoded = width * height * 4 * (this.#bitDepth === 16 ? 2 : 1)
    if (decoded > decodedBytes) throw refusedFile('too_deep', { size: inMiB(decoded), limit: inMiB(decodedBytes) })
  }

  #countChunk(type: string): void {
    const { chunks, pixelChunks } = fileLimits
    if (type === 'IDAT' && ++this.#pixelChunks > pixelChunks)
      throw refusedFile('too_many_chunks', { limit: pixelChunks })
    if (type !== 'IDAT' && ++this.#chunks > chunks) throw refusedFile('too_many_chunks', { limit: chunks })
  }

  #checkChunk(type: string, length: number): void {
    if (type === 'IHDR') this.#checkHeader(length)
    else if (type === 'PLTE') this.#checkPalette(length)
    else if (type === 'tRNS') this.#checkTransparency(length)
    else if (type === 'IDAT') this.#checkPixels(length)
    else if (type === 'IEND') this.#checkEnd(length)
    else if (type === 'acTL') throw refusedFile('animated')
    // An upper-case first letter marks a critical chunk: a decoder must understand it.
    else if (/^[A-Z]/.test(type)) throw malformed(`its ${type} chunk is not known to PNG`)
    else this.#checkAncillary(length)
  }

  #checkHeader(length: number): void {
    if (length !== 13) throw malformed('its IHDR chunk is not 13 bytes long')
  }

  #checkPalette(length: number): void {
    if (this.#seen.has('PLTE')) throw malformed('it has two palettes')
    if (this.#seen.has('IDAT')) throw malformed('its palette comes after its pixels')
    if (this.#seen.has('tRNS')) throw malformed('its palette comes after its tRNS chunk')
    if (this.#colourType === GREY || this.#colourType === GREY_ALPHA) throw malformed('it is grey and has a palette')
    const entries = length / 3
    const most = this.#colourType === PALETTE ? 2 ** this.#bitDepth : 256
    if (!Number.isInteger(entries) || entries < 1 || entries > most) throw malformed('its palette has a wrong length')
    this.#paletteEntries = entries
  }

  #checkTransparency(length: number): void {
    if (this.#seen.has('tRNS')) throw malformed('it has two tRNS chunks')
    if (this.#seen.has('IDAT')) throw malformed('its tRNS chunk comes after its pixels')
    const fits =
      (this.#colourType === GREY && length === 2) ||
      (this.#colourType === RGB && length === 6) ||
      // Without a preceding palette there are no entries, so no length fits.
      (this.#colourType === PALETTE && length >= 1 && length <= this.#paletteEntries)
    if (!fits) throw malformed('its tRNS chunk does not fit its colours')
  }

  #checkPixels(length: number): void {
    if (this.#seen.has('IDAT') && this.#previous !== 'IDAT') throw malformed('its pixels are interrupted')
    if (this.#colourType === PALETTE && this.#paletteEntries === 0) throw malformed('its palette is missing')
    this.#pixelBytes += length
  }

  #checkAncillary(length: number): void {
    this.#metadataBytes += length
    const { metadataBytes } = fileLimits
    if (this.#metadataBytes > metadataBytes) throw refusedFile('too_much_metadata', { limit: inMiB(metadataBytes) })
  }

  #checkEnd(length: number): void {
    if (length !== 0) throw malformed('its IEND chunk is not empty')
    if (!this.#seen.has('IDAT')) throw malformed('it has no pixels')
    // Deflate compresses at most 1032 : 1 (zlib's technical details): fewer bytes cannot be the whole image.
    const imageBits = this.width * this.height * SAMPLES[this.#colourType]! * this.#bitDepth
    if (this.#pixelBytes * 8 * 1032 < imageBits) throw refusedFile('truncated')
  }
}

const malformed = (what: string): RefusedFile => refusedFile('malformed', { what })

const inMiB = (bytes: number): number => Math.ceil(bytes / 2 ** 20)

const GREY = 0
const RGB = 2
export const PALETTE = 3
const GREY_ALPHA = 4
const RGBA = 6

/** PNG third edition, table 11.1. */
const BIT_DEPTHS: Record<number, readonly number[]> = {
  [GREY]: [1, 2, 4, 8, 16],
  [RGB]: [8, 16],
  [PALETTE]: [1, 2, 4, 8],
  [GREY_ALPHA]: [8, 16],
  [RGBA]: [8, 16],
}

/** Samples a pixel. */
export const SAMPLES: Record<number, number> = { [GREY]: 1, [RGB]: 3, [PALETTE]: 1, [GREY_ALPHA]: 2, [RGBA]: 4 }
