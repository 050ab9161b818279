import { imageFormats, originalFormat, previewFormat } from './vocabulary/image-formats.ts'

/** Longest side in pixels of each WebP preview, smallest first. */
export const previewSides = [320, 640, 1280] as const

/** Sides of the previews, never enlarged: 500 px gives 320 and 640 (at its own 500 px), but not 1280. */
export const previewSizes = (width: number, height: number): number[] =>
  previewSides.filter((_, index) => index === 0 || previewSides[index - 1]! < Math.max(width, height))

/**
 * Raised when the same original gives other pixels than before, so that no file changes under its key: previews of
 * another version lie beside the older ones. Version 2 has the colours and sides that browsers show. Raise
 * `measuresVersion` as well: measuring a file again makes its previews.
 */
export const previewVersion = 2

/** The file name of a preview inside its image's folder; at an address it means the newest version. */
export const previewFile = (size: number): string => `${size}${previewFormat.extension}`

/** The file name of a preview of this version. */
export const versionedPreviewFile = (size: number, version: number): string =>
  `${size}-v${version}${previewFormat.extension}`

/** Pixels of the picture that shared links show. */
export const coverSize = { width: 1200, height: 630 } as const

/** The file name of an image's own among the files of its image. */
export const coverFile = `cover${imageFormats.jpeg.extension}`

/** The file name of the original among the files of its image. */
export const originalFile = `original${originalFormat.extension}`

/** The path at which this site itself serves a file of an image: a preview, or `originalFile`. */
export const mediaPath = (cloudflare_id: string, file: string): string => `/media/${cloudflare_id}/${file}`

/** A reply in which addresses of our files name the site, for other sites (requirements: #api-addresses). */
export const withOrigin = (json: string, origin: string) =>
  json.replaceAll(/"(cloudflare_url|main_url|image)":"(?=\/media\/)/g, `"$1":"${origin}`)

/** A reply as our own pages use it, which are reached by other names too. */
export const withoutOrigin = (json: string) =>
  json.replaceAll(/"(cloudflare_url|main_url|image)":"https?:\/\/[^/"]+(?=\/media\/)/g, '"$1":"')
