import sharp from 'sharp'
import { aPng } from '../../server/test/png.ts'
import { seedImages } from './seed-data.ts'

/** The file of an image of the library, as it was uploaded. */
export function seedPicture(title: string): Buffer {
  const index = seedImages.findIndex((image) => image.title === title)
  const { title: _t, keywords: _k, category: _c, ...drawing } = seedImages[index]!
  return aPng({ ...drawing, seed: index + 1 })
}

export const svgPicture = (elements: string, width: number, height = width): Promise<Buffer> =>
  sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${elements}</svg>`))
    .png()
    .toBuffer()

/** A picture like no other, so that review shows none of another test as similar: six discs of random sizes. */
export function ownPicture(width = 320, height = 240): Promise<Buffer> {
  const random = (from: number, to: number) => Math.round(from + (to - from) * Math.random())
  const disc = () => {
    const place = `cx="${random(30, 70)}" cy="${random(30, 70)}" r="${random(8, 24)}"`
    return `<circle ${place} fill="hsl(${random(0, 359)} ${random(40, 90)}% ${random(25, 70)}%)"/>`
  }
  return svgPicture(`<svg viewBox="0 0 100 100">${Array.from({ length: 6 }, disc).join('')}</svg>`, width, height)
}
