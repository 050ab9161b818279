import { orientationOf } from '../png/png-chunks.ts'
import { readColourSpace } from './colour-chunks.ts'
import { type ColourTransform, colourTransform } from './colour-transform.ts'

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
