/** Cloudflare Images delivers no longer sides (2026); area and decoded size bound the memory of one imaging process. */
export const fileLimits = {
  /** Bytes of the file as uploaded. */
  fileBytes: 50_000_000,
  /** Pixels of the longer side. */
  side: 12_000,
  /** Width x height in pixels. */
  area: 50_000_000,
  /** Bytes once decoded; decoders expand greyscale and palette images to four channels, so those count as four. */
  decodedBytes: 256 * 2 ** 20,
  /** Chunks other than IDAT. */
  chunks: 1_000,
  /** IDAT chunks: encoders write at least 8 KB each, so the largest file has 6,000; parsing empty ones costs CPU. */
  pixelChunks: 20_000,
  /** Bytes, as stored, of all chunks that hold no pixels: text, XMP, colour profiles, private chunks. */
  metadataBytes: 2 ** 20,
  /** Pixels of the longer side below which an image is of little use. */
  smallSide: 512,
} as const
