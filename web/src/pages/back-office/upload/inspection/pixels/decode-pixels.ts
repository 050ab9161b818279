import type { RgbaImage } from '@vitrine/contract/measures/rgba-image'
import type { PngStructure } from '../parse-png.ts'
import { rowWriter, sampleBits } from './row-writer.ts'
import { ScanLineReader } from './scan-lines.ts'

/**
 * Decodes a PNG to its full-size pixels. A canvas premultiplies them, and so does Chromium's ImageDecoder whatever it
 * is asked for: colours of what is nearly clear are lost. Rows are converted as they are inflated, so that beside the
 * file no more than the pixels is held. Colour profiles are not applied. Throws when rows are missing or broken;
 * checksums are left to the server.
 */
export async function decodePixels(png: PngStructure): Promise<RgbaImage> {
  const { width, height, interlaced } = png.header
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
    writeRow(line, columns, pixels, ((top + row * down) * width + left) * 4, right * 4)
  })
  await readInflated(png.pixelData, (bytes) => reader.push(bytes))
  if (!reader.isComplete) throw new Error('The pixel data ends too early.')
  return { pixels, width, height }
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
