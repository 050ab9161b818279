/** From a sample of sRGB to light, both 0 to 1 (IEC 61966-2-1). */
export const srgbToLinear = (sample: number): number =>
  sample <= 0.04045 ? sample / 12.92 : ((sample + 0.055) / 1.055) ** 2.4

/** The inverse. */
export const linearToSrgb = (light: number): number =>
  light <= srgbToLinear(0.04045) ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055
