import { formatPercent, isOpaque } from '#image-card/transparency.ts'
import { messages } from './messages.ts'

/**
 * What was measured at upload, in words: the share of wholly clear pixels, and whether there are half-clear ones between.
 * Null where there is neither. Shares are 0 to 1.
 */
export function transparencyText(image: { clear_share: number; soft_share: number }): string | null {
  if (isOpaque(image)) return null
  return messages.verified(
    formatPercent(image.clear_share),
    image.soft_share > 0 ? messages.softEdges : messages.hardEdges,
  )
}
