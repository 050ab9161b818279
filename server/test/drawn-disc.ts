import sharp from 'sharp'

export interface Drawing {
  width?: number
  height?: number
  colour?: string
  background?: string
}

let drawn = 0

/** A disc, each time of another size. */
export function drawDisc(drawing: Drawing): Promise<Buffer> {
  const { width = 520, height = 500, colour = '#e4572e', background = 'none' } = drawing
  const radius = Math.min(width, height) * 0.4 - ++drawn / 10
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="${background}"/>
    <circle cx="50%" cy="50%" r="${radius}" fill="${colour}"/></svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}
