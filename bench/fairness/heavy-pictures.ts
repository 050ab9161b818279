import { crc32, deflateSync } from 'node:zlib'

/** Pixels of each side of a picture that takes a worker more than a second: 32 megapixels, 16 bits, interlaced. */
const HEAVY_SIDE = 5_700

/**
 * A valid PNG of 250 kB that inflates to 195 MB: every pixel is black. `number` is written into its text, so that
 * no two have the same bytes.
 */
export function heavyPng(number: number): Buffer {
  pixels ??= deflateSync(Buffer.alloc(HEAVY_SIDE * HEAVY_SIDE * 6 + rowsOfPasses()), { level: 9 })
  const header = Buffer.alloc(13)
  header.writeUInt32BE(HEAVY_SIDE, 0)
  header.writeUInt32BE(HEAVY_SIDE, 4)
  header.set([16, 2, 0, 0, 1], 8) // bit depth, RGB, deflate, adaptive filters, Adam7
  const text = Buffer.from(`Comment\0${number} ${process.pid} ${Date.now()}`, 'latin1')
  const chunks = [chunk('IHDR', header), chunk('tEXt', text), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks])
}

let pixels: Buffer | undefined

/** Rows of the seven passes of Adam7, each of which begins with a byte that names its filter (PNG, 8.2). */
function rowsOfPasses(): number {
  const startsAndSteps = [
    [0, 8],
    [0, 8],
    [4, 8],
    [0, 4],
    [2, 4],
    [0, 2],
    [1, 2],
  ] as const
  return startsAndSteps.reduce((rows, [start, step]) => rows + Math.ceil((HEAVY_SIDE - start) / step), 0)
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}
