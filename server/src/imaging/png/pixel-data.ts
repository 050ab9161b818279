import { createInflate } from 'node:zlib'
import { type PngChunk, pngChunks } from './png-chunks.ts'
import { PALETTE, SAMPLES } from './png-rules.ts'

/**
 * What is certainly wrong with the pixel data of a PNG, as an end of "This file is damaged: …"; undefined where only a
 * decoder can tell. Decoders stop at the last row: they take a wrong checksum, data behind the pixels, and colours that
 * the palette does not hold, which every program shows differently.
 */
export async function findPixelDataProblem(png: Buffer): Promise<string | undefined> {
  const chunks = [...pngChunks(png)]
  if (chunks[0]?.type !== 'IHDR') return undefined
  const image = readLayout(chunks[0].data, chunks)
  const inflate = createInflate({ chunkSize: 256 * 1024 })
  const palette = image.paletteEntries < 2 ** image.bitDepth ? new PaletteIndexCheck(image) : undefined
  let inflated = 0
  for (const part of image.pixelData) inflate.write(part)
  inflate.end()
  try {
    for await (const block of inflate as AsyncIterable<Buffer>) {
      inflated += block.length
      if (inflated > image.inflatedBytes) return 'more data follows its pixels'
      if (palette && !palette.push(block)) return 'some pixels have a colour that its palette does not hold'
    }
  } catch (error) {
    return (error as Error).message === WRONG_CHECKSUM ? 'the checksum of its pixels is wrong' : undefined
  }
  const compressed = image.pixelData.reduce((sum, { length }) => sum + length, 0)
  return compressed - inflate.bytesWritten > TOLERATED_BYTES ? 'more data follows its pixels' : undefined
}

/** Some encoders leave a few bytes of a buffer behind the stream; nothing can be said in them. */
const TOLERATED_BYTES = 16

/** What zlib says when all else was right; the code of this error is that of any wrong data. */
const WRONG_CHECKSUM = 'incorrect data check'

type PixelLayout = ReturnType<typeof readLayout>

/** Of a PNG that PngValidator accepted. */
function readLayout(header: Buffer, chunks: PngChunk[]) {
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const [bitDepth, colourType, interlace] = [header[8]!, header[9]!, header[12]!]
  const bitsPerPixel = bitDepth * SAMPLES[colourType]!
  const passes = (interlace ? ADAM7 : [WHOLE])
    .map(([left, top, right, down]) => ({
      columns: Math.ceil((width - left) / right),
      rows: Math.ceil((height - top) / down),
    }))
    .filter(({ columns, rows }) => columns > 0 && rows > 0)
    .map(({ columns, rows }) => ({ rows, rowBytes: Math.ceil((columns * bitsPerPixel) / 8), columns }))
  const paletteData = colourType === PALETTE ? chunks.find(({ type }) => type === 'PLTE')?.data : undefined
  return {
    bitDepth,
    /** One, or those of an interlaced image; without empty ones. */
    passes,
    paletteEntries: paletteData ? paletteData.length / 3 : Number.POSITIVE_INFINITY,
    pixelData: chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data),
    /** What they inflate to: a filter byte and the samples of every row. */
    inflatedBytes: passes.reduce((sum, { rows, rowBytes }) => sum + rows * (rowBytes + 1), 0),
  }
}

/** First column and row, and the steps between them, of each pass (PNG third edition, 8.1). */
const WHOLE = [0, 0, 1, 1] as const
const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

/** Reads the filtered rows of a palette image as they are inflated, and looks for indices beyond the palette. */
class PaletteIndexCheck {
  #passes: PixelLayout['passes']
  #bitDepth: number
  /** By byte: whether one of the indices in it is beyond the palette. */
  #isBeyond: Uint8Array
  #pass = 0
  #row = 0
  #above: Uint8Array
  #current: Uint8Array
  #filter = 0
  /** Bytes of the current row that have arrived; -1 before its filter byte. */
  #filled = -1

  constructor({ bitDepth, paletteEntries, passes }: PixelLayout) {
    this.#passes = passes
    this.#bitDepth = bitDepth
    this.#isBeyond = Uint8Array.from({ length: 256 }, (_, byte) =>
      Number(indicesIn(byte, bitDepth).some((index) => index >= paletteEntries)),
    )
    this.#above = new Uint8Array(passes[0]!.rowBytes)
    this.#current = new Uint8Array(passes[0]!.rowBytes)
  }

  /** Returns false when an index is beyond the palette. */
  push(bytes: Buffer): boolean {
    for (let at = 0; at < bytes.length; ) {
      if (this.#filled < 0) {
        this.#filter = bytes[at++]!
        this.#filled = 0
        continue
      }
      const part = bytes.subarray(at, at + this.#current.length - this.#filled)
      this.#current.set(part, this.#filled)
      this.#filled += part.length
      at += part.length
      if (this.#filled === this.#current.length && !this.#finishRow()) return false
    }
    return true
  }

  #finishRow(): boolean {
    unfilter(this.#filter, this.#current, this.#above)
    const isSound = this.#isRowWithinPalette()
    ;[this.#above, this.#current] = [this.#current, this.#above]
    this.#filled = -1
    if (++this.#row === this.#passes[this.#pass]!.rows) this.#startPass()
    return isSound
  }

  #isRowWithinPalette(): boolean {
    const row = this.#current
    const last = row.length - 1
    for (let at = 0; at < last; at++) if (this.#isBeyond[row[at]!]) return false
    const unusedBits = row.length * 8 - this.#passes[this.#pass]!.columns * this.#bitDepth
    return !this.#isBeyond[(row[last]! >> unusedBits) << unusedBits]
  }

  #startPass() {
    const { rowBytes } = this.#passes[++this.#pass] ?? { rowBytes: 0 }
    this.#row = 0
    this.#above = new Uint8Array(rowBytes)
    this.#current = new Uint8Array(rowBytes)
  }
}

function indicesIn(byte: number, bitDepth: number): number[] {
  const count = 8 / bitDepth
  return Array.from({ length: count }, (_, at) => (byte >> (at * bitDepth)) & (2 ** bitDepth - 1))
}

/** Undoes a row's filter in place, for pixels of at most one byte (PNG third edition, 9.2). */
function unfilter(filter: number, row: Uint8Array, above: Uint8Array) {
  if (filter === 1) for (let at = 1; at < row.length; at++) row[at]! += row[at - 1]!
  else if (filter === 2) for (let at = 0; at < row.length; at++) row[at]! += above[at]!
  else if (filter === 3) for (let at = 0; at < row.length; at++) row[at]! += ((row[at - 1] ?? 0) + above[at]!) >> 1
  else if (filter === 4)
    for (let at = 0; at < row.length; at++) row[at]! += paeth(row[at - 1] ?? 0, above[at]!, above[at - 1] ?? 0)
}

/** Whichever of left, above and upper left is nearest to left + above - upper left. */
function paeth(left: number, above: number, upperLeft: number): number {
  const [toLeft, toAbove] = [Math.abs(above - upperLeft), Math.abs(left - upperLeft)]
  const toUpperLeft = Math.abs(left + above - 2 * upperLeft)
  if (toLeft <= toAbove && toLeft <= toUpperLeft) return left
  return toAbove <= toUpperLeft ? above : upperLeft
}
