import { orientationOf } from '../png/png-chunks.ts'
import { readColourSpace } from './colour-chunks.ts'
import { linearToSrgb } from './oklab.ts'
import { type ColourSpace, type Curve, type Matrix, multiply, xyzToSrgb } from './primaries.ts'

/** What turns the colours of a PNG into those that browsers show; null where they are the same. */
export function colourCorrection(png: Buffer): ColourTransform | 'lookup-table' | null {
  const colourSpace = readColourSpace(png)
  if (colourSpace === 'lookup-table') return colourSpace
  return colourSpace && colourTransform(colourSpace, bitDepthOf(png))
}

/** Whether a program that takes the samples for sRGB, and turns nothing, shows another picture than browsers do. */
export const needsCorrection = (png: Buffer): boolean => colourCorrection(png) !== null || orientationOf(png) > 1

/** What fewer bits mean is expanded to 8 when the image is decoded. */
export const bitDepthOf = (png: Buffer): 8 | 16 => (png[BIT_DEPTH_AT] === 16 ? 16 : 8)

/** Behind the signature, the head of IHDR, width and height. */
const BIT_DEPTH_AT = 24

/** Converts RGBA (8 bits, or 16 in the machine's byte order) to clamped 8-bit sRGB at the start of the same memory. */
type ColourTransform = (samples: Uint8Array | Uint16Array) => Buffer

/** The transform that browsers apply; null where it would change no 8-bit sample by more than rounding does. */
function colourTransform({ toLinear, toXyz }: ColourSpace, bitDepth: 8 | 16): ColourTransform | null {
  const matrix = toXyz ? multiply(xyzToSrgb, toXyz) : IDENTITY
  const tables = toLinear.map((curve) => sampleCurve(curve, 2 ** bitDepth)) as [Table, Table, Table]
  const convert: ColourTransform = (samples) => convertPixels(samples, tables, matrix)
  return changesSamples(convert, bitDepth) ? convert : null
}

type Table = Float32Array

const IDENTITY: Matrix = [1, 0, 0, 0, 1, 0, 0, 0, 1]

const sampleCurve = (curve: Curve, length: number): Table =>
  Float32Array.from({ length }, (_, sample) => curve(sample / (length - 1)))

/** 8-bit sRGB of light in 65,536 steps: fine enough for the steep beginning of the curve. */
const encoded = Uint8Array.from({ length: 65_536 }, (_, light) => Math.round(255 * linearToSrgb(light / 65_535)))

/** Each result is written behind what was read, so one memory serves both: 16-bit images take 256 MiB. */
function convertPixels(samples: Uint8Array | Uint16Array, [reds, greens, blues]: [Table, Table, Table], m: Matrix) {
  const out = Buffer.from(samples.buffer, samples.byteOffset, samples.length)
  const alphaShift = samples instanceof Uint16Array ? 8 : 0
  for (let at = 0; at < samples.length; at += 4) {
    const [red, green, blue] = [reds[samples[at]!]!, greens[samples[at + 1]!]!, blues[samples[at + 2]!]!]
    const alpha = samples[at + 3]!
    out[at] = encode(m[0] * red + m[1] * green + m[2] * blue)
    out[at + 1] = encode(m[3] * red + m[4] * green + m[5] * blue)
    out[at + 2] = encode(m[6] * red + m[7] * green + m[8] * blue)
    out[at + 3] = alpha >> alphaShift
  }
  return out
}

/** Undefined behind the ends of the table is avoided by clamping; NaN becomes 0. */
const encode = (light: number) => encoded[light > 0 ? (light < 1 ? (light * 65_535 + 0.5) | 0 : 65_535) : 0]!

function changesSamples(convert: ColourTransform, bitDepth: 8 | 16): boolean {
  const ramps = [
    [1, 1, 1],
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ].flatMap((weights) => Array.from({ length: 256 }, (_, level) => [...weights.map((one) => one * level), 255]).flat())
  const samples = bitDepth === 16 ? Uint16Array.from(ramps, (level) => level * 257) : Uint8Array.from(ramps)
  return convert(samples).some((level, at) => Math.abs(level - ramps[at]!) > 1)
}
