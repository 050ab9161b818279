import { srgbToLinear } from '../colour/srgb.ts'
import { medianOf, type Rgb } from './rgba-image.ts'

/** Contrast ratios (WCAG 2), 1 to 21, of the outline with each backdrop of the site: the median of all its places. */
export interface OutlineContrast {
  white: number
  black: number
  light: number
  dark: number
}

/** Relative luminances; those of the checkerboards are the mean of their two tones. */
const backdropLuminance: OutlineContrast = { white: 1, black: 0, light: 0.937, dark: 0.012 }

/** Null where the picture has no outline of some length. */
export function outlineContrast(outline: Rgb[]): OutlineContrast | null {
  if (outline.length < 20) return null
  const luminances = outline.map(relativeLuminance)
  const contrastWith = (backdrop: number) => round(medianOf(luminances.map((one) => contrastRatio(one, backdrop))))
  return {
    white: contrastWith(backdropLuminance.white),
    black: contrastWith(backdropLuminance.black),
    light: contrastWith(backdropLuminance.light),
    dark: contrastWith(backdropLuminance.dark),
  }
}

const contrastRatio = (one: number, other: number) => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
const round = (value: number) => Math.round(value * 10) / 10

const relativeLuminance = ([red, green, blue]: Rgb) =>
  0.2126 * srgbToLinear(red / 255) + 0.7152 * srgbToLinear(green / 255) + 0.0722 * srgbToLinear(blue / 255)
