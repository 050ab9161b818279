import { fileLimits } from '@vitrine/contract/vocabulary/file-limits'
import { refusalMessage } from '@vitrine/contract/vocabulary/refusals'
import type { PngHeader, PngStructure } from './parse-png.ts'

/** Problems that are shown before sending but do not prevent it. */
export type Warning = 'small' | 'unreadable'

export const { smallSide } = fileLimits

/** The server's refusal message for a file of this size; null if it is accepted. */
export function refusalForSize(bytes: number): string | null {
  if (bytes === 0) return refusalMessage('empty_file', {})
  const { fileBytes } = fileLimits
  return bytes > fileBytes ? refusalMessage('file_too_large', { limit: fileBytes / 1e6 }) : null
}

/** The server's refusal message for the common structural faults; the server checks the rest. */
export function refusalForStructure(png: PngStructure | null): string | null {
  if (!png) return refusalMessage('not_a_png', {})
  if (png.chunkTypes.has('CgBI')) return refusalMessage('apple_png', {})
  if (png.chunkTypes.has('acTL')) return refusalMessage('animated', {})
  return refusalForHeader(png.header) ?? (png.chunkTypes.has('IEND') ? null : refusalMessage('truncated', {}))
}

function refusalForHeader({ width, height, bitDepth }: PngHeader): string | null {
  const { side, area, decodedBytes } = fileLimits
  if (width > side || height > side) return refusalMessage('side_too_long', { width, height, limit: side })
  if (width * height > area) return refusalMessage('too_many_pixels', { width, height, limit: area / 1e6 })
  const decoded = width * height * 4 * (bitDepth === 16 ? 2 : 1)
  if (decoded <= decodedBytes) return null
  return refusalMessage('too_deep', { size: inMiB(decoded), limit: inMiB(decodedBytes) })
}

const inMiB = (bytes: number) => Math.ceil(bytes / 2 ** 20)
