/**
 * What a picture may be. Sides follow Cloudflare Images (12,000 px, 2026): what is larger could never be delivered from
 * there. Area and decoded size keep one decode within the memory of one picture worker.
 */
export const imageLimits = {
  /** Bytes of the file as uploaded. */
  fileBytes: 50_000_000,
  /** Pixels of the longer side. */
  side: 12_000,
  /** Pixels in all. */
  area: 50_000_000,
  /** Bytes once opened; decoders widen grey and palette to four channels, so those count as four. */
  decodedBytes: 256 * 2 ** 20,
  /** Chunks other than IDAT. */
  chunks: 1_000,
  /** IDAT chunks: encoders put 8 KB and more into each, so the largest file has 6,000; a flood of empty ones costs time. */
  pixelChunks: 20_000,
  /** Bytes, as stored, of everything that is not the picture itself: text, XMP, profiles, private chunks. */
  metadataBytes: 2 ** 20,
} as const

/** Longest side in pixels of each WebP variant, smallest first. */
export const variantSides = [320, 640, 1280] as const

/**
 * WebP: colours and transparency from 0 to 100, effort from 0 to 6. Measured on clip art: effort 3 makes files 11 % larger
 * than 4, and 5 takes half as long again.
 */
export const variantQuality = { quality: 82, alphaQuality: 90, effort: 4 } as const

/**
 * The variants worth having for a picture of this size: each one must differ from the one before it, so a picture of
 * 500 px gets 320 and 640 (at its own 500 px, never enlarged) but not 1280. The smallest always exists.
 */
export function variantSizes(width: number, height: number): number[] {
  return variantSides.filter((_, index) => index === 0 || variantSides[index - 1]! < Math.max(width, height))
}

/** The file name of a variant inside its picture's folder. */
export function variantFile(size: number): string {
  return `${size}.webp`
}

/** Where the site itself shows one of a picture's files: its variants, and `original.png`. */
export function mediaPath(cloudflare_id: string, file: string): string {
  return `/media/${cloudflare_id}/${file}`
}
