import type { RgbaImage } from '@vitrine/contract/measures/rgba-image'
import { filterRow } from './row-filter.ts'

interface EncodeOptions {
  /** Red, green and blue are the same everywhere, and are written once. */
  isGrey: boolean
  /** Whole chunks, with length and checksum, that come before the pixels. */
  chunks: Uint8Array[]
}

/** Encodes a PNG. A canvas would lose colours of what is nearly clear, the colour profile and the texts. */
export async function encodePng(image: RgbaImage, { isGrey, chunks }: EncodeOptions): Promise<Blob> {
  const header = new Uint8Array(13)
  const view = new DataView(header.buffer)
  view.setUint32(0, image.width)
  view.setUint32(4, image.height)
  header.set([8, isGrey ? 4 : 6], 8)
  const pixelData: Uint8Array[] = []
  const compressed = rowStream(image, isGrey).pipeThrough(new CompressionStream('deflate')).getReader()
  for (let next = await compressed.read(); !next.done; next = await compressed.read()) pixelData.push(next.value)
  const parts = [signature, ...chunk('IHDR', [header]), ...chunks, ...chunk('IDAT', pixelData), ...chunk('IEND', [])]
  return new Blob(parts as Uint8Array<ArrayBuffer>[], { type: 'image/png' })
}

/** Bytes of rows that are handed to the compressor at once. */
const blockBytes = 256 * 1024

/** The filtered rows, in blocks, so that they are never held all at once. */
function rowStream(image: RgbaImage, isGrey: boolean): ReadableStream<Uint8Array<ArrayBuffer>> {
  const { pixels, width, height } = image
  const channels = isGrey ? [0, 3] : [0, 1, 2, 3]
  const rowBytes = width * channels.length
  const rowsPerBlock = Math.max(1, Math.floor(blockBytes / rowBytes))
  let above: Uint8Array = new Uint8Array(rowBytes)
  let row = 0
  return new ReadableStream({
    pull(controller) {
      const rows = Math.min(rowsPerBlock, height - row)
      const block = new Uint8Array(rows * (1 + rowBytes))
      for (let at = 0; at < block.length; at += 1 + rowBytes, row++) {
        const line = new Uint8Array(rowBytes)
        const start = row * width * 4
        for (let to = 0, from = start; to < rowBytes; from += 4)
          for (const one of channels) line[to++] = pixels[from + one]!
        filterRow(line, above, channels.length, block.subarray(at, at + 1 + rowBytes))
        above = line
      }
      controller.enqueue(block)
      if (row === height) controller.close()
    },
  })
}

const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)

/** A chunk in parts: length and type, its data, and the checksum of type and data. */
function chunk(type: string, data: Uint8Array[]): Uint8Array[] {
  const head = new Uint8Array(8)
  head.set(new TextEncoder().encode(type), 4)
  new DataView(head.buffer).setUint32(
    0,
    data.reduce((sum, part) => sum + part.length, 0),
  )
  const check = new Uint8Array(4)
  new DataView(check.buffer).setUint32(0, crc32([head.subarray(4), ...data]))
  return [head, ...data, check]
}

/** CRC-32 (PNG third edition, annex D). */
function crc32(parts: Uint8Array[]): number {
  let crc = 0xffffffff
  for (const part of parts) for (const byte of part) crc = crcTable[(crc ^ byte) & 0xff]! ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1
  return crc
})
