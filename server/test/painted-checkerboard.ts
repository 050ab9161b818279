import sharp from 'sharp'

/** A disc on squares of 16 pixels, as programs show what is clear, with a clear margin around. */
export async function paintedCheckerboard(radius = 80): Promise<Buffer> {
  const squares = (x: number, y: number) => ((x >> 4) + (y >> 4)) % 2
  const pixels = Buffer.alloc(320 * 320 * 4)
  for (let y = 0; y < 320; y++)
    for (let x = 0; x < 320; x++) {
      const isDisc = Math.hypot(x - 160, y - 160) < radius
      const isMargin = Math.min(x, y, 319 - x, 319 - y) < 16
      const board = squares(x, y) ? [204, 204, 204, 255] : [255, 255, 255, 255]
      pixels.set(isMargin ? [0, 0, 0, 0] : isDisc ? [200, 60, 40, 255] : board, (y * 320 + x) * 4)
    }
  return sharp(pixels, { raw: { width: 320, height: 320, channels: 4 } })
    .png()
    .toBuffer()
}
