import type { RgbaImage } from '@vitrine/contract/measures/rgba-image'
import { shownLayout } from '@vitrine/contract/uploading/exif'
import type { PngHeader, PngStructure } from './parse-png.ts'
import { paeth } from './row-filter.ts'

/**
 * Decodes a PNG to its full-size pixels, turned as browsers show it. A canvas premultiplies them, and so does
 * Chromium's ImageDecoder whatever it is asked for: colours of what is nearly clear are lost. Rows are converted as
 * they are inflated, so that beside the file no more than the pixels is held. Colour profiles are not applied. Throws
 * when rows are missing or broken; checksums are left to the server.
 */
export async function decodePixels(png: PngStructure): Promise<RgbaImage> {
  const { width, height, interlaced } = png.header
  const { origin, across, down: below, ...size } = shownLayout(png.header, png.orientation)
  const pixels = new Uint8Array(width * height * 4)
  const bits = sampleBits(png.header)
  const passes = (interlaced ? adam7 : [wholeImage])
    .map((pass) => ({
      ...pass,
      columns: steps(width, pass.left, pass.right),
      rows: steps(height, pass.top, pass.down),
    }))
    .filter(({ columns, rows }) => columns > 0 && rows > 0)
    .map((pass) => ({ ...pass, rowBytes: Math.ceil((pass.columns * bits) / 8) }))
  const writeRow = rowWriter(png)
  const reader = new ScanLineReader(passes, Math.max(1, bits >> 3), (line, pass, row) => {
    const { left, top, right, down, columns } = passes[pass]!
    writeRow(line, columns, pixels, (origin + (top + row * down) * below + left * across) * 4, right * across * 4)
  })
  await readInflated(png.pixelData, (bytes) => reader.push(bytes))
  if (!reader.isComplete) throw new Error('The pixel data ends too early.')
  return { pixels, ...size }
}

const steps = (length: number, first: number, step: number) => Math.ceil((length - first) / step)

/** Inflates piece by piece, until `push` returns false. */
async function readInflated(parts: Uint8Array[], push: (bytes: Uint8Array) => boolean) {
  const compressed = new Blob(parts as Uint8Array<ArrayBuffer>[]).stream()
  const reader = compressed.pipeThrough(new DecompressionStream('deflate')).getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read())
    if (!push(next.value)) return void (await reader.cancel())
}

/** First column and row, and the steps between them, of each pass (PNG third edition, 8.1). */
const wholeImage = { left: 0, top: 0, right: 1, down: 1 }
const adam7 = [
  { left: 0, top: 0, right: 8, down: 8 },
  { left: 4, top: 0, right: 8, down: 8 },
  { left: 0, top: 4, right: 4, down: 8 },
  { left: 2, top: 0, right: 4, down: 4 },
  { left: 0, top: 2, right: 2, down: 4 },
  { left: 1, top: 0, right: 2, down: 2 },
  { left: 0, top: 1, right: 1, down: 2 },
]

/** Writes a row as RGBA of 8 bits each, beginning at index `at` and `step` bytes from one pixel to the next. */
type WriteRow = (line: Uint8Array, columns: number, pixels: Uint8Array, at: number, step: number) => void

/** Colour types (PNG third edition, table 11.1). */
const grey = 0
const palette = 3

/** Samples of a pixel by colour type. */
const samples: Record<number, number> = { [grey]: 1, 2: 3, [palette]: 1, 4: 2, 6: 4 }

/** Bits of one pixel. Throws for a colour type or bit depth that PNG has not. */
function sampleBits({ colourType, bitDepth }: PngHeader): number {
  const bits = samples[colourType]! * bitDepth
  if (!(bits > 0) || ![1, 2, 4, 8, 16].includes(bitDepth)) throw new Error('There is no such kind of PNG.')
  return bits
}

function rowWriter(png: PngStructure): WriteRow {
  const { colourType, bitDepth } = png.header
  if (colourType === palette) return tableWriter(paletteTable(png), bitDepth)
  if (colourType === grey && bitDepth <= 8) return tableWriter(greyTable(png), bitDepth)
  return sampleWriter(png)
}

/** For pixels of up to 8 bits: each value stands for one of a few colours. */
function tableWriter(table: Uint8Array, bitDepth: number): WriteRow {
  const [perByte, mask] = [8 / bitDepth, 2 ** bitDepth - 1]
  return (line, columns, pixels, at, step) => {
    for (let column = 0, to = at; column < columns; column++, to += step) {
      // The leftmost pixel takes the highest bits.
      const shift = 8 - bitDepth * ((column % perByte) + 1)
      const from = ((line[Math.floor(column / perByte)]! >> shift) & mask) * 4
      pixels[to] = table[from]!
      pixels[to + 1] = table[from + 1]!
      pixels[to + 2] = table[from + 2]!
      pixels[to + 3] = table[from + 3]!
    }
  }
}

/** Entries that the palette does not hold are opaque black. */
function paletteTable({ palette: colours, transparency }: PngStructure): Uint8Array {
  const table = new Uint8Array(256 * 4)
  for (let entry = 0; entry < 256; entry++) {
    table.set(colours.subarray(entry * 3, entry * 3 + 3), entry * 4)
    table[entry * 4 + 3] = transparency?.[entry] ?? 255
  }
  return table
}

function greyTable({ header, transparency }: PngStructure): Uint8Array {
  const count = 2 ** header.bitDepth
  const table = new Uint8Array(count * 4)
  for (let value = 0; value < count; value++) table.fill((value * 255) / (count - 1), value * 4, value * 4 + 3)
  for (let value = 0; value < count; value++) table[value * 4 + 3] = transparency?.[1] === value ? 0 : 255
  return table
}

/** For samples of 8 or 16 bits; of 16 the higher byte is kept. */
function sampleWriter({ header, transparency }: PngStructure): WriteRow {
  const { colourType, bitDepth } = header
  const size = bitDepth / 8
  const pixelSize = size * samples[colourType]!
  const [green, blue] = colourType & 2 ? [size, 2 * size] : [0, 0]
  const alpha = colourType & 4 ? pixelSize - size : null
  const isClear = clearColourTest(transparency, size, pixelSize)
  return (line, columns, pixels, at, step) => {
    for (let from = 0, to = at, end = columns * pixelSize; from < end; from += pixelSize, to += step) {
      pixels[to] = line[from]!
      pixels[to + 1] = line[from + green]!
      pixels[to + 2] = line[from + blue]!
      pixels[to + 3] = alpha !== null ? line[from + alpha]! : isClear?.(line, from) ? 0 : 255
    }
  }
}

/** Whether a pixel has the one colour that is clear; undefined where there is none. tRNS stores 16 bits a sample. */
function clearColourTest(transparency: Uint8Array | null, size: number, pixelSize: number) {
  if (!transparency) return undefined
  const colour = size === 2 ? transparency : transparency.filter((_, at) => at % 2 === 1)
  return (line: Uint8Array, from: number) => {
    for (let at = 0; at < pixelSize; at++) if (line[from + at] !== colour[at]) return false
    return true
  }
}

/** Takes a row without its filter, the number of its pass, and its own number in the pass. */
type TakeLine = (line: Uint8Array, pass: number, row: number) => void

/** Collects the rows of a PNG as its data is inflated, and undoes their filters (PNG third edition, 9.2). */
class ScanLineReader {
  #passes: { rows: number; rowBytes: number }[]
  #pixelBytes: number
  #take: TakeLine
  #pass = 0
  #row = 0
  /** The current row and the one above it, each behind as many zeros as a pixel has bytes: what is left of a row. */
  #current: Uint8Array
  #above: Uint8Array
  #filter = 0
  /** Bytes of the current row that have arrived; -1 before its filter byte. */
  #filled = -1

  /** `pixelBytes`: at least 1. */
  constructor(passes: { rows: number; rowBytes: number }[], pixelBytes: number, take: TakeLine) {
    this.#passes = passes
    this.#pixelBytes = pixelBytes
    this.#take = take
    this.#current = this.#emptyRow()
    this.#above = this.#emptyRow()
  }

  get isComplete() {
    return this.#pass === this.#passes.length
  }

  /** Returns false once all rows have been read. */
  push(bytes: Uint8Array): boolean {
    for (let at = 0; at < bytes.length && !this.isComplete; ) {
      if (this.#filled < 0) {
        this.#filter = bytes[at++]!
        this.#filled = 0
        continue
      }
      const start = this.#pixelBytes + this.#filled
      const part = bytes.subarray(at, at + this.#current.length - start)
      this.#current.set(part, start)
      this.#filled += part.length
      at += part.length
      if (start + part.length === this.#current.length) this.#finishRow()
    }
    return !this.isComplete
  }

  #finishRow() {
    unfilter(this.#filter, this.#current, this.#above, this.#pixelBytes)
    this.#take(this.#current.subarray(this.#pixelBytes), this.#pass, this.#row)
    ;[this.#above, this.#current] = [this.#current, this.#above]
    this.#filled = -1
    if (++this.#row < this.#passes[this.#pass]!.rows) return
    this.#pass++
    this.#row = 0
    this.#current = this.#emptyRow()
    this.#above = this.#emptyRow()
  }

  #emptyRow() {
    return new Uint8Array(this.#pixelBytes + (this.#passes[this.#pass]?.rowBytes ?? 0))
  }
}

/** Undoes a row's filter in place; `size` is the number of bytes of a pixel, and of the zeros at the start. */
function unfilter(filter: number, row: Uint8Array, above: Uint8Array, size: number) {
  const { length } = row
  if (filter === 1) for (let at = size; at < length; at++) row[at]! += row[at - size]!
  else if (filter === 2) for (let at = size; at < length; at++) row[at]! += above[at]!
  else if (filter === 3) for (let at = size; at < length; at++) row[at]! += (row[at - size]! + above[at]!) >> 1
  else if (filter === 4)
    for (let at = size; at < length; at++) row[at]! += paeth(row[at - size]!, above[at]!, above[at - size]!)
  else if (filter !== 0) throw new Error('A row has an unknown filter.')
}
