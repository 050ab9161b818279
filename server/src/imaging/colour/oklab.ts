/** From a sample of sRGB to light, both 0 to 1 (IEC 61966-2-1). */
export const srgbToLinear = (sample: number): number =>
  sample <= 0.04045 ? sample / 12.92 : ((sample + 0.055) / 1.055) ** 2.4

export const linearToSrgb = (light: number): number =>
  light <= srgbToLinear(0.04045) ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055

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

/** Converts sRGB channels of 0 to 255; `flare` is stray light, a share of the screen's white, that adds to each. */
export function rgbToOklab(red: number, green: number, blue: number, flare = 0): Oklab {
  const light = (channel: number) => srgbToLinear(channel / 255) + flare
  const [r, g, b] = [light(red), light(green), light(blue)]
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const medium = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return {
    l: 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    a: 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short,
    b: 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short,
  }
}

/** The nearest sRGB colour, channels 0 to 255 but not rounded; what lies outside of the gamut is clamped. */
export function oklabToRgb({ l, a, b }: Oklab): [red: number, green: number, blue: number] {
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    channelOf(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
    channelOf(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
    channelOf(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short),
  ]
}

const channelOf = (light: number) => 255 * Math.min(1, Math.max(0, linearToSrgb(light)))

export const oklabDistance = (one: Oklab, other: Oklab): number =>
  Math.hypot(one.l - other.l, one.a - other.a, one.b - other.b)

export function oklabToOklch({ l, a, b }: Oklab): Oklch {
  const chroma = Math.hypot(a, b)
  // The hue of a grey would be that of a rounding error.
  if (chroma < 1e-4) return { l, chroma: 0, hue: 0 }
  return { l, chroma, hue: ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360 }
}

export function oklchToOklab({ l, chroma, hue }: Oklch): Oklab {
  const angle = (hue * Math.PI) / 180
  return { l, a: chroma * Math.cos(angle), b: chroma * Math.sin(angle) }
}
