import { type ColourValue, colours } from '@vitrine/contract/vocabulary/colours'

/** A stored colour of a picture: '#rrggbb' and its share of all that is visible, 0 to 1. */
interface Swatch {
  hex: string
  share: number
}

/** Less than this of what is visible does not make a picture red for anybody who looks for red ones. */
const MIN_SHARE = 0.15

/** The ids of the colours that a picture is found by, smallest first. */
export function searchableColourIds(swatches: Swatch[]): number[] {
  const borne = swatches.filter(({ share }) => share >= MIN_SHARE).map(({ hex }) => idOf(nearestColourName(hex)))
  return [...new Set(borne)].sort((one, two) => one - two)
}

const idOf = (value: ColourValue): number => colours.find((one) => one.value === value)!.id

/**
 * The name that people give a colour, by its hue, chroma and lightness in OKLCH. The nearest of twelve points would do
 * worse: it calls pure green yellow and navy black, since names differ far more in lightness than in hue.
 */
function nearestColourName(hex: string): ColourValue {
  const [l, a, b] = toOklab(hex)
  const chroma = Math.hypot(a, b)
  const hue = (Math.atan2(b, a) * 180) / Math.PI + (b < 0 ? 360 : 0)
  if (chroma < 0.035 || l < 0.2) return l < 0.35 ? 'black' : l > 0.9 ? 'white' : 'grey'
  if (hue > 25 && hue < 100 && (l < 0.55 ? chroma < 0.15 : chroma < 0.08 && l < 0.85)) return 'brown'
  if (hue < 10 && l < 0.5) return 'red'
  if (hue < 38 && hue >= 10 && l > 0.75) return 'pink'
  if (hue > 105 && hue < 118 && l < 0.65) return 'green'
  return hueBands.find(([end]) => hue < end)![1]
}

/** Where each hue ends, in degrees; from red, over pink back to red. */
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

/** Ottosson, "A perceptual color space for image processing", 2020: linear sRGB to cone responses to OKLab. */
function toOklab(hex: string): Triple {
  const [r, g, b] = [1, 3, 5].map((at) => toLinear(Number.parseInt(hex.slice(at, at + 2), 16) / 255)) as Triple
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const medium = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short,
  ]
}

type Triple = [number, number, number]

/** IEC 61966-2-1: from an sRGB value to linear light, both 0 to 1. */
function toLinear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}
