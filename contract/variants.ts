import { imageFormats, originalFormat, variantFormat } from './vocabulary/image-formats.ts'

/** Longest side in pixels of each WebP variant, smallest first. */
export const variantSides = [320, 640, 1280] as const

/**
 * WebP settings: colour and alpha quality from 0 to 100, effort from 0 to 6. Measured on clip art: effort 3 makes files
 * 11 % larger than 4, and 5 takes 50 % longer.
 */
export const variantQuality = { quality: 82, alphaQuality: 100, effort: 4 } as const

/**
 * The variants of an image of this size. Each must differ from the one before it: an image of 500 px gets 320 and 640
 * (at its own 500 px, never enlarged) but not 1280. The smallest always exists.
 */
export function variantSizes(width: number, height: number): number[] {
  return variantSides.filter((_, index) => index === 0 || variantSides[index - 1]! < Math.max(width, height))
}

/**
 * Raised when the same original gives other pixels than before, so that no file changes under its key: previews of
 * another version lie beside the older ones. Version 2 has the colours that browsers show. Raise `measuresVersion` as
 * well: measuring a file again makes its previews.
 */
export const previewVersion = 2

/** The file name of a variant inside its image's folder; at an address it means the newest version. */
export function variantFile(size: number): string {
  return `${size}${variantFormat.extension}`
}

/** The file name of a variant of this version. */
export function versionedVariantFile(size: number, version: number): string {
  return `${size}-v${version}${variantFormat.extension}`
}

/** Pixels of the picture that shared links of the home page and of a category show. */
export const coverSize = { width: 1200, height: 630 } as const

/** The path of such a picture; `name` changes with it. */
export const coverPath = (name: string) => `/media/covers/${name}${imageFormats.jpeg.extension}`

/** The file name of the original among the files of its image. */
export const originalFile = `original${originalFormat.extension}`

/** The path at which this site itself serves a file of an image: a variant, or `originalFile`. */
export function mediaPath(cloudflare_id: string, file: string): string {
  return `/media/${cloudflare_id}/${file}`
}
