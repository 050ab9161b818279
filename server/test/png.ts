import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'

/** What to draw; everything has a default. The same wishes give the same bytes, another seed gives other bytes. */
export interface PngOptions {
  width?: number
  height?: number
  /** Around the disc: nothing, half of something, or a second colour. */
  alpha?: 'clear' | 'soft' | 'opaque'
  /** '#rrggbb' of the disc. */
  colour?: string
  /** tEXt chunks: keyword to value, Latin-1. */
  text?: Record<string, string>
  xmp?: string
  /** Put between header and palette, as chunks that say what the colours mean have to be. */
  chunks?: Buffer[]
  interlaced?: boolean
  bitDepth?: 1 | 2 | 4 | 8 | 16
  /** 0 grey, 2 colour, 3 palette, 4 grey with alpha, 6 colour with alpha. */
  colourType?: 0 | 2 | 3 | 4 | 6
  seed?: number
  /** Holes in the disc that the seed decides, which make it a drawing of its own. */
  hasHoles?: boolean
}

let made = 100_000

/** A PNG whose bytes no other one of this process has. */
export const aNewPng = (wishes: PngOptions = {}): Buffer => aPng({ seed: ++made, ...wishes })

/** A sound PNG: a speckled disc of one colour, with transparency around it where the colour type has any. */
export function aPng(wishes: PngOptions = {}): Buffer {
  const disc = rgbOf(wishes.colour ?? '#e4572e')
  const picture: Picture = { width: 64, height: 48, alpha: 'clear', seed: 1, ...wishes, disc, dark: darken(disc) }
  const form: PixelFormat = { bitDepth: 8, colourType: 6, interlaced: false, ...wishes }
  return png(
    ihdr({ ...picture, ...form }),
    ...(wishes.chunks ?? []),
    ...(form.colourType === 3 ? palette(picture, form.bitDepth) : []),
    ...Object.entries(wishes.text ?? {}).map(([keyword, value]) => chunk('tEXt', `${keyword}\0${value}`)),
    ...(wishes.xmp ? [xmpChunk(wishes.xmp)] : []),
    chunk('IDAT', deflateSync(scanLines(picture, form))),
    chunk('IEND'),
  )
}

/** The signature and these chunks, right or wrong. */
export const png = (...chunks: Buffer[]): Buffer =>
  Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks])

/** A chunk with its length and checksum; text is Latin-1. */
export function chunk(type: string, data: Buffer | string = ''): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), Buffer.from(data as string, 'latin1')])
  const out = Buffer.alloc(body.length + 8)
  out.writeUInt32BE(body.length - 4, 0)
  body.copy(out, 4)
  out.writeUInt32BE(crc32(body), body.length + 4)
  return out
}

export interface PngHeader {
  width: number
  height: number
  bitDepth?: number
  colourType?: number
  interlaced?: boolean | number
  compression?: number
  filter?: number
}

/** IHDR with these values, right or wrong; 8-bit colour with alpha where nothing else is said. */
export function ihdr(wishes: PngHeader): Buffer {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(wishes.width, 0)
  data.writeUInt32BE(wishes.height, 4)
  data.set([wishes.bitDepth ?? 8, wishes.colourType ?? 6, wishes.compression ?? 0, wishes.filter ?? 0], 8)
  data[12] = Number(wishes.interlaced ?? 0)
  return chunk('IHDR', data)
}

/** An XMP packet as Adobe writes it into a PNG. */
export const xmpChunk = (xmp: string): Buffer =>
  chunk('iTXt', Buffer.concat([Buffer.from('XML:com.adobe.xmp\0\0\0\0\0', 'latin1'), Buffer.from(xmp)]))

/** An eXIf chunk with this orientation, right or wrong, and nothing else. */
export function exifChunk(orientation: number, isLittleEndian = false): Buffer {
  const data = isLittleEndian
    ? '49492a0008000000010012010300010000000000000000000000'
    : '4d4d002a00000008000101120003000000010000000000000000'
  return chunk('eXIf', Buffer.from(data, 'hex').fill(orientation, isLittleEndian ? 18 : 19, isLittleEndian ? 19 : 20))
}

interface Picture {
  width: number
  height: number
  alpha: 'clear' | 'soft' | 'opaque'
  seed: number
  hasHoles?: boolean
  /** The disc's colour and that of its speckles; red, green and blue, 0 to 1. */
  disc: number[]
  dark: number[]
}

interface PixelFormat {
  bitDepth: number
  colourType: number
  interlaced: boolean
}

export const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** PNG third edition, 8.2: first column and first row of each pass, then the steps between its columns and its rows. */
export const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

function scanLines(picture: Picture, form: PixelFormat): Buffer {
  const lines: Buffer[] = []
  const samplesAt = sampler(picture, form)
  for (const [left, top, right, down] of form.interlaced ? ADAM7 : ([[0, 0, 1, 1]] as const))
    for (let y = top; y < picture.height && left < picture.width; y += down) {
      const line: number[] = []
      for (let x = left; x < picture.width; x += right) for (const sample of samplesAt(x, y)) line.push(sample)
      lines.push(Buffer.from([0]), Buffer.from(packSamples(line, form.bitDepth))) // filter type 0
    }
  return Buffer.concat(lines)
}

function packSamples(samples: number[], bitDepth: number): number[] {
  if (bitDepth === 8) return samples
  if (bitDepth === 16) return samples.flatMap((sample) => [sample >> 8, sample & 255])
  const perByte = 8 / bitDepth
  const bytes: number[] = new Array(Math.ceil(samples.length / perByte)).fill(0)
  // The leftmost pixel takes the highest bits.
  for (const [at, sample] of samples.entries())
    bytes[Math.floor(at / perByte)]! |= sample << (8 - bitDepth * ((at % perByte) + 1))
  return bytes
}

/** Red, green, blue and alpha, 0 to 1, and which of the four palette entries comes nearest. */
interface Pixel {
  rgb: number[]
  alpha: number
  paletteIndex: number
}

/** A disc with a soft edge; one pixel in eight is darker, and the seed decides which. Most pixels are one of three. */
function sampler(picture: Picture, form: PixelFormat): (x: number, y: number) => number[] {
  const { width, height, seed, disc, dark, hasHoles } = picture
  const around = alphaAround[picture.alpha]
  const background = samples({ rgb: BACKGROUND, alpha: around, paletteIndex: 0 }, form)
  const plain = samples({ rgb: disc, alpha: 1, paletteIndex: 1 }, form)
  const speckle = samples({ rgb: dark, alpha: 1, paletteIndex: 2 }, form)
  return (x, y) => {
    const away = Math.hypot(x - (width - 1) / 2, y - (height - 1) / 2)
    const inside = Math.min(Math.max(Math.min(width, height) * 0.42 - away + 0.5, 0), 1)
    if (inside === 0 || (hasHoles && isHole(Math.floor((6 * x) / width), Math.floor((6 * y) / height), seed)))
      return background
    const isDark = isOneInEight(x, y, seed)
    if (inside === 1) return isDark ? speckle : plain
    return samples({ rgb: isDark ? dark : disc, alpha: Math.max(inside, around), paletteIndex: 3 }, form)
  }
}

const isOneInEight = (x: number, y: number, seed: number) =>
  Math.imul(x * 374761393 + y * 668265263 + seed * 974634777, 1274126177) >>> 29 === 0

/** A quarter of 36 fields. */
function isHole(x: number, y: number, seed: number): boolean {
  const mixed = Math.imul((seed * 36 + 6 * y + x) ^ 0x9e3779b9, 0x85ebca6b)
  return Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35) >>> 30 === 0
}

const alphaAround = { clear: 0, soft: 0.5, opaque: 1 }
const BACKGROUND = [0.95, 0.93, 0.88]

const rgbOf = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
const darken = (rgb: number[]) => rgb.map((value) => value * 0.9)

function samples({ rgb, alpha, paletteIndex: entry }: Pixel, { bitDepth, colourType }: PixelFormat): number[] {
  const grey = 0.2126 * rgb[0]! + 0.7152 * rgb[1]! + 0.0722 * rgb[2]!
  if (colourType === 3) return [bitDepth === 1 ? Math.min(entry, 1) : entry]
  const values = { 0: [grey], 2: rgb, 4: [grey, alpha], 6: [...rgb, alpha] }[colourType]!
  return values.map((value) => Math.round(value * (2 ** bitDepth - 1)))
}

/** PLTE and tRNS with the four entries that `pixel` chooses from, or two where one bit leaves no more. */
function palette(picture: Picture, bitDepth: number): Buffer[] {
  const around = alphaAround[picture.alpha]
  const colours = [BACKGROUND, picture.disc, picture.dark, picture.disc].slice(0, bitDepth === 1 ? 2 : 4)
  const alphas = [around, 1, 1, Math.max(around, 0.5)].slice(0, colours.length)
  const bytes = (values: number[]) => Buffer.from(values.map((value) => Math.round(value * 255)))
  return [chunk('PLTE', bytes(colours.flat())), chunk('tRNS', bytes(alphas))]
}
