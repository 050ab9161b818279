import { createInflate } from 'node:zlib'
import { type PaletteImage, PaletteIndexCheck } from './palette-index-check.ts'
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

interface PixelLayout extends PaletteImage {
  /** The data of the IDAT chunks. */
  pixelData: Buffer[]
  /** What they inflate to: a filter byte and the samples of every row. */
  inflatedBytes: number
}

/** Of a PNG that PngValidator accepted. */
function readLayout(header: Buffer, chunks: PngChunk[]): PixelLayout {
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
    passes,
    paletteEntries: paletteData ? paletteData.length / 3 : Number.POSITIVE_INFINITY,
    pixelData: chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data),
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
