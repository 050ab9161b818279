import sharp from 'sharp'

/** A picture whose pixels `pixelAt` returns: red, green, blue and alpha, 0 to 255 each. */
export function rgbaImage(width: number, height: number, pixelAt: (x: number, y: number) => readonly number[]) {
  const pixels = new Uint8Array(width * height * 4)
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) pixels.set(pixelAt(x, y), (y * width + x) * 4)
  return { pixels, width, height }
}

export const asPng = ({ pixels, width, height }: ReturnType<typeof rgbaImage>): Promise<Buffer> =>
  sharp(pixels, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer()

/** A disc on squares of 16 pixels, as programs show what is clear, with a clear margin around. */
export function paintedCheckerboard(radius = 80): Promise<Buffer> {
  const squares = (x: number, y: number) => ((x >> 4) + (y >> 4)) % 2
  const picture = rgbaImage(320, 320, (x, y) => {
    if (Math.min(x, y, 319 - x, 319 - y) < 16) return [0, 0, 0, 0]
    if (Math.hypot(x - 160, y - 160) < radius) return [200, 60, 40, 255]
    return squares(x, y) ? [204, 204, 204, 255] : [255, 255, 255, 255]
  })
  return asPng(picture)
}
