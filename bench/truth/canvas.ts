import sharp from 'sharp'
import type { Rgb, RgbaImage } from '../../server/src/imaging/measures/rgba-image.ts'
import { type Canvas, rawSharp, toCanvas } from '../harness/pixels.ts'

export const blank = (width: number, height: number): Canvas => ({
  pixels: new Uint8Array(width * height * 4),
  width,
  height,
})

/** A new picture, pixel by pixel: `paint` writes red, green, blue and alpha (0 to 255) at the index it is given. */
export function paintEach(
  { width, height }: { width: number; height: number },
  paint: (pixels: Uint8Array, at: number, x: number, y: number) => void,
): Canvas {
  const canvas = blank(width, height)
  for (let y = 0, at = 0; y < height; y++) for (let x = 0; x < width; x++, at += 4) paint(canvas.pixels, at, x, y)
  return canvas
}

/** The picture with other values of red, green and blue; alpha stays. */
export const withColours = (image: RgbaImage, change: (value: number, x: number, y: number) => number): Canvas =>
  paintEach(image, (pixels, at, x, y) => {
    for (let channel = 0; channel < 3; channel++)
      pixels[at + channel] = Math.max(0, Math.min(255, change(image.pixels[at + channel]!, x, y)))
    pixels[at + 3] = image.pixels[at + 3]!
  })

/** The picture composited on a backdrop: opaque. */
export const composite = (image: RgbaImage, backdrop: (x: number, y: number) => Rgb): Canvas =>
  paintEach(image, (pixels, at, x, y) => {
    const alpha = image.pixels[at + 3]! / 255
    const colour = backdrop(x, y)
    for (let channel = 0; channel < 3; channel++)
      pixels[at + channel] = Math.round(image.pixels[at + channel]! * alpha + colour[channel]! * (1 - alpha))
    pixels[at + 3] = 255
  })

/** The picture with other alpha values, 0 to 255. */
export const withAlpha = (image: RgbaImage, alphaOf: (at: number, x: number, y: number) => number): Canvas =>
  paintEach(image, (pixels, at, x, y) => {
    pixels.set(image.pixels.subarray(at, at + 3), at)
    pixels[at + 3] = alphaOf(at, x, y)
  })

/** The part of a picture in a frame, which may reach beyond it: there it is clear. */
export const crop = (image: RgbaImage, left: number, top: number, width: number, height: number): Canvas =>
  paintEach({ width, height }, (pixels, at, x, y) => {
    const [fromX, fromY] = [x + left, y + top]
    if (fromX < 0 || fromY < 0 || fromX >= image.width || fromY >= image.height) return
    const from = (fromY * image.width + fromX) * 4
    pixels.set(image.pixels.subarray(from, from + 4), at)
  })

/** The picture amid clear margins. */
export const pad = (image: RgbaImage, margin: number): Canvas =>
  crop(image, -margin, -margin, image.width + 2 * margin, image.height + 2 * margin)

export const resize = (image: RgbaImage, width: number, kernel: 'cubic' | 'lanczos3' | 'linear' = 'cubic') =>
  toCanvas(rawSharp(image).resize({ width: Math.round(width), kernel }))

/** Encoded as JPEG and decoded: opaque. */
export const throughJpeg = async (image: RgbaImage, quality: number) =>
  toCanvas(sharp(await rawSharp(image).removeAlpha().jpeg({ quality }).toBuffer()))

export const drawSvg = (width: number, height: number, content: string) =>
  toCanvas(
    sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`)),
  )

/** An SVG element. */
export const element = (name: string, attributes: Record<string, string | number>, content = '') => {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${value}"`)
  return `<${name}${written.join('')}>${content}</${name}>`
}
