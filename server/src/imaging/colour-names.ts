import { type ColourValue, colours } from '@vitrine/contract/vocabulary/colours'
import { oklabToOklch, rgbToOklab } from '#imaging/colour/oklab'
import { hexToRgb } from '#imaging/measures/rgba-image'
import type { Swatch } from './colour/visible-colours.ts'

const MIN_SHARE = 0.15

/** The ids of the colours that an image is found by: the one with the largest share of its visible pixels first. */
export function searchableColourIds(swatches: Swatch[]): number[] {
  const shares = new Map<number, number>()
  for (const { hex, share } of swatches) {
    const id = idOf(colourName(hex))
    shares.set(id, (shares.get(id) ?? 0) + share)
  }
  return [...shares]
    .filter(([, share]) => share >= MIN_SHARE)
    .sort(([one, share], [two, other]) => other - share || one - two)
    .map(([id]) => id)
}

export const withNames = (swatches: Swatch[]) => swatches.map((swatch) => ({ ...swatch, name: colourName(swatch.hex) }))

const idOf = (value: ColourValue): number => colours.find((one) => one.value === value)!.id

/** The common name of a colour; the nearest of twelve reference points would call pure green yellow and navy black. */
export function colourName(hex: string): ColourValue {
  const { l, chroma, hue } = oklabToOklch(rgbToOklab(...hexToRgb(hex)))
  if (chroma < 0.035 || l < 0.2) return achromaticName(l)
  if (hue > 25 && hue < 100 && isDull(l, chroma)) return 'brown'
  if (hue < 10 && l < 0.5) return 'red'
  if (hue > 330 && l < 0.5) return 'purple'
  if (hue < 38 && hue >= 10 && l > 0.75) return 'pink'
  if (hue > 105 && hue < 118 && l < 0.65) return 'green'
  return hueBands.find(([end]) => hue < end)![1]
}

function achromaticName(l: number): ColourValue {
  if (l < 0.35) return 'black'
  return l > 0.93 ? 'white' : 'grey'
}

const isDull = (l: number, chroma: number) => chroma < (l < 0.55 ? 0.15 : l < 0.65 ? 0.13 : 0.08) && l < 0.85

/** Upper bounds of the hue bands in degrees, ascending; pink spans 0. */
const hueBands: [end: number, colour: ColourValue][] = [
  [10, 'pink'],
  [38, 'red'],
  [80, 'orange'],
  [118, 'yellow'],
  [172, 'green'],
  [218, 'turquoise'],
  [288, 'blue'],
  [330, 'purple'],
  [361, 'pink'],
]
