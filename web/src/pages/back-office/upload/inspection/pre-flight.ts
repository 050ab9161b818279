import { imageLimits } from '@vitrine/contract/vocabulary/image-limits'
import { refusalMessage } from '@vitrine/contract/vocabulary/refusals'
import type { PngHeader, PngStructure } from './parse-png.ts'

/** Worth knowing before it is sent; nothing that keeps it from being sent. */
export type Warning = 'opaque' | 'small' | 'unreadable'

/** Pixels of the longer side below which few people have use for a picture. */
export const smallSide = 512

/** Why the server would not take this file, in its own words, so far as size alone tells. Null: nothing against it. */
export function refusalForSize(bytes: number): string | null {
  if (bytes === 0) return refusalMessage('empty_file', {})
  const { fileBytes } = imageLimits
  return bytes > fileBytes ? refusalMessage('file_too_large', { limit: fileBytes / 1e6 }) : null
}

/** The same, once its chunks are known: the faults that files really have. The others the server will find. */
export function refusalForStructure(chunks: PngStructure | null): string | null {
  if (!chunks) return refusalMessage('not_a_png', {})
  if (chunks.chunkTypes.has('CgBI')) return refusalMessage('apple_png', {})
  if (chunks.chunkTypes.has('acTL')) return refusalMessage('animated', {})
  return refusalForHeader(chunks.header) ?? (chunks.chunkTypes.has('IEND') ? null : refusalMessage('truncated', {}))
}

function refusalForHeader({ width, height, bitDepth }: PngHeader): string | null {
  const { side, area, decodedBytes } = imageLimits
  if (width > side || height > side) return refusalMessage('side_too_long', { width, height, limit: side })
  if (width * height > area) return refusalMessage('too_many_pixels', { width, height, limit: area / 1e6 })
  const decoded = width * height * 4 * (bitDepth === 16 ? 2 : 1)
  if (decoded <= decodedBytes) return null
  return refusalMessage('too_deep', { size: inMiB(decoded), limit: inMiB(decodedBytes) })
}

const inMiB = (bytes: number) => Math.ceil(bytes / 2 ** 20)
